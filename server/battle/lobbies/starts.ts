/** How a lobby becomes a match: in one transaction, for exactly one joiner. */
import { randomUUID } from 'node:crypto';
import type { Address } from '#rules/address.ts';
import { startMatch } from '#rules/battle/match.ts';
import type { PlayerFace } from '#server/battle/boards/players.ts';
import type { StoredMatch } from '#server/battle/matches/match-row.ts';
import type { MatchStore } from '#server/battle/matches/match-store.ts';
import type { Queries } from '#server/db/sql.ts';
import type { LobbyRow, LobbyStore } from './lobby-store.ts';

export interface Started {
  readonly lobby: LobbyRow;
  readonly stored: StoredMatch;
  /** Lobbies of the joiner's own that closed with it. */
  readonly closed: readonly LobbyRow[];
}

export interface Joiner {
  readonly wallet: Address;
  readonly face: PlayerFace;
}

/** Null when the lobby is not open any more. Refusals `already-in-match`, `opponent-in-match`. */
export type Start = (
  tx: Queries,
  lobbyId: string,
  joiner: Joiner,
  now: Date,
) => Promise<Started | null>;

export function createStart(lobbies: LobbyStore, matches: MatchStore): Start {
  return async (tx, lobbyId, { wallet, face }, now) => {
    const open = await lobbies.lockOpen(tx, lobbyId, wallet);
    const lobby = open.find(({ id }) => id === lobbyId);
    if (lobby === undefined) return null;
    const players = { id: randomUUID(), player1: lobby.creator, player2: wallet };
    const stored: StoredMatch = {
      match: startMatch(players, now.getTime()),
      token: randomUUID(),
      lobbyId,
      faces: { player1: lobby.face, player2: face },
    };
    // Sent together; the transaction fails with either.
    await Promise.all([matches.insert(tx, stored), lobbies.start(tx, lobbyId, wallet, players.id)]);
    const own = open.filter(({ id }) => id !== lobbyId).map(({ id }) => id);
    const closed = own.length === 0 ? [] : await lobbies.close(own, tx);
    return {
      lobby: { ...lobby, state: 'started', joiner: wallet, matchId: players.id },
      stored,
      closed,
    };
  };
}
