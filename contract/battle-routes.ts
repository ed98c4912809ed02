/** Routes of the card battle: lobbies, matches, the board (B1-B10). */
import { z } from 'zod';
import { BattlePlace, BattleRow, Lobby, Match } from './battle.ts';
import { actor, anyone, anyoneAsThemselves, type Route } from './route.ts';
import {
  AddressShape,
  AskedAddressShape,
  NameTextShape,
  OpaqueIdShape,
  SocketNameShape,
} from './shapes.ts';

const Id = OpaqueIdShape;
const InPath = z.object({ id: Id });
/** Does not authenticate: the session decides which cards are shown. */
const WalletQuery = z.object({ walletAddress: AskedAddressShape });

export const battleRoutes = {
  'GET /api/game/leaderboard': {
    summary: 'Battle leaderboard: wins, then win rate, fewer games, earlier; at most 100.',
    access: anyone,
    allowance: 'poll',
    // A hundred rows from memory.
    cost: 2,
    answer: z.array(BattleRow),
    revalidated: true,
  },
  'GET /api/game/leaderboard/{walletAddress}': {
    summary:
      'Where one player stands on the battle leaderboard, however far down; null before the first game.',
    access: anyone,
    allowance: 'poll',
    // A database read for this wallet.
    cost: 5,
    params: z.object({ walletAddress: AddressShape }),
    answer: z.object({ place: BattlePlace.nullable() }),
    revalidated: true,
  },
  'GET /api/game/lobbies': {
    summary:
      'Open lobbies that anybody can join, newest first: of more than 100 the 50 newest, the 50 that ' +
      "wait longest, and the caller's own.",
    access: anyoneAsThemselves,
    allowance: 'poll',
    answer: z.array(Lobby),
    revalidated: true,
  },
  'GET /api/game/lobbies/{id}': {
    summary: 'One lobby, open or not: for invite links and for whoever waits in it.',
    access: anyoneAsThemselves,
    allowance: 'poll',
    params: InPath,
    answer: Lobby,
    refusals: ['lobby-unknown'],
    revalidated: true,
  },
  'POST /api/game/lobbies': {
    summary:
      "Open a lobby; the same again is the one that is open. With rematchOf 'Play Again': it " +
      'offers a rematch, or accepts the one the other player offered (then matchId is set).',
    access: actor('body.creatorWallet'),
    allowance: 'lobby',
    body: z.object({
      name: NameTextShape,
      creatorWallet: AddressShape,
      rematchOf: Id.optional().meta({ description: 'Id of the finished match to play again.' }),
    }),
    answer: Lobby,
    refusals: [
      'lobby-name-empty',
      'lobby-name-invalid',
      'no-cards',
      'lobby-already-open',
      'already-in-match',
      'opponent-in-match',
      'match-unknown',
      'not-a-player',
      'match-not-over',
      'rematch-over',
      'server-busy',
      'chain-unreachable',
    ],
  },
  'POST /api/game/lobbies/{id}/join': {
    summary: 'Take the free seat: the match starts. Again it is the same answer.',
    access: actor('body.walletAddress', 'body.playerWallet'),
    allowance: 'lobby',
    params: InPath,
    body: z.object({
      walletAddress: AddressShape.optional(),
      playerWallet: AddressShape.optional(),
    }),
    answer: Lobby.extend({ match: Match }),
    refusals: [
      'lobby-unknown',
      'lobby-closed',
      'lobby-taken',
      'lobby-reserved',
      'own-lobby',
      'no-cards',
      'already-in-match',
      'opponent-in-match',
      'rematch-over',
      'server-busy',
      'chain-unreachable',
    ],
  },
  'POST /api/game/lobbies/{id}/leave': {
    summary: 'Close an own lobby, or decline a rematch. Twice is fine.',
    access: actor('body.walletAddress'),
    allowance: 'write',
    params: InPath,
    body: z.object({ walletAddress: AddressShape }),
    answer: Lobby,
    refusals: ['lobby-unknown', 'not-yours'],
  },
  'GET /api/game/matches': {
    summary: "A wallet's live match, then its last ones, newest first; at most 5.",
    access: anyoneAsThemselves,
    allowance: 'poll',
    query: WalletQuery,
    answer: z.array(Match),
    refusals: ['no-wallet-address'],
    revalidated: true,
  },
  'GET /api/game/history/{walletAddress}': {
    summary: "A player's finished matches, newest first; a page that is not full is the last.",
    access: anyone,
    allowance: 'poll',
    // A database read for this wallet, and ten matches written out.
    cost: 5,
    params: z.object({ walletAddress: AddressShape }),
    query: z.object({
      before: Id.optional().meta({ description: 'Id of the last match of the page before.' }),
    }),
    answer: z.array(Match),
    refusals: ['match-unknown'],
  },
  'GET /api/game/matches/{id}': {
    summary: 'One match as the session may see it.',
    access: anyoneAsThemselves,
    allowance: 'poll',
    params: InPath,
    query: WalletQuery,
    answer: Match,
    refusals: ['match-unknown'],
    revalidated: true,
  },
  'POST /api/game/matches/{id}/play': {
    summary: 'Put a card down. The same card again in the same round changes nothing.',
    access: actor('body.walletAddress'),
    allowance: 'table',
    params: InPath,
    body: z.object({
      walletAddress: AddressShape,
      cardName: z.string().max(200),
      round: z.int().optional().meta({
        description:
          'The round it is meant for; else the one that is open when the call comes. Say it, and a repeat can never count in the next round.',
      }),
      isReplay: z.boolean().optional().meta({
        description:
          'Whether it is meant for the second opening of that round. Say it, and a repeat of the first can never count in it.',
      }),
      socket: SocketNameShape.optional().meta({
        description:
          'The name of a socket of the caller, which the answer makes up to date as well.',
      }),
    }),
    answer: Match,
    refusals: [
      'battle-card-unknown',
      'match-unknown',
      'not-a-player',
      'match-over',
      'already-played',
      'round-not-open',
      'server-busy',
    ],
  },
  'GET /api/game/matches/{id}/claim': {
    summary:
      'Whether the session may claim the match: its opponent missed the last round and is still away.',
    access: anyoneAsThemselves,
    allowance: 'poll',
    // A database read while the opponent seems to be away.
    cost: 5,
    params: InPath,
    answer: z.object({ canClaim: z.boolean() }),
    refusals: ['match-unknown'],
  },
  'POST /api/game/matches/{id}/claim': {
    summary: 'Take the match from an opponent who missed a round and is still away. Twice is fine.',
    access: actor('body.walletAddress'),
    allowance: 'table',
    params: InPath,
    body: z.object({ walletAddress: AddressShape }),
    answer: Match,
    refusals: [
      'match-unknown',
      'not-a-player',
      'match-over',
      'no-round-missed',
      'opponent-here',
      'server-busy',
    ],
  },
  'POST /api/game/matches/{id}/leave': {
    summary: 'Resign a live match; after its end: no rematch. Twice is fine.',
    access: actor('body.walletAddress'),
    allowance: 'table',
    params: InPath,
    body: z.object({ walletAddress: AddressShape }),
    answer: Match,
    refusals: ['match-unknown', 'not-a-player', 'server-busy'],
  },
} as const satisfies Record<string, Route>;
