/** Use cases of lobbies (B8). */
import { randomUUID } from 'node:crypto';
import type { Address } from '#rules/address.ts';
import {
  CREATOR_GONE_SECONDS,
  cleanLobbyName,
  LOBBIES_CAP,
  LOBBY_LIFE_SECONDS,
} from '#rules/battle/lobby.ts';
import { openLate } from '#rules/battle/match.ts';
import { endRematch } from '#rules/battle/rematch.ts';
import type { Invitation } from '#rules/link-previews.ts';
import { Refusal } from '#rules/refusal.ts';
import { createBatchLane } from '#server/battle/batches.ts';
import type { Players } from '#server/battle/boards/players.ts';
import type { Heartbeat } from '#server/battle/clock/heartbeat.ts';
import type { MatchLines } from '#server/battle/matches/match-lines.ts';
import type { StoredMatch } from '#server/battle/matches/match-row.ts';
import type { MatchStore } from '#server/battle/matches/match-store.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { TakeShare } from '#server/http/limits/limits.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import { allInParallel } from '#server/jobs/in-parallel.ts';
import type { RequireCards } from './entrance.ts';
import type { LobbyRow, LobbyStore, NewLobby } from './lobby-store.ts';
import { viewInvitation } from './lobby-view.ts';
import type { Rematches } from './rematches.ts';
import { isLate, matchOfLobby, type Starts } from './starts.ts';

/** About 500 bytes each. */
const MOST_OPENED = 5_000;
/** One lobby can be due, and the next one close at that moment. */
const MOST_TRIES = 3;

interface LobbyDependencies {
  readonly lobbies: LobbyStore;
  readonly matches: MatchStore;
  readonly lines: Pick<MatchLines, 'change'>;
  readonly starts: Starts;
  readonly rematches: Rematches;
  readonly heartbeat: Pick<Heartbeat, 'ensure'>;
  readonly players: Pick<Players, 'snapshot'>;
  readonly requireCards: RequireCards;
  readonly bus: Bus;
  readonly clock: Clock;
}

interface Joined {
  readonly lobby: LobbyRow;
  readonly stored: StoredMatch;
}

export type Lobbies = ReturnType<typeof createLobbies>;

