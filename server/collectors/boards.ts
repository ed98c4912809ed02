/** Cached answers for all viewers: the ranking and the totals (S1, S3, S4). */
import type { LeaderboardEntry } from '#contract/collectors.ts';
import type { Address } from '#rules/address.ts';
import { RANKING_CAP, rankAmong } from '#rules/ranking.ts';
import {
  type CachedAnswerDependencies,
  createCachedAnswer,
} from '#server/cluster/cached-answer.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { CollectorStore } from './collector-store.ts';
import { viewPlace, viewRanking, viewSummaries, viewTotals } from './collector-view.ts';

/** A wallet seen this recently is an active user. */
const ACTIVE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A few at a time: users who wait for their own reading come first. */
const REREAD = { everyMs: 60_000, olderThanMs: 60 * 60 * 1000, wallets: 5 };

interface CollectorBoardDependencies extends CachedAnswerDependencies {
  readonly store: CollectorStore;
  /** Normalised Move types of the cards that count. */
  readonly cardTypes: readonly string[];
  readonly clock: Clock;
  /** Has these wallets read from the chain in the background. */
  readonly readAgain: (wallets: readonly Address[]) => Promise<void>;
}

export type CollectorBoards = ReturnType<typeof createCollectorBoards>;

export function createCollectorBoards(dependencies: CollectorBoardDependencies) {
  const { store, cardTypes, clock, readAgain } = dependencies;
  const board = <T>(read: () => Promise<T>) => {
    const outdatedBy = ['collector-changed', 'holdings-changed'] as const;
    return createCachedAnswer(dependencies, { outdatedBy, read });
  };
  const top = board(async () => {
    const rows = await store.ranked(RANKING_CAP);
    return { ranking: viewRanking(rows), summaries: viewSummaries(rows) };
  });
  // With these counts the rank of one collector needs one row, at any number of collectors.
  const countGroups = board(() => store.countGroups());
  /** Whoever sold their cards to somebody unknown here may never come back. */
  async function rereadRanked(): Promise<void> {
    const before = new Date(clock.now().getTime() - REREAD.olderThanMs);
    await readAgain(await store.rankedBefore(before, RANKING_CAP, REREAD.wallets));
  }

  return {
    jobs: [{ name: 'reread ranked collectors', everyMs: REREAD.everyMs, run: rereadRanked }],
    ranking: async () => (await top()).ranking,
    summaries: async () => (await top()).summaries,
    stats: board(async () => {
      const seenAfter = new Date(clock.now().getTime() - ACTIVE_DAYS * DAY_MS);
      return viewTotals(await store.totals(cardTypes, seenAfter));
    }),

    /** The rank of one collector, also below the end of `ranking`; null without a chosen name. */
    async placeOf(wallet: Address): Promise<LeaderboardEntry | null> {
      const row = await store.find(wallet);
      if (row === null || row.name === null) return null;
      return viewPlace({ ...row, name: row.name }, rankAmong(await countGroups(), row.nftCount));
    },
  };
}
