import type { WhitelistEntry } from '#contract/whitelist.ts';
import { shortAddress } from '#rules/address.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { entryWords, publicWords as words } from './public-texts.ts';

interface PublicEntryProps {
  entry: WhitelistEntry;
  /** The chosen name of its collector, where known. */
  name: string | undefined;
  isOwn: boolean;
}

/** One registration as everybody may see it. */
export function PublicEntry({ entry, name, isOwn }: PublicEntryProps) {
  const { walletAddress, entryCount, selectedNftIds, registeredAt, hasRequiredCards } = entry;
  return (
    <li
      className="public-entry"
      data-lapsed={!hasRequiredCards || undefined}
      data-own={isOwn || undefined}
    >
      <span className="public-entry-words">
        <span className="public-entry-name">
          {name !== undefined && <bdi>{name}</bdi>}
          <span className="public-entry-address tabular" title={walletAddress}>
            {shortAddress(walletAddress)}
          </span>
          {isOwn && <span className="badge public-entry-you">{words.you}</span>}
        </span>
        <span className="public-entry-line tabular">
          <span>{words.cards(selectedNftIds.length)}</span>{' '}
          <time dateTime={registeredAt}>{words.registered(registeredAt)}</time>{' '}
          <span
            className="public-entry-verdict"
            title={hasRequiredCards ? undefined : words.lapsedHelp}
          >
            <Icon name={hasRequiredCards ? 'check' : 'alert'} size="1rem" />
            {hasRequiredCards ? words.live : words.lapsed}
          </span>
        </span>
      </span>
      <span className="public-entry-count tabular">{entryWords.entries(entryCount)}</span>
    </li>
  );
}
