/** Answers that are made once for all viewers: the newest page, the totals, the rounds, and one wallet's registrations. */
import type { WhitelistEntry } from '#contract/whitelist.ts';
import type { Address } from '#rules/address.ts';
import {
  type CachedAnswerDependencies,
  createCachedAnswer,
} from '#server/cluster/cached-answer.ts';
import type { Clock } from '#server/cluster/clock.ts';
import { createSharedReads } from '#server/jobs/shared-reads.ts';
import type { Entries } from './entries.ts';
import { viewEntry, viewTotals } from './entry-view.ts';
import { viewRound } from './round-view.ts';
import type { Rounds } from './rounds.ts';

interface WhitelistAnswerDependencies extends CachedAnswerDependencies {
  readonly entries: Pick<Entries, 'newest' | 'totals' | 'ofWallet'>;
  readonly rounds: Pick<Rounds, 'newest'>;
  readonly clock: Clock;
}

export type WhitelistAnswers = ReturnType<typeof createWhitelistAnswers>;

export function createWhitelistAnswers(dependencies: WhitelistAnswerDependencies) {
  const { entries, rounds, clock, bus } = dependencies;
  const outdatedBy = ['whitelist-changed'] as const;
  let lastRound: string | undefined;
  return {
    /** The newest registrations, as many as one answer holds. */
    newest: createCachedAnswer(dependencies, {
      outdatedBy,
      // Cheap at any size: an index scan of one page.
      pauseInReads: 0,
      read: async () => (await entries.newest()).map(viewEntry),
    }),
    /** Not kept; those of very many cards are as large as a page. */
    ofWallet: createSharedReads(
      async (wallet: Address): Promise<WhitelistEntry[]> =>
        (await entries.ofWallet(wallet)).map(viewEntry),
    ),
    totals: createCachedAnswer(dependencies, {
      outdatedBy,
      read: async () => viewTotals(await entries.totals()),
    }),
    rounds: createCachedAnswer(dependencies, {
      outdatedBy,
      pauseInReads: 0,
      async read() {
        const views = (await rounds.newest()).map((round) => viewRound(round, clock.now()));
        const [current] = views;
        const round = `${current?.id} ${current?.state}`;
        // Pages that read this ask for the list then, once: it must not be an older one because an event was lost.
        if (lastRound !== undefined && lastRound !== round) bus.publish('whitelist-changed', {});
        lastRound = round;
        return views;
      },
    }),
  };
}
