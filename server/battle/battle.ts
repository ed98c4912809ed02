/** Puts the feature together. What it needs of others comes as arguments from app.ts. */
import type { Logger } from 'pino';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { Sql } from '#server/db/sql.ts';
import { createBattleBoards } from './boards/boards.ts';
import { createFindFaces, type FindNames } from './boards/players.ts';
import { createStandingStore } from './boards/standing-store.ts';
import { type CountCards, createRequireCards } from './lobbies/entrance.ts';
import { createFindInvitation } from './lobbies/invitations.ts';
import { createLobbies } from './lobbies/lobbies.ts';
import { createLobbyStore } from './lobbies/lobby-store.ts';
import { createRematches } from './lobbies/rematches.ts';
import { createStart } from './lobbies/starts.ts';
import { createClockStore } from './matches/clock-store.ts';
import { createFreshness } from './matches/freshness.ts';
import { createMatchStore } from './matches/match-store.ts';
import { createMatches } from './matches/matches.ts';
import { createRoundClock, TICK_EVERY_MS } from './matches/round-clock.ts';
import { createPresence } from './presence.ts';
import { createBattleHandlers } from './routes.ts';

/** How often lobbies are looked through. */
const SWEEP_LOBBIES_EVERY_MS = 5_000;
const FORGET_LOBBIES_EVERY_MS = 10 * 60 * 1000;

export interface BattleParts {
  readonly sql: Sql;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly names: FindNames;
  readonly countCards: CountCards;
  /** Whether events that other servers publish are heard here. */
  readonly hearsOthers: () => boolean;
}

export type Battle = ReturnType<typeof createBattle>;

export function createBattle(parts: BattleParts) {
  const { sql, bus, clock, log, names, countCards } = parts;
  const standings = createStandingStore(sql);
  const freshness = createFreshness(clock, parts.hearsOthers);
  // Before anybody is told how things stand: that must not come from memory.
  bus.subscribe('events-lost', freshness.doubt);
  const matchStore = createMatchStore(sql, standings, freshness);
  const lobbyStore = createLobbyStore(sql);
  const stores = { lobbies: lobbyStore, matches: matchStore };
  const faces = createFindFaces({ standings, names });
  const start = createStart(lobbyStore, matchStore);

  const rematches = createRematches({ ...stores, start, faces, bus, clock });
  const lobbies = createLobbies({
    ...stores,
    start,
    rematches,
    faces,
    bus,
    clock,
    requireCards: createRequireCards(countCards),
  });
  const roundClock = createRoundClock({
    store: createClockStore(sql),
    matches: matchStore,
    lobbies: lobbyStore,
    bus,
    clock,
    log,
    counted(beat, at) {
      if (freshness.counted(beat, at)) return;
      log.warn('the database is an earlier one than before: what is remembered is read again');
      bus.publish('events-lost', {});
    },
  });
  const matches = createMatches({
    store: matchStore,
    lobbies: lobbyStore,
    roundClock,
    bus,
    clock,
    afterClosing: lobbies.afterClosing,
  });
  const boards = createBattleBoards({ standings, lobbies, names, bus, log });
  const presence = createPresence();

  /** Notes who is here, then closes lobbies whose creator is gone or whose time is over. */
  async function sweepLobbies(): Promise<void> {
    await lobbyStore.noteSeen(presence.look(), clock.now());
    await lobbies.closeDue();
  }

  return {
    handlers: createBattleHandlers({ lobbies, matches, boards, presence, now: () => clock.now() }),
    matches,
    presence,
    findInvitation: createFindInvitation(lobbyStore, clock),
    /** Closes rounds whose time is over; see round-clock.ts. */
    tick: roundClock.tick,
    /** After a hand in the database: nothing that was read until now is shown again. */
    doubt: freshness.doubt,
    sweepLobbies,
    jobs: [
      { name: 'battle clock', everyMs: TICK_EVERY_MS, run: roundClock.tick },
      { name: 'close lobbies', everyMs: SWEEP_LOBBIES_EVERY_MS, run: sweepLobbies },
      {
        name: 'forget old lobbies',
        everyMs: FORGET_LOBBIES_EVERY_MS,
        run: () => lobbyStore.forgetOld(clock.now()),
      },
    ],
  };
}
