/** Shapes of the card battle's routes and live messages. */
import { z } from 'zod';
import { MOVES } from '#rules/battle/deck.ts';
import { InstantShape } from './shapes.ts';

/** A player at the time the lobby or match was created. */
const Player = z.object({
  walletAddress: z.string(),
  /** The chosen name, else the default label. */
  displayName: z.string(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
});

export const Lobby = z.object({
  id: z.string(),
  name: z.string(),
  creatorWallet: z.string(),
  currentPlayers: z.int(),
  maxPlayers: z.int(),
  creator: Player,
  status: z.enum(['open', 'started', 'closed']),
  /** The match, once it has started. */
  matchId: z.string().nullable(),
  /** The finished match this lobby is the rematch of; only its other player can join. */
  rematchOf: z.string().nullable(),
  createdAt: InstantShape,
  /** Latest time; it closes earlier when its creator was not seen for 60 s. */
  expiresAt: InstantShape,
});
export type Lobby = z.output<typeof Lobby>;

const Wallet = z.string().meta({ description: 'Wallet address of the player.' });
const Outcome = z
  .string()
  .nullable()
  .meta({ description: "Wallet address of the winner, 'tie', or null while there is none." });
const CardName = z.string().nullable();
const Choice = z.enum(MOVES).nullable();

/** A finished round. A card is null when the player missed the round. */
export const Round = z.object({
  round: z.int(),
  player1Card: CardName,
  player1Choice: Choice,
  player2Card: CardName,
  player2Choice: Choice,
  roundWinner: z.string(),
  closedAt: InstantShape,
});
export type Round = z.output<typeof Round>;

export const RematchState = z.object({
  /** `offered`: the other player can accept until `expiresAt`. `over`: no rematch is possible. */
  state: z.enum(['none', 'offered', 'started', 'over']),
  offeredBy: Wallet.nullable(),
  lobbyId: z.string().nullable(),
  /** The new match, once it has started. */
  matchId: z.string().nullable(),
  expiresAt: InstantShape.nullable(),
});
export type RematchState = z.output<typeof RematchState>;

/**
 * A match as one viewer may see it (B2). Cards and choices are those of `currentRound`; while it is
 * open, only the viewer's own are shown. Finished rounds are in `rounds`.
 */
export const Match = z.object({
  id: z.string(),
  /**
   * Grows with every change. Ignore a lower version than you have, unless its `serverNow` is at least
   * 5 s later: then the server was restored from a backup.
   */
  version: z.int(),
  lobbyId: z.string(),
  status: z.enum(['in_progress', 'completed']),
  player1Wallet: Wallet,
  player2Wallet: Wallet,
  player1: Player,
  player2: Player,
  player1Card: CardName,
  player2Card: CardName,
  player1Choice: Choice,
  player2Choice: Choice,
  player1HasPlayed: z.boolean(),
  player2HasPlayed: z.boolean(),
  player1Score: z.int(),
  player2Score: z.int(),
  currentRound: z.int(),
  totalRounds: z.int(),
  /** True when nobody played this round the first time and it was opened again. */
  isReplay: z.boolean(),
  /** Winner of the last finished round, `rounds.at(-1)`. */
  roundWinner: Outcome,
  winner: Outcome,
  /**
   * `nobody-played`: a tie that does not count. `claimed`: the loser had missed a round and was away.
   */
  endReason: z.enum(['decided', 'left', 'nobody-played', 'claimed']).nullable(),
  rounds: z.array(Round),
  roundOpenedAt: InstantShape.nullable(),
  /** The pick timer of the open round ends here. */
  pickEndsAt: InstantShape.nullable(),
  /** Cards are accepted until here; a player without one misses the round. */
  roundClosesAt: InstantShape.nullable(),
  /**
   * The server's clock when the answer was made; it is old in a revalidated answer (304). So use the
   * largest recent `serverNow - own clock` as the clock difference.
   */
  serverNow: InstantShape,
  createdAt: InstantShape,
  endedAt: InstantShape.nullable(),
  rematch: RematchState,
});
export type Match = z.output<typeof Match>;

export const BattleRow = z.object({
  id: z.string(),
  walletAddress: z.string(),
  displayName: z.string(),
  totalGames: z.int(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  /** Percentage of all games, ties included. */
  winRate: z.number(),
  /** Positive: wins in a row, negative: losses in a row. */
  streak: z.int(),
  bestStreak: z.int(),
  lastGameAt: InstantShape,
});
export type BattleRow = z.output<typeof BattleRow>;

/** A player's own row, at any rank. */
export const BattlePlace = z.object({
  rank: z.int(),
  /** False when very many players have the same wins and games; the rank is then the best possible one. */
  isExact: z.boolean(),
  row: BattleRow,
});
export type BattlePlace = z.output<typeof BattlePlace>;
