import type { WhitelistEntry } from '#contract/whitelist.ts';
import { shortAddress } from '#rules/address.ts';
import { HolderLink } from '#web/cards/HolderLink.tsx';
import { Ago } from '#web/ui/Ago.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { entryTexts, publicTexts as words } from './public-texts.ts';

interface PublicEntryProps {
  entry: WhitelistEntry;
  name: string | undefined;
  isOwn: boolean;
}

export function PublicEntry({ entry, name, isOwn }: PublicEntryProps) {
  const { walletAddress, entryCount, selectedNftIds, registeredAt, hasRequiredCards } = entry;
  return (
    <li
      className="ranked-row public-entry"
      data-lapsed={!hasRequiredCards || undefined}
      data-own={isOwn || undefined}
    >
      <span className="public-entry-words">
        <span className="public-entry-name">
          <HolderLink address={walletAddress}>
            {name !== undefined && <bdi className="truncate">{name}</bdi>}
            <span className="public-entry-address tabular" title={walletAddress}>
              {shortAddress(walletAddress)}
            </span>
          </HolderLink>
          {isOwn && <span className="badge badge-lit">{words.you}</span>}
        </span>
        <span className="public-entry-line tabular">
          <span>{words.cards(selectedNftIds.length)}</span> <Ago at={registeredAt} />{' '}
          <span className="public-entry-verdict">
            <Icon name={hasRequiredCards ? 'check' : 'alert'} size="1rem" />
            {hasRequiredCards ? words.live : words.lapsed}
          </span>
        </span>
      </span>
      <span className="public-entry-count tabular">{entryTexts.entries(entryCount)}</span>
    </li>
  );
}

export function PublicEntrySkeleton() {
  return (
    <li className="ranked-row public-entry">
      <span>
        <Skeleton width="min(9rem, 100%)" height="1.25rem" margin="0.25rem 0" />
        <Skeleton width="min(11rem, 100%)" height="0.875rem" margin="0.25rem 0" />
      </span>
      <Skeleton width="4rem" height="1.75rem" />
    </li>
  );
}