export function createLobbies(parts: LobbyDependencies) {
  const { lobbies, matches, lines, starts, rematches, heartbeat, players } = parts;
  const { requireCards, bus, clock } = parts;

  /** Lobbies that this server opened, as last seen. */
  const opened = new BoundedCache<string, LobbyRow>(MOST_OPENED);
  const openings = createBatchLane<NewLobby, LobbyRow | undefined>({
    async send(wanted) {
      const rows = new Map((await lobbies.open(wanted)).map((row) => [row.id, row]));
      return wanted.map(({ id }) => rows.get(id));
    },
  });

  /** @throws Refusal `lobby-unknown` */
  async function get(id: string): Promise<LobbyRow> {
    const lobby = await lobbies.find(id);
    if (lobby === null) throw new Refusal('lobby-unknown');
    return lobby;
  }

  /** After lobbies closed: updates the list and ends rematch offers. */
  async function afterClosing(closed: readonly Pick<LobbyRow, 'rematchOf'>[]): Promise<void> {
    if (closed.length > 0) bus.publish('lobbies-changed', {});
    await allInParallel(closed, 1, async ({ rematchOf }) => {
      if (rematchOf !== null) await lines.change(rematchOf, endRematch);
    });
  }

  /** A match that has begun. Saved late, in an outage too, it may have missed the time that was given back. */
  async function inTime(stored: StoredMatch): Promise<StoredMatch> {
    const { id, createdAt } = stored.match;
    return isLate(createdAt, clock.now()) ? lines.change(id, openLate) : stored;
  }

  /** Ends its offer first: a server that is killed in between leaves a lobby, which closes by itself. */
  async function close({ id, rematchOf }: LobbyRow): Promise<void> {
    if (rematchOf !== null) await lines.change(rematchOf, endRematch);
    await afterClosing(await lobbies.close([id]));
  }

  /** The answer for a lobby that is no longer open; null while this wallet can join it. */
  async function joinedAlready(lobby: LobbyRow, wallet: Address): Promise<Joined | null> {
    if (lobby.creator === wallet) throw new Refusal('own-lobby');
    if (lobby.joiner === wallet && lobby.matchId !== null) {
      const stored = await matches.find(lobby.matchId);
      if (stored !== null) {
        if (!starts.found(stored)) return { lobby, stored };
        bus.publish('lobbies-changed', {});
        return { lobby, stored: await inTime(stored) };
      }
    }
    if (lobby.reservedFor !== null && lobby.reservedFor !== wallet) {
      throw new Refusal('lobby-reserved');
    }
    if (lobby.state === 'open') return null;
    throw new Refusal(({ started: 'lobby-taken', closed: 'lobby-closed' } as const)[lobby.state]);
  }

  /** Undefined if it is offered, and the wallet has an open lobby or a live match. */
  async function askForRematch(wallet: Address, matchId: string, name: string) {
    const ask = () => rematches.ask(wallet, matchId, name);
    const asked = await ask().catch((fault: unknown) => {
      if (!(fault instanceof Refusal) || fault.reason !== 'rematch-over') throw fault;
      return ask(); // a past outage that came while it waited for the database prolongs the offer first
    });
    // Not while the match is held: whoever holds the other one may wait for this one.
    if (asked !== null) await afterClosing(asked.closed);
    if (asked?.started !== undefined) await inTime(asked.started);
    return asked?.lobby;
  }

  /** The open lobby of a wallet. One that is due is closed: the sweep comes seconds later. */
  async function ownOpen(wallet: Address): Promise<LobbyRow | null> {
    await heartbeat.ensure(); // it is prolonged by a past outage before it is too old
    const own = await lobbies.openOf(wallet);
    if (own === null || own.expiresAt > clock.now()) return own;
    await close(own);
    return null;
  }

  /** Undefined if the wallet has an open lobby or a live match. */
  async function tryToOpen(wallet: Address, name: string): Promise<LobbyRow | undefined> {
    const now = clock.now();
    const lobby = await openings.push({
      id: randomUUID(),
      name,
      creator: wallet,
      snapshot: await players.snapshot(wallet),
      rematchOf: null,
      reservedFor: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LOBBY_LIFE_SECONDS * 1000),
    });
    if (lobby === undefined) return undefined;
    opened.set(lobby.id, lobby);
    bus.publish('lobbies-changed', {});
    return lobby;
  }

  /** Null if another wallet joined first, or the lobby closed or is too old. */
  async function tryToStart(lobby: LobbyRow, wallet: Address): Promise<Joined | null> {
    const snapshot = await players.snapshot(wallet);
    await heartbeat.ensure(); // lobbies are prolonged by a past outage, also one just now, before any is too old
    const wanted = matchOfLobby(lobby, wallet, snapshot, clock.now());
    try {
      const started = await starts.begin(wanted);
      if (started === null) return null;
      const { stored, matchId, closed, rematchOf } = started;
      const after: LobbyRow = { ...lobby, state: 'started', joiner: wallet, matchId };
      opened.set(lobby.id, after);
      bus.publish('lobbies-changed', {});
      if (closed !== null) await afterClosing([{ rematchOf }]);
      return { lobby: after, stored: await inTime(stored) };
    } catch (refusal) {
      // Its creator plays another match, so nobody can join this lobby any more.
      if (refusal instanceof Refusal && refusal.reason === 'opponent-in-match') {
        await afterClosing(await lobbies.close([lobby.id]));
      }
      throw refusal;
    }
  }

  return {
    get,
    afterClosing,
    drain: openings.drain,
    load: openings.load,
    /** The invitation shown in link previews; null if there is no such lobby. */
    async invitation(id: string): Promise<Invitation | 'over' | null> {
      const lobby = await lobbies.find(id);
      return lobby === null ? null : viewInvitation(lobby, clock.now());
    },
    listed: (): Promise<LobbyRow[]> => lobbies.listed(LOBBIES_CAP),
    listedOf: lobbies.listedOf,

    /**
     * Opens a lobby. Idempotent: the same wallet and name return the open lobby. With `rematchOf` it is 'Play Again',
     * see rematches.ts. Refusals: lobby-name-*, no-cards, lobby-already-open, already-in-match, opponent-in-match;
     * those of rematches.
     */
    async open(
      wallet: Address,
      wanted: { readonly name: string; readonly rematchOf?: string | undefined },
      takeShare: TakeShare,
    ): Promise<LobbyRow> {
      const name = cleanLobbyName(wanted.name);
      const { rematchOf } = wanted;
      await requireCards(wallet, takeShare);
      // Again: a lobby that was in the way is due, or has closed before it is asked for.
      for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
        const lobby = await (rematchOf === undefined
          ? tryToOpen(wallet, name)
          : askForRematch(wallet, rematchOf, name));
        if (lobby !== undefined) return lobby;
        const existing = await ownOpen(wallet);
        const isSame = existing?.rematchOf === (rematchOf ?? null);
        if (isSame && existing.name === name) return existing;
        if (existing !== null) throw new Refusal('lobby-already-open');
      }
      throw new Refusal('already-in-match');
    },

    /**
     * Takes the free seat. Idempotent; of concurrent joiners one wins. Refusals: lobby-*, own-lobby, no-cards,
     * already-in-match, opponent-in-match, rematch-over.
     */
    async join(wallet: Address, id: string, takeShare: TakeShare): Promise<Joined> {
      // It was open a moment ago; the statement that starts the match checks again.
      const known = opened.get(id);
      const lobby = known?.state === 'open' ? known : await get(id);
      const before = await joinedAlready(lobby, wallet);
      if (before !== null) return before;
      await requireCards(wallet, takeShare);
      if (lobby.rematchOf !== null) {
        await askForRematch(wallet, lobby.rematchOf, lobby.name);
      } else {
        const started = await tryToStart(lobby, wallet);
        if (started !== null) return started;
      }
      const after = await joinedAlready(await get(id), wallet);
      if (after === null) throw new Refusal('lobby-closed');
      return after;
    },

    /** The creator closes it, or the invited player declines. Refusals: lobby-unknown, not-yours. */
    async leave(wallet: Address, id: string): Promise<LobbyRow> {
      const lobby = await get(id);
      if (wallet !== lobby.creator && wallet !== lobby.reservedFor) throw new Refusal('not-yours');
      await close(lobby);
      return get(id);
    },

    /** Closes the open lobby of a wallet, or withdraws its offer of a rematch. */
    async closeOf(wallet: Address): Promise<void> {
      const own = await lobbies.openOf(wallet);
      if (own !== null) await close(own);
    },

    /** Tells of matches whose start was saved, but not answered: in an outage it may be saved long after it was sent. */
    async findStarted(): Promise<void> {
      const saved = await starts.lookFor(clock.now());
      if (saved.length > 0) bus.publish('lobbies-changed', {});
      await allInParallel(saved, 1, inTime);
    },

    /** Closes what is due (B8). */
    async closeDue(): Promise<void> {
      await heartbeat.ensure(); // here, since the sweep may have waited for the database until now
      const now = clock.now();
      const goneBefore = new Date(now.getTime() - CREATOR_GONE_SECONDS * 1000);
      await afterClosing(await lobbies.closeDue(now, goneBefore));
    },
  };
}
