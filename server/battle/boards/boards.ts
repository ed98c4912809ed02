/** The two boards that every page polls: open lobbies and the battle leaderboard. */
import type { BattlePlace, BattleRow, Lobby } from '#contract/battle.ts';
import { type Address, defaultUsername } from '#rules/address.ts';
import { LOBBIES_CAP } from '#rules/battle/lobby.ts';
import { aheadAmong, BATTLE_BOARD_CAP, totalGames, winRate } from '#rules/battle/standings.ts';
import type { Lobbies } from '#server/battle/lobbies/lobbies.ts';
import { viewLobby } from '#server/battle/lobbies/lobby-view.ts';
import {
  type CachedAnswerDependencies,
  createCachedAnswer,
} from '#server/cluster/cached-answer.ts';
import type { FindNames } from './players.ts';
import type { StandingRow, StandingStore } from './standing-store.ts';

/** Most equal rows counted to find a place: the bound of its cost. */
const MOST_EQUALS = 2_000;

interface BattleBoardDependencies extends CachedAnswerDependencies {
  readonly standings: Pick<StandingStore, 'top' | 'find' | 'groups' | 'earlier'>;
  readonly lobbies: Pick<Lobbies, 'listed' | 'listedOf'>;
  readonly names: FindNames;
}

export type BattleBoards = ReturnType<typeof createBattleBoards>;

export function createBattleBoards(parts: BattleBoardDependencies) {
  const standings = createCachedAnswer(parts, {
    outdatedBy: ['match-ended', 'collector-changed'],
    pauseInReads: 0,
    async read() {
      const rows = await parts.standings.top(BATTLE_BOARD_CAP);
      const names = await parts.names(rows.map(({ wallet }) => wallet));
      return rows.map((row) => viewStanding(row, names.get(row.wallet)));
    },
  });
  const groups = createCachedAnswer(parts, {
    outdatedBy: ['match-ended'],
    read: () => parts.standings.groups(),
  });
  const listed = createCachedAnswer(parts, {
    outdatedBy: ['lobbies-changed'],
    pauseInReads: 0,
    read: async () => (await parts.lobbies.listed()).map(viewLobby),
  });

  /** Open lobbies, always with the viewer's own, which a full list may leave out. */
  async function lobbies(viewer: Address | null): Promise<Lobby[]> {
    const found = await listed();
    const isOwn = ({ creatorWallet }: Lobby) => creatorWallet === viewer;
    if (viewer === null || found.length < LOBBIES_CAP || found.some(isOwn)) return found;
    const own = await parts.lobbies.listedOf(viewer);
    return own === null ? found : [viewLobby(own), ...found];
  }

  /** A player's place, also below the rows of `standings`; null before the first game. */
  async function placeOf(wallet: Address): Promise<BattlePlace | null> {
    const row = (await parts.standings.find([wallet])).get(wallet);
    if (row === undefined) return null;
    const [known, earlier, names] = await Promise.all([
      groups(),
      parts.standings.earlier(row, MOST_EQUALS),
      parts.names([wallet]),
    ]);
    const ahead = aheadAmong(known, { wins: row.wins, games: totalGames(row) });
    return {
      rank: ahead + earlier + 1,
      isExact: earlier < MOST_EQUALS,
      row: viewStanding(row, names.get(wallet)),
    };
  }

  return { standings, placeOf, lobbies };
}

function viewStanding(row: StandingRow, name: string | undefined): BattleRow {
  const { wallet, wins, losses, ties, streak, bestStreak } = row;
  return {
    id: wallet,
    walletAddress: wallet,
    displayName: name ?? defaultUsername(wallet),
    totalGames: totalGames(row),
    wins,
    losses,
    ties,
    winRate: winRate(row),
    streak,
    bestStreak,
    lastGameAt: row.lastGameAt.toISOString(),
  };
}
