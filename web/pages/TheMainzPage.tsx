import { CHARACTERS } from '#rules/cast.ts';
import { Page } from '#web/frame/Page.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { CharacterCard } from './CharacterCard.tsx';
import { mainz } from './texts.ts';
import './the-mainz.css';

/** The first twelve characters of the planned collection. */
export default function TheMainzPage() {
  return (
    <Page title={mainz.title}>
      <div className="wrap">
        <PageLink href="/" className="mainz-back">
          <Icon name="previous" /> {mainz.back}
        </PageLink>
        <header className="mainz-head">
          <h1 className="display mainz-title">{mainz.title}</h1>
          <p className="text-lead text-dim">{mainz.line}</p>
          <dl className="mainz-figures">
            <div className="mainz-size">
              <dt>{mainz.sizeLabel}</dt>
              <dd className="tabular">{mainz.size}</dd>
            </div>
          </dl>
          <p className="mainz-sign">{mainz.access}</p>
          <p className="mainz-sign mainz-sign-lit">{mainz.soon}</p>
        </header>
        <ul className="mainz-cast" aria-label={mainz.characters}>
          {CHARACTERS.map((character) => (
            <li key={character.id}>
              <CharacterCard character={character} />
            </li>
          ))}
        </ul>
        <p className="mainz-more display own-letters">{mainz.more}</p>
      </div>
    </Page>
  );
}
