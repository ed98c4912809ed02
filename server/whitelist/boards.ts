/**
 * What everybody asks of the whitelist: its newest page and its totals, kept in memory until they
 * change. Each answer object is the same until it is read again, so its bytes are made once.
 */
import type { Logger } from 'pino';
import type { WhitelistEntry, WhitelistTotals } from '#contract/whitelist.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { createSnapshot } from '#server/db/snapshot.ts';
import type { Entries } from './entries.ts';
import { viewEntry, viewTotals } from './entry-view.ts';

/** Changes made through another process that is not heard of show after this long. */
const MAX_AGE_MS = 1_000;

export interface WhitelistBoardDependencies {
  readonly entries: Pick<Entries, 'newest' | 'totals'>;
  readonly bus: Bus;
  readonly log: Logger;
}

export interface WhitelistBoards {
  /** The newest registrations, as many as one answer holds. */
  newest(): Promise<WhitelistEntry[]>;
  totals(): Promise<WhitelistTotals>;
}

export function createWhitelistBoards({
  entries,
  bus,
  log,
}: WhitelistBoardDependencies): WhitelistBoards {
  const onFault = (fault: unknown): void => {
    log.warn({ err: fault }, 'a board was not read again');
  };
  const newest = createSnapshot({
    maxAgeMs: MAX_AGE_MS,
    // An index scan of one page at any size: whoever changed something sees it.
    pauseInReads: 0,
    onFault,
    read: async () => (await entries.newest(null, null)).map(viewEntry),
  });
  const totals = createSnapshot({
    maxAgeMs: MAX_AGE_MS,
    onFault,
    read: async () => viewTotals(await entries.totals()),
  });
  for (const kind of ['whitelist-changed', 'events-lost'] as const) {
    bus.subscribe(kind, () => {
      newest.outdate();
      totals.outdate();
    });
  }
  return { newest: () => newest.get(), totals: () => totals.get() };
}
