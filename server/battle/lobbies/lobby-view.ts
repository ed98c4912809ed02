/** A stored lobby -> the contract's shape and the invitation of a link preview. */
import type { Lobby } from '#contract/battle.ts';
import { shortAddress } from '#rules/address.ts';
import { MAX_PLAYERS } from '#rules/battle/lobby.ts';
import type { Invitation } from '#rules/link-previews.ts';
import type { LobbyRow } from './lobby-store.ts';

export function viewLobby(row: LobbyRow): Lobby {
  return {
    id: row.id,
    name: row.name,
    creatorWallet: row.creator,
    currentPlayers: row.joiner === null ? 1 : MAX_PLAYERS,
    maxPlayers: MAX_PLAYERS,
    creator: { walletAddress: row.creator, ...row.snapshot },
    status: row.state,
    matchId: row.matchId,
    rematchOf: row.rematchOf,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

/** 'over': nobody can join the lobby, or not whoever follows the link. */
export function viewInvitation(row: LobbyRow, now: Date): Invitation | 'over' {
  if (row.state !== 'open' || row.reservedFor !== null || row.expiresAt <= now) return 'over';
  const { creator, snapshot, name } = row;
  return { name: snapshot.displayName, shortAddress: shortAddress(creator), lobbyName: name };
}
