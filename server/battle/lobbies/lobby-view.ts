/** A stored lobby -> the contract's shape. */
import type { Lobby } from '#contract/battle.ts';
import { MAX_PLAYERS } from '#rules/battle/lobby.ts';
import type { LobbyRow } from './lobby-store.ts';

export function viewLobby(row: LobbyRow): Lobby {
  return {
    id: row.id,
    name: row.name,
    creatorWallet: row.creator,
    currentPlayers: row.joiner === null ? 1 : MAX_PLAYERS,
    maxPlayers: MAX_PLAYERS,
    creator: { walletAddress: row.creator, ...row.face },
    status: row.state,
    matchId: row.matchId,
    rematchOf: row.rematchOf,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
