/** Composes the feature. app.ts passes what it needs of other features. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Address } from '#rules/address.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Limits } from '#server/http/limits/limits.ts';
import type { Metrics } from '#server/http/metrics.ts';
import type { LaneLoad } from '#server/jobs/lane.ts';
import { LANE_CONNECTION } from './batches.ts';
import { createBattleBoards } from './boards/boards.ts';
import { createPlayers, type FindNames } from './boards/players.ts';
import { createStandingStore } from './boards/standing-store.ts';
import { createClockStore } from './clock/clock-store.ts';
import { createFreshness } from './clock/freshness.ts';
import { createHeartbeat } from './clock/heartbeat.ts';
import { createRoundClock, TICK_EVERY_MS } from './clock/round-clock.ts';
import { type CountCards, createRequireCards } from './lobbies/entrance.ts';
import { createLobbies } from './lobbies/lobbies.ts';
import { createLobbyStore } from './lobbies/lobby-store.ts';
import { createRematches } from './lobbies/rematches.ts';
import { createStartStore } from './lobbies/start-store.ts';
import { createStarts } from './lobbies/starts.ts';
import { createMatchEvents } from './match-events.ts';
import { createMatchLines } from './matches/match-lines.ts';
import { createMatchStore } from './matches/match-store.ts';
import { createMatchWriter } from './matches/match-writer.ts';
import { createMatches } from './matches/matches.ts';
import { createPresence } from './presence.ts';
import { createPresenceStore } from './presence-store.ts';
import { createBattleHandlers } from './routes.ts';

/** How often due lobbies are closed. */
const SWEEP_LOBBIES_EVERY_MS = 5_000;
/** How often matches are looked for whose start was not answered. */
const FIND_STARTED_EVERY_MS = 500;
/** How often those are noted of whom nothing was heard before. */
const NOTE_BACK_EVERY_MS = 500;
const FORGET_LOBBIES_EVERY_MS = 60_000;

const UNHEARD =
  'REDIS_URL is not set, but another server runs on this database: what happens there is seen here with the next poll only, and each counts rate limits for itself.';

interface BattleDependencies {
  readonly sql: Sql;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly names: FindNames;
  readonly countCards: CountCards;
  readonly limits: Pick<Limits, 'chargeNetwork'>;
  /** Whether this server receives other servers' events; undefined where it never does. */
  readonly hearsOthers: (() => boolean) | undefined;
}

