import { CHARACTERS, type Character } from '#rules/cast.ts';
import { Page } from '#web/frame/Page.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { texts } from './the-mainz-texts.ts';
import './the-mainz.css';

export default function TheMainzPage() {
  return (
    <Page>
      <div className="wrap">
        <PageLink href="/" className="mainz-back">
          <Icon name="previous" /> {texts.back}
        </PageLink>
        <header className="mainz-head">
          <h1 className="display mainz-title">{texts.title}</h1>
          <p className="text-lead text-dim">{texts.line}</p>
          <p className="mainz-size">
            <span className="tabular">{texts.size}</span>{' '}
            <span className="text-dim strong">{texts.sizeLabel}</span>
          </p>
          <p className="mainz-sign">{texts.access}</p>
          <p className="mainz-sign mainz-sign-lit">{texts.soon}</p>
        </header>
        <ul className="mainz-cast" aria-label={texts.characters}>
          {CHARACTERS.map((character) => (
            <li key={character.id}>
              <CharacterCard character={character} />
            </li>
          ))}
        </ul>
        <p className="mainz-more display own-letters">{texts.more}</p>
      </div>
    </Page>
  );
}

function CharacterCard({ character }: { character: Character }) {
  const { name, role, ki, image, alt, id } = character;
  return (
    <article className="character" data-ki={ki}>
      <div className="character-portrait">
        <img
          src={image}
          alt={alt}
          width={800}
          height={1000}
          loading={id > 4 ? 'lazy' : 'eager'}
          decoding="async"
          fetchPriority={id > 2 ? undefined : 'high'}
          draggable={false}
        />
      </div>
      <div className="character-words">
        <h2 className="display own-letters text-large">{name}</h2>
        <p className="text-small text-dim">{role}</p>
      </div>
    </article>
  );
}
