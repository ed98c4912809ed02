/** A match of the battle as the server tells it, for unit tests of the page. */
import type { Match } from '#contract/battle.ts';

export const ME = '0xme';
export const YOU = '0xyou';
export const START = Date.parse('2026-11-20T12:00:00Z');

/** So many seconds after the start. */
export const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();

function player(walletAddress: string) {
  return { walletAddress, displayName: walletAddress, wins: 0, losses: 0, ties: 0 };
}

/** The first round of ME against YOU is open, unless it is changed. */
export function aMatch(changed: Partial<Match> = {}): Match {
  return {
    id: 'm1',
    version: 1,
    lobbyId: 'l1',
    status: 'in_progress',
    player1Wallet: ME,
    player2Wallet: YOU,
    player1: player(ME),
    player2: player(YOU),
    player1Card: null,
    player2Card: null,
    player1Choice: null,
    player2Choice: null,
    player1HasPlayed: false,
    player2HasPlayed: false,
    player1Score: 0,
    player2Score: 0,
    currentRound: 1,
    totalRounds: 3,
    isReplay: false,
    roundWinner: null,
    winner: null,
    endReason: null,
    rounds: [],
    roundOpenedAt: at(0),
    pickEndsAt: at(30),
    roundClosesAt: at(40),
    serverNow: at(0),
    createdAt: at(0),
    endedAt: null,
    rematch: { state: 'none', offeredBy: null, lobbyId: null, matchId: null, expiresAt: null },
    ...changed,
  } as Match;
}