export function createBattle(parts: BattleDependencies) {
  const { sql, bus, clock, log, names, countCards, limits } = parts;
  const standings = createStandingStore(sql);
  const freshness = createFreshness(clock, parts.hearsOthers ?? (() => false));
  let isToldOfOthers = parts.hearsOthers !== undefined;
  // Must run before sockets are sent the state again, so that it does not come from memory.
  bus.subscribe('events-lost', freshness.invalidate);
  const forLane = () => sql.apart(LANE_CONNECTION);
  const forMatches = forLane();
  const players = createPlayers({ standings, names, freshness, bus });
  const matchStore = createMatchStore({
    sql,
    batches: forMatches,
    standings,
    players,
    freshness,
  });
  const lobbyStore = createLobbyStore(sql, forLane());
  const startStore = createStartStore(sql, forLane());
  const server = randomUUID();
  const presenceStore = createPresenceStore(sql, server);
  const stores = { lobbies: lobbyStore, matches: matchStore };

  const events = createMatchEvents(bus, log, matchStore);
  const heartbeat = createHeartbeat({
    store: createClockStore(sql, forMatches, server),
    ...stores,
    presence: presenceStore,
    events,
    clock,
    onHeartbeat(number, at) {
      if (!isToldOfOthers && freshness.hasOthers()) {
        isToldOfOthers = true;
        log.warn(UNHEARD);
      }
      if (freshness.onHeartbeat(number, at)) return;
      log.warn('the database is an earlier one than before: what is remembered is read again');
      bus.publish('events-lost', {});
    },
  });
  const presence = createPresence({ store: presenceStore, heartbeat, clock });
  const writer = createMatchWriter({ store: matchStore, freshness, events });
  const lines = createMatchLines({ store: matchStore, writer, heartbeat, events, clock });
  const roundClock = createRoundClock({ heartbeat, lines, store: matchStore, clock, log });

  const starts = createStarts({ store: startStore, matches: matchStore, freshness, events });
  const rematches = createRematches({
    ...stores,
    lines,
    heartbeat,
    events,
    startStore,
    starts,
    players,
    clock,
  });
  const lobbies = createLobbies({
    lobbies: lobbyStore,
    matches: matchStore,
    lines,
    starts,
    rematches,
    heartbeat,
    players,
    bus,
    clock,
    requireCards: createRequireCards({ countCards, freshness, bus }),
  });
  const matches = createMatches({
    store: matchStore,
    lines,
    lobbies: lobbyStore,
    isAway: presence.isAway,
    isAlone: freshness.isAlone,
    bus,
    clock,
    afterClosing: lobbies.afterClosing,
  });
  const boards = createBattleBoards({ standings, lobbies, names, bus, log });

  /** Records who is present, then closes lobbies that have expired or whose creator has left. */
  async function sweepLobbies(): Promise<void> {
    await lobbyStore.noteSeen(await presence.sweep(), clock.now());
    await lobbies.closeDue();
  }

  /** Records who came back: another server would close their lobby, too, before the next sweep here. */
  async function noteBack(): Promise<void> {
    await lobbyStore.noteSeen(await presence.noteBack(), clock.now());
  }

  return {
    handlers: createBattleHandlers({ lobbies, matches, boards, presence, clock, limits }),
    matches,
    presence,
    findInvitation: lobbies.invitation,
    /** Closes the lobby of a wallet that is gone for good, at once. */
    async signedOut(wallet: Address): Promise<void> {
      // Else it closes a minute later.
      await lobbies
        .closeOf(wallet)
        .catch((err: unknown) => log.warn({ err }, 'the lobby of a signed-out wallet stays open'));
    },
    /** Called with every match state that this server commits. */
    onMatch: events.subscribe,
    /** Gives open rounds the time of an outage back. */
    catchUp: heartbeat.ensure,
    /** Closes due rounds; see round-clock.ts. */
    tick: roundClock.tick,
    /** After a manual change in the database: drops everything read so far. */
    invalidate: freshness.invalidate,
    sweepLobbies,
    /** Prepares the large statements, so that the first players need not wait for it. */
    async warmUp(): Promise<void> {
      await Promise.all([matchStore.save([]), startStore.begin([]), lobbyStore.open([])]);
    },
    /** What waits to be written. */
    measure({ measureEach }: Pick<Metrics, 'measureEach'>): void {
      const lanes = { openings: lobbies.load, starts: starts.load, changes: lines.load };
      const perLane = (name: string, help: string, figure: (load: LaneLoad) => number) =>
        measureEach(name, help, 'lane', () =>
          Object.fromEntries(Object.entries(lanes).map(([lane, load]) => [lane, figure(load())])),
        );
      const waitingRows = 'Rows of the battle that wait to be written.';
      perLane('mainz_lane_waiting', waitingRows, ({ waiting }) => waiting);
      const rowsUnderWay = 'Rows in the statement that runs.';
      perLane('mainz_lane_under_way', rowsUnderWay, ({ underWay }) => underWay);
      const oldest = 'Age of the oldest of both.';
      perLane('mainz_lane_oldest_seconds', oldest, ({ oldestMs }) => oldestMs / 1000);
    },
    /** Resolves when every accepted change is saved. */
    async close(): Promise<void> {
      await Promise.all([lines.drain(), starts.drain(), lobbies.drain()]);
      await heartbeat
        .leave()
        .catch((err: unknown) => log.warn({ err }, 'this server is forgotten later'));
    },
    jobs: [
      { name: 'battle clock', everyMs: TICK_EVERY_MS, run: roundClock.tick },
      { name: 'note who is back', everyMs: NOTE_BACK_EVERY_MS, run: noteBack },
      { name: 'find matches', everyMs: FIND_STARTED_EVERY_MS, run: lobbies.findStarted },
      { name: 'close lobbies', everyMs: SWEEP_LOBBIES_EVERY_MS, run: sweepLobbies },
      {
        name: 'forget old lobbies',
        everyMs: FORGET_LOBBIES_EVERY_MS,
        run: () => lobbyStore.forgetOld(clock.now()),
      },
    ],
  };
}
