/**
 * What everybody asks all the time, kept in memory: the ranking and the totals (S1, S3, S4).
 * Each answer object is the same until it is read again, so its bytes are made once.
 */
import type { Logger } from 'pino';
import type { LeaderboardEntry, Stats, UserSummary } from '#contract/collectors.ts';
import type { Address } from '#rules/address.ts';
import { RANKING_CAP, rankAmong } from '#rules/collectors.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { createSnapshot } from '#server/db/snapshot.ts';
import type { CollectorStore } from './collector-store.ts';
import { viewPlace, viewRanking, viewSummaries, viewTotals } from './collector-view.ts';

/** A wallet seen this recently is an active user. */
export const ACTIVE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Changes made through another process that is not heard of show after this long. */
const MAX_AGE_MS = 1_000;

export interface BoardDependencies {
  readonly store: CollectorStore;
  /** Normalised Move types whose cards count. */
  readonly cardTypes: readonly string[];
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Boards {
  ranking(): Promise<LeaderboardEntry[]>;
  /** Where one collector stands, also outside of what `ranking` answers; null without a chosen name. */
  placeOf(wallet: Address): Promise<LeaderboardEntry | null>;
  summaries(): Promise<UserSummary[]>;
  stats(): Promise<Stats>;
}

export function createBoards({ store, cardTypes, bus, clock, log }: BoardDependencies): Boards {
  const onFault = (fault: unknown): void => {
    log.warn({ err: fault }, 'a board was not read again');
  };
  const top = createSnapshot({
    maxAgeMs: MAX_AGE_MS,
    onFault,
    async read() {
      const rows = await store.ranked(RANKING_CAP);
      return { ranking: viewRanking(rows), summaries: viewSummaries(rows) };
    },
  });
  // With them a rank costs one row, however many collectors there are.
  const groups = createSnapshot({ maxAgeMs: MAX_AGE_MS, onFault, read: () => store.groups() });
  const totals = createSnapshot({
    maxAgeMs: MAX_AGE_MS,
    onFault,
    async read() {
      const seenAfter = new Date(clock.now().getTime() - ACTIVE_DAYS * DAY_MS);
      return viewTotals(await store.totals(cardTypes, seenAfter));
    },
  });
  for (const kind of ['collector-changed', 'holdings-changed', 'events-lost'] as const) {
    bus.subscribe(kind, () => {
      top.outdate();
      groups.outdate();
      totals.outdate();
    });
  }
  return {
    ranking: async () => (await top.get()).ranking,
    async placeOf(wallet) {
      const row = await store.find(wallet);
      if (row === null || row.name === null) return null;
      return viewPlace({ ...row, name: row.name }, rankAmong(await groups.get(), row.nftCount));
    },
    summaries: async () => (await top.get()).summaries,
    stats: () => totals.get(),
  };
}
