import { Icon } from '#web/ui/Icon.tsx';
import { EXTENSION_HINTS } from './install-hints.ts';
import { dialogWords as words } from './texts.ts';

/** Four Sui wallet extensions and where to get them. */
export function InstallHints() {
  return (
    <ul className="mt-5 grid gap-2.5">
      {EXTENSION_HINTS.map(({ name, about, link }) => (
        <li key={name}>
          <a href={link} target="_blank" rel="noreferrer" className="wallet-row">
            <span aria-hidden="true" className="wallet-initial">
              {name[0]}
            </span>
            <span className="min-w-0 flex-1">
              {name}
              <span className="block text-sm font-normal text-paper-dim">{about}</span>
            </span>
            <span className="text-sm text-ki">{words.getIt}</span>
            <Icon name="outward" className="size-5 text-ki" />
          </a>
        </li>
      ))}
    </ul>
  );
}
