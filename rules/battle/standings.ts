/** The battle leaderboard (S2, B10). */
import type { Match, Seat } from './match.ts';

export const BATTLE_BOARD_CAP = 100;

interface GameCounts {
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

export type GameResult = 'win' | 'loss' | 'tie';

/** The result of a match for each player; null when it is not finished or does not count. */
export function resultsOf({ end }: Match): Readonly<Record<Seat, GameResult>> | null {
  if (end === null || end.reason === 'nobody-played') return null;
  if (end.winner === 'tie') return { player1: 'tie', player2: 'tie' };
  return end.winner === 'player1'
    ? { player1: 'win', player2: 'loss' }
    : { player1: 'loss', player2: 'win' };
}

export function totalGames({ wins, losses, ties }: GameCounts): number {
  return wins + losses + ties;
}

/** Wins as a percentage of all games, ties included. */
export function winRate(standing: GameCounts): number {
  const games = totalGames(standing);
  return games === 0 ? 0 : (standing.wins / games) * 100;
}

export interface StandingGroup {
  readonly wins: number;
  readonly games: number;
  readonly players: number;
}

/** The number of players ahead by wins or games; ties by these are not counted. */
export function aheadAmong(
  groups: readonly StandingGroup[],
  own: Pick<StandingGroup, 'wins' | 'games'>,
): number {
  let ahead = 0;
  for (const { wins, games, players } of groups) {
    if (wins > own.wins || (wins === own.wins && games < own.games)) ahead += players;
  }
  return ahead;
}
