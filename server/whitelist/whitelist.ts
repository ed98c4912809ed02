/** Wires the whitelist: entries, boards, re-checks, routes and jobs. */
import type { Logger } from 'pino';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { Sql } from '#server/db/sql.ts';
import { createWhitelistBoards } from './boards.ts';
import { createClaimStore } from './claim-store.ts';
import { createEntries, type HeldCards } from './entries.ts';
import { createEntryStore } from './entry-store.ts';
import { createRecheckStore } from './recheck-store.ts';
import { createRechecks } from './rechecks.ts';
import { createWhitelistHandlers } from './routes.ts';

interface WhitelistDependencies {
  readonly sql: Sql;
  readonly held: HeldCards;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createWhitelist({ sql, held, bus, clock, log }: WhitelistDependencies) {
  const entries = createEntries({
    store: createEntryStore(sql),
    claims: createClaimStore(sql),
    held,
    bus,
    clock,
  });
  // Only on the server that published: the result is in the database, for all servers.
  bus.subscribeOwn('holdings-changed', ({ wallet }) => entries.recheckWallet(wallet));
  const boards = createWhitelistBoards({ entries, bus, log });
  const rechecks = createRechecks({ store: createRecheckStore(sql), entries, bus, clock });
  return {
    entries,
    handlers: createWhitelistHandlers(entries, boards, rechecks),
    jobs: [...entries.jobs, ...rechecks.jobs],
  };
}
