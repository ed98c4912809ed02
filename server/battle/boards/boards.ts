/**
 * What everybody polls: the open lobbies and the battle leaderboard, kept in memory until they
 * change. Each answer object is the same until it is read again, so its bytes are made once.
 */
import type { Logger } from 'pino';
import type { BattlePlace, BattleRow, Lobby } from '#contract/battle.ts';
import { type Address, defaultUsername } from '#rules/address.ts';
import { aheadAmong, BATTLE_BOARD_CAP, totalGames, winRate } from '#rules/battle/standings.ts';
import type { Lobbies } from '#server/battle/lobbies/lobbies.ts';
import { viewLobby } from '#server/battle/lobbies/lobby-view.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { createSnapshot } from '#server/db/snapshot.ts';
import type { FindNames } from './players.ts';
import type { StandingRow, StandingStore } from './standing-store.ts';

/** Changes made through another process that is not heard of show after this long. */
const MAX_AGE_MS = 1_000;
/** A few index pages each: nobody waits for them, and whoever changed something sees it. */
const CHEAP = { maxAgeMs: MAX_AGE_MS, pauseInReads: 0 };

/** Equals looked through to find a place among them: the most a place may cost. */
const MOST_EQUALS = 2_000;

export interface BattleBoardParts {
  readonly standings: Pick<StandingStore, 'top' | 'find' | 'groups' | 'earlier'>;
  readonly lobbies: Pick<Lobbies, 'newest'>;
  readonly names: FindNames;
  readonly bus: Bus;
  readonly log: Logger;
}

export interface BattleBoards {
  standings(): Promise<BattleRow[]>;
  /** Where one player stands, also outside of what `standings` answers; null before the first game. */
  placeOf(wallet: Address): Promise<BattlePlace | null>;
  lobbies(): Promise<Lobby[]>;
}

export function createBattleBoards(parts: BattleBoardParts): BattleBoards {
  const { bus, log } = parts;
  const onFault = (fault: unknown): void => {
    log.warn({ err: fault }, 'a board was not read again');
  };
  const standings = createSnapshot({
    ...CHEAP,
    onFault,
    async read() {
      const rows = await parts.standings.top(BATTLE_BOARD_CAP);
      const names = await parts.names(rows.map(({ wallet }) => wallet));
      return rows.map((row) => viewStanding(row, names.get(row.wallet)));
    },
  });
  const groups = createSnapshot({
    maxAgeMs: MAX_AGE_MS,
    onFault,
    read: () => parts.standings.groups(),
  });
  const lobbies = createSnapshot({
    ...CHEAP,
    onFault,
    read: async () => (await parts.lobbies.newest()).map(viewLobby),
  });
  bus.subscribe('lobbies-changed', () => lobbies.outdate());
  bus.subscribe('match-ended', () => {
    standings.outdate();
    groups.outdate();
  });
  bus.subscribe('collector-changed', () => standings.outdate());
  bus.subscribe('events-lost', () => {
    for (const board of [lobbies, standings, groups]) board.outdate();
  });

  async function placeOf(wallet: Address): Promise<BattlePlace | null> {
    const row = (await parts.standings.find([wallet])).get(wallet);
    if (row === undefined) return null;
    const [known, earlier, names] = await Promise.all([
      groups.get(),
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

  return { standings: () => standings.get(), placeOf, lobbies: () => lobbies.get() };
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
    lastGameAt: new Date(row.lastGameAt).toISOString(),
  };
}
