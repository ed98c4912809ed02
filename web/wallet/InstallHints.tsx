import { Icon } from '#web/ui/Icon.tsx';
import { EXTENSION_HINTS } from './install-hints.ts';
import { dialogWords as words } from './texts.ts';

/** Four Sui wallet extensions and where to get them. */
export function InstallHints() {
  return (
    <ul className="wallet-rows">
      {EXTENSION_HINTS.map(({ name, about, link }) => (
        <li key={name}>
          <a href={link} target="_blank" rel="noreferrer" className="wallet-row">
            <span aria-hidden="true" className="wallet-initial">
              {name[0]}
            </span>
            <span className="wallet-name">
              {name}
              <span className="wallet-about text-small text-dim">{about}</span>
            </span>
            <span className="text-small text-ki">{words.getIt}</span>
            <Icon name="outward" className="text-ki" />
          </a>
        </li>
      ))}
    </ul>
  );
}
