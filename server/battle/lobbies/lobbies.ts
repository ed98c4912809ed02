/** Use cases of lobbies (B8). */
import { randomUUID } from 'node:crypto';
import type { Address } from '#rules/address.ts';
import {
  CREATOR_GONE_SECONDS,
  cleanLobbyName,
  LOBBIES_CAP,
  LOBBY_LIFE_SECONDS,
} from '#rules/battle/lobby.ts';
import { endRematch } from '#rules/battle/rematch.ts';
import { Refusal } from '#rules/refusal.ts';
import type { FindFaces } from '#server/battle/boards/players.ts';
import { matchEvent, tellChange } from '#server/battle/matches/match-changes.ts';
import type { StoredMatch } from '#server/battle/matches/match-row.ts';
import type { MatchStore } from '#server/battle/matches/match-store.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { each } from '#server/jobs/each.ts';
import type { RequireCards } from './entrance.ts';
import type { LobbyRow, LobbyStore } from './lobby-store.ts';
import type { Rematches } from './rematches.ts';
import type { Start, Started } from './starts.ts';

export interface LobbyParts {
  readonly lobbies: LobbyStore;
  readonly matches: MatchStore;
  readonly start: Start;
  readonly rematches: Rematches;
  readonly faces: FindFaces;
  readonly requireCards: RequireCards;
  readonly bus: Bus;
  readonly clock: Clock;
}

export interface Joined {
  readonly lobby: LobbyRow;
  readonly stored: StoredMatch;
}

export type Lobbies = ReturnType<typeof createLobbies>;

export function createLobbies(parts: LobbyParts) {
  const { lobbies, matches, start, rematches, faces, requireCards, bus, clock } = parts;

  /** @throws Refusal `lobby-unknown` */
  async function get(id: string): Promise<LobbyRow> {
    const lobby = await lobbies.find(id);
    if (lobby === null) throw new Refusal('lobby-unknown');
    return lobby;
  }

  /** What follows when lobbies have closed: the list changed, and a rematch is off. */
  async function afterClosing(closed: readonly LobbyRow[]): Promise<void> {
    if (closed.length > 0) bus.publish('lobbies-changed', {});
    await each(closed, 1, async ({ rematchOf }) => {
      if (rematchOf === null) return;
      const change = await matches.change(rematchOf, endRematch);
      if (change !== null) tellChange(bus, change);
    });
  }

  /** The answer of a join, by what has become of the lobby; null while it is open to this wallet. */
  async function joinedAlready(lobby: LobbyRow, wallet: Address): Promise<Joined | null> {
    if (lobby.creator === wallet) throw new Refusal('own-lobby');
    if (lobby.joiner === wallet && lobby.matchId !== null) {
      const stored = await matches.find(lobby.matchId);
      if (stored !== null) return { lobby, stored };
    }
    if (lobby.reservedFor !== null && lobby.reservedFor !== wallet) {
      throw new Refusal('lobby-reserved');
    }
    if (lobby.state === 'started') throw new Refusal('lobby-taken');
    if (lobby.state === 'closed') throw new Refusal('lobby-closed');
    return null;
  }

  /** Null when somebody else was faster or it closed meanwhile. */
  async function tryToStart(id: string, wallet: Address): Promise<Started | null> {
    const face = (await faces([wallet]))(wallet);
    try {
      return await matches.begin((tx) => start(tx, id, { wallet, face }, clock.now()));
    } catch (refusal) {
      // Its creator went into another match: nobody can ever join this lobby.
      if (refusal instanceof Refusal && refusal.reason === 'opponent-in-match') {
        await afterClosing(await lobbies.close([id]));
      }
      throw refusal;
    }
  }

  return {
    get,
    afterClosing,
    newest: (): Promise<LobbyRow[]> => lobbies.newest(LOBBIES_CAP),

    /**
     * Opens a lobby; the same name again by the same wallet is the lobby that is open. With
     * `rematchOf` it is 'Play Again', see rematches.ts.
     * Refusals: lobby-name-*, no-cards, lobby-already-open, already-in-match; those of rematches.
     */
    async open(
      wallet: Address,
      wanted: { readonly name: string; readonly rematchOf?: string | undefined },
    ): Promise<LobbyRow> {
      const name = cleanLobbyName(wanted.name);
      await requireCards(wallet);
      if (wanted.rematchOf !== undefined) return rematches.ask(wallet, wanted.rematchOf, name);
      const now = clock.now();
      const lobby = await lobbies.open({
        id: randomUUID(),
        name,
        creator: wallet,
        face: (await faces([wallet]))(wallet),
        rematchOf: null,
        reservedFor: null,
        createdAt: now,
        expiresAt: new Date(now.getTime() + LOBBY_LIFE_SECONDS * 1000),
      });
      if (lobby !== null) {
        bus.publish('lobbies-changed', {});
        return lobby;
      }
      const existing = await lobbies.openOf(wallet);
      if (existing === null) throw new Refusal('already-in-match');
      if (existing.name === name && existing.rematchOf === null) return existing;
      throw new Refusal('lobby-already-open');
    },

    /**
     * Takes the free seat. Again it is the same answer; of many at once one gets it.
     * Refusals: lobby-*, own-lobby, no-cards, already-in-match, opponent-in-match, rematch-over.
     */
    async join(wallet: Address, id: string): Promise<Joined> {
      const lobby = await get(id);
      const before = await joinedAlready(lobby, wallet);
      if (before !== null) return before;
      await requireCards(wallet);
      if (lobby.rematchOf !== null) {
        await rematches.ask(wallet, lobby.rematchOf, lobby.name);
      } else {
        const started = await tryToStart(id, wallet);
        if (started !== null) {
          matches.committed(started.stored);
          bus.publish('match-started', matchEvent(started.stored));
          bus.publish('lobbies-changed', {});
          await afterClosing(started.closed);
          return started;
        }
      }
      const after = await joinedAlready(await get(id), wallet);
      if (after === null) throw new Refusal('lobby-closed');
      return after;
    },

    /** Its creator closes it, or whom it is reserved for declines. Refusals: lobby-unknown, not-yours. */
    async leave(wallet: Address, id: string): Promise<LobbyRow> {
      const lobby = await get(id);
      if (wallet !== lobby.creator && wallet !== lobby.reservedFor) throw new Refusal('not-yours');
      await afterClosing(await lobbies.close([id]));
      return get(id);
    },

    /** Closes what is due (B8). */
    async closeDue(): Promise<void> {
      const now = clock.now();
      const goneBefore = new Date(now.getTime() - CREATOR_GONE_SECONDS * 1000);
      await afterClosing(await lobbies.closeDue(now, goneBefore));
    },
  };
}
