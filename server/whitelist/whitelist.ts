/** Wires the whitelist: entries, boards, re-checks, rounds, routes and jobs. */
import type { Logger } from 'pino';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Limits } from '#server/http/limits/limits.ts';
import { createWhitelistAnswers } from './cached-answers.ts';
import { createClaimStore } from './claim-store.ts';
import { createEntries, type HeldCards } from './entries.ts';
import { createEntryStore } from './entry-store.ts';
import { createFreeze, type FreezeDependencies } from './freeze.ts';
import { createFreezeStore } from './freeze-store.ts';
import { createPublishStore } from './publish-store.ts';
import { createPublished } from './published.ts';
import { createRecheckStore } from './recheck-store.ts';
import { createRechecks } from './rechecks.ts';
import { createRoundStore } from './round-store.ts';
import { createRounds } from './rounds.ts';
import { createWhitelistHandlers } from './routes.ts';

interface WhitelistDependencies {
  readonly sql: Sql;
  readonly cards: HeldCards & { placesSince: FreezeDependencies['readSince'] };
  readonly limits: Pick<Limits, 'chargeNetwork'>;
  readonly checkpoint: FreezeDependencies['checkpoint'];
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createWhitelist(dependencies: WhitelistDependencies) {
  const { sql, cards, limits, checkpoint, bus, clock, log } = dependencies;
  const roundStore = createRoundStore(sql);
  const publishing = createPublishStore(sql);
  const entries = createEntries({
    store: createEntryStore(sql),
    claims: createClaimStore(sql),
    rounds: roundStore,
    cards,
    bus,
    clock,
  });
  // Only on the server that published: the result is in the database, for all servers.
  bus.subscribeOwn('holdings-changed', ({ wallet }) => entries.recheckWallet(wallet));
  const rounds = createRounds({ store: roundStore, bus, clock });
  const boards = createWhitelistAnswers({ entries, rounds, bus, clock, log });
  const rechecks = createRechecks({
    store: createRecheckStore(sql),
    entries,
    checkpoint,
    bus,
    clock,
  });
  const freeze = createFreeze({
    store: createFreezeStore(sql),
    publishing,
    readSince: cards.placesSince,
    checkpoint,
    bus,
    clock,
  });
  const published = createPublished({ store: publishing, rounds, bus });
  return {
    entries,
    handlers: createWhitelistHandlers({
      entries,
      boards,
      rechecks,
      rounds,
      published,
      clock,
      limits,
    }),
    jobs: [...entries.jobs, ...rechecks.jobs, ...freeze.jobs],
    /** A freeze that is under way goes on elsewhere, or with the next start. */
    close: freeze.stop,
  };
}
