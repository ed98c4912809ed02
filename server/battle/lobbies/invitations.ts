/** Who invites to a lobby, for whoever is shown a link to it. */
import { shortAddress } from '#rules/address.ts';
import type { Invitation } from '#rules/pages.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { LobbyStore } from './lobby-store.ts';

export function createFindInvitation(lobbies: Pick<LobbyStore, 'find'>, clock: Clock) {
  /** Null when the lobby is unknown, over, or kept for somebody. */
  return async (lobbyId: string): Promise<Invitation | null> => {
    const lobby = await lobbies.find(lobbyId);
    if (lobby === null || lobby.state !== 'open' || lobby.reservedFor !== null) return null;
    if (lobby.expiresAt <= clock.now()) return null;
    const { creator, face, name } = lobby;
    return { name: face.displayName, shortAddress: shortAddress(creator), lobbyName: name };
  };
}
