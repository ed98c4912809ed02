import { memo } from 'react';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import { shortAddress } from '#rules/address.ts';
import { formatCount } from '#rules/amounts.ts';
import { walletLink } from '#web/api/settings.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { NewTabLink } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { texts } from './texts.ts';

interface RowBox {
  /** In px from the upper end of the list. */
  readonly top: number;
  readonly height: number;
}

interface EntryLineProps extends RowBox {
  entry: WhitelistEntry;
  index: number;
  count: number;
  isChosen: boolean;
  /** The same function at every render: the line is memoised. */
  onChoose: (entry: WhitelistEntry, isChosen: boolean) => void;
}

export const EntryLine = memo(function EntryLine(props: EntryLineProps) {
  const { entry, index, count, top, height, isChosen, onChoose } = props;
  const { walletAddress, entryCount, selectedNftIds, registeredAt } = entry;
  const { hasRequiredCards, checkedAt, displayName } = entry;
  const words = texts.list;
  return (
    <li
      className="entry-list-row entry-list-line"
      aria-posinset={index + 1}
      aria-setsize={count}
      data-lapsed={!hasRequiredCards || undefined}
      style={{ top, height }}
    >
      <span className="entry-list-wallet tabular">
        <label className="entry-list-choice">
          <input
            type="checkbox"
            aria-label={words.choose(shortAddress(walletAddress))}
            checked={isChosen}
            onChange={({ target }) => onChoose(entry, target.checked)}
          />
        </label>
        <span className="entry-list-who" data-named={displayName ? true : undefined}>
          <NewTabLink
            className="link link-touch"
            href={walletLink(walletAddress)}
            title={walletAddress}
          >
            {shortAddress(walletAddress)}
            <span className="visually-hidden"> {words.explorer}</span>
          </NewTabLink>
          {displayName && (
            <bdi className="entry-list-name truncate" title={displayName}>
              {displayName}
            </bdi>
          )}
        </span>
      </span>
      <span className="entry-list-entries tabular">
        {formatCount(entryCount)}{' '}
        <span className="entry-list-unit">{words.entryUnit(entryCount)}</span>
      </span>
      <span className="entry-list-nfts tabular">
        {formatCount(selectedNftIds.length)}{' '}
        <span className="entry-list-unit">{words.nftUnit}</span>
      </span>
      <span className="entry-list-registered">
        <span className="entry-list-unit">{words.registered}</span> <Ago at={registeredAt} />
      </span>
      <span className="entry-list-status">
        <span className="badge entry-list-qualified">{words.qualified}</span>
      </span>
      <span className="entry-list-verdict">
        <Icon name={hasRequiredCards ? 'check' : 'alert'} size="1rem" />
        <span>
          <span className="entry-list-word">{hasRequiredCards ? words.held : words.lapsed}</span>{' '}
          <Ago at={checkedAt} />
        </span>
      </span>
    </li>
  );
});

/** Placeholder of a registration that is not loaded yet. */
export function WaitingLine(box: RowBox) {
  return (
    <li aria-hidden="true" className="entry-list-row entry-list-line" style={box}>
      <Skeleton width="6rem" height="1rem" />
      <Skeleton width="2rem" height="1rem" />
      <Skeleton width="2rem" height="1rem" />
      <Skeleton width="9rem" height="1rem" />
      <Skeleton width="5rem" height="1.5rem" />
      <Skeleton width="10rem" height="1rem" />
    </li>
  );
}
