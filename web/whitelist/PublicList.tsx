import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import { WHITELIST_PAGE } from '#rules/whitelist.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ListNote } from '#web/ui/ListNote.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { PublicEntry } from './PublicEntry.tsx';
import { publicWords as words } from './public-texts.ts';
import { GAMES_WHITELIST_STALE, whitelistQuery, whitelistTotalsQuery } from './queries.ts';
import './public-list.css';

/** Rows shown at first, and how many more each time. */
const STEP = 10;

interface PublicListProps {
  ownAddress: string | null;
  /** Chosen names by wallet, as far as they are known. */
  names: ReadonlyMap<string, string>;
  /** The link to where cards are registered. */
  children: ReactNode;
}

/** Who registered how many cards, newest first; public by decision (W5). */
export function PublicList({ ownAddress, names, children }: PublicListProps) {
  const list = useQuery(whitelistQuery(GAMES_WHITELIST_STALE));
  const [shown, setShown] = useState(STEP);
  const entries = list.data;
  return (
    <section className="public-list panel-lit" aria-labelledby="public-list-title">
      <div className="public-list-head">
        <h2 id="public-list-title" className="display text-heading">
          {words.title}
        </h2>
        <p className="public-list-total tabular">
          {entries === undefined ? (
            list.isPending && <Skeleton width="10rem" height="1.5rem" />
          ) : (
            <Total entries={entries} />
          )}
        </p>
      </div>
      <p className="public-list-about">{words.about}</p>
      {list.isPending && <Placeholders />}
      {list.isError && (
        <div role="alert" className="public-list-fault">
          <Icon name="alert" className="text-warn" />
          <p className="min-w-0 flex-1">{entries === undefined ? words.failed : words.stale}</p>
          <Button size="sm" onClick={() => void list.refetch()}>
            {words.retry}
          </Button>
        </div>
      )}
      {entries?.length === 0 && (
        <ListNote icon="card" title={words.emptyTitle} help={words.empty} />
      )}
      {entries !== undefined && entries.length > 0 && (
        <ol className="public-list-rows">
          {entries.slice(0, shown).map((entry) => (
            <PublicEntry
              key={entry.id}
              entry={entry}
              name={names.get(entry.walletAddress)}
              isOwn={entry.walletAddress === ownAddress}
            />
          ))}
        </ol>
      )}
      <div className="public-list-foot">
        {entries !== undefined && entries.length > shown && (
          <Button look="plain" size="sm" onClick={() => setShown(shown + STEP)}>
            {words.more}
          </Button>
        )}
        {children}
      </div>
    </section>
  );
}

/** One answer holds a whole page at most: beyond it the server's own sums are asked for. */
function Total({ entries }: { entries: readonly WhitelistEntry[] }) {
  const isCut = entries.length >= WHITELIST_PAGE;
  const totals = useQuery({ ...whitelistTotalsQuery(GAMES_WHITELIST_STALE), enabled: isCut });
  if (!isCut) {
    const sum = entries.reduce((all, { entryCount }) => all + entryCount, 0);
    return words.total(sum, new Set(entries.map(({ walletAddress }) => walletAddress)).size);
  }
  if (totals.data === undefined)
    return totals.isPending ? <Skeleton width="10rem" height="1.5rem" /> : null;
  const { totalEntries, uniqueWallets, registrations } = totals.data;
  return (
    <>
      {words.total(totalEntries, uniqueWallets)}
      <span className="public-list-cut">{words.newest(entries.length, registrations)}</span>
    </>
  );
}

function Placeholders() {
  return (
    <>
      <p role="status" className="visually-hidden">
        {words.loading}
      </p>
      <ol className="public-list-rows" aria-hidden="true">
        {Array.from({ length: STEP }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <li key={index} className="public-entry">
            <span className="min-w-0">
              <Skeleton className="max-w-full" width="9rem" height="1.25rem" margin="0.25rem 0" />
              <Skeleton className="max-w-full" width="11rem" height="0.875rem" margin="0.25rem 0" />
            </span>
            <Skeleton width="4rem" height="1.75rem" />
          </li>
        ))}
      </ol>
    </>
  );
}
