/** Cached answers for all viewers: the newest page and the totals. */
import { type BoardDependencies, createBoard } from '#server/cluster/board.ts';
import type { Entries } from './entries.ts';
import { viewEntry, viewTotals } from './entry-view.ts';

export interface WhitelistBoardDependencies extends BoardDependencies {
  readonly entries: Pick<Entries, 'newest' | 'totals'>;
}

export type WhitelistBoards = ReturnType<typeof createWhitelistBoards>;

export function createWhitelistBoards({ entries, bus, log }: WhitelistBoardDependencies) {
  const outdatedBy = ['whitelist-changed'] as const;
  return {
    /** The newest registrations, as many as one answer holds. */
    newest: createBoard(
      { bus, log },
      {
        outdatedBy,
        // Cheap at any size: an index scan of one page.
        pauseInReads: 0,
        read: async () => (await entries.newest(null, null)).map(viewEntry),
      },
    ),
    totals: createBoard(
      { bus, log },
      { outdatedBy, read: async () => viewTotals(await entries.totals()) },
    ),
  };
}
