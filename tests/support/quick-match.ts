/** 'Quick match', as the page does it, for players without a page. */
import type { Lobby, Match } from '#contract/battle.ts';
import { isSeatLost, quickMatch } from '#web/battle/lobby/quick-match.ts';
import type { Fighter } from './battle-product.ts';

export const lobbiesFor = ({ client }: Fighter): Promise<Lobby[]> =>
  client.call('GET /api/game/lobbies', {});

export const liveMatch = async (player: Fighter): Promise<Match | null> =>
  (await player.matches()).find(({ status }) => status === 'in_progress') ?? null;

/** @returns null when somebody was faster */
export const takeSeat = (player: Fighter, { id }: Lobby): Promise<Match | null> =>
  player.join(id).then(
    ({ match }) => match,
    (refused: { reason?: string }) => {
      if (refused.reason === 'already-in-match') return liveMatch(player);
      if (isSeatLost(refused.reason)) return null;
      throw refused;
    },
  );

export async function pressQuickMatch(player: Fighter) {
  const found = await quickMatch(player.wallet, {
    isWanted: () => true,
    lobbies: () => lobbiesFor(player),
    join: (lobby) => takeSeat(player, lobby),
    open: () => player.openLobby('Quick match'),
  });
  if (found === null) throw new Error('cancelled, though nobody cancels it');
  return found;
}
