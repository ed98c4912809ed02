/**
 * The game screen as a value: what is on the table, and what becomes
 * of it when the server or the player does something. No clock, no network, no dice in here.
 */
import type { Match } from '#contract/battle.ts';
import type { Act, News, Via } from './acts.ts';
import { isPlayer, type SeenRound, sidesOf } from './sides.ts';

export type Phase = 'lobby' | 'waiting' | 'playing' | 'result';

/** A finished round on its way to the player's eyes: 3-2-1, the clash, the result. */
export interface Reveal {
  readonly round: number;
  readonly step: 'countdown' | 'clash' | 'told';
  /** It was told before the page was loaded again. */
  readonly isAgain: boolean;
}

/** What a tab remembers over a reload. */
export interface Memory {
  readonly matchId: string | null;
  /** Rounds of that match whose result the player went on from. */
  readonly roundsRead: number;
  /** A live match the player turned away from ('Reset Game'): it is not put on the table again. */
  readonly left: string | null;
}

export const NO_MEMORY: Memory = { matchId: null, roundsRead: 0, left: null };

export interface Game {
  readonly wallet: string;
  /** The server has said which matches there are. */
  readonly hasLooked: boolean;
  readonly match: Match | null;
  /** The card picked in the current round and not put down. */
  readonly pick: string | null;
  readonly isSending: boolean;
  readonly reveal: Reveal | null;
  /** A lobby is being joined, or a rematch asked for, and the server has not answered. */
  readonly isAsking: boolean;
  readonly memory: Memory;
}

export interface Step {
  readonly game: Game;
  readonly news: readonly News[];
}

export function newGame(wallet: string, memory: Memory = NO_MEMORY): Game {
  return {
    wallet,
    memory,
    hasLooked: false,
    match: null,
    pick: null,
    isSending: false,
    reveal: null,
    isAsking: false,
  };
}

export function phaseOf(game: Game): Phase {
  const { match, reveal } = game;
  if (game.isAsking || isOffering(game)) return 'waiting';
  if (match === null) return 'lobby';
  if (reveal !== null) return reveal.step === 'countdown' ? 'playing' : 'result';
  return match.status === 'completed' ? 'result' : 'playing';
}

/** This player asked for a rematch and the other one has not answered. */
export function isOffering({ match, wallet }: Game): boolean {
  return match?.rematch.state === 'offered' && match.rematch.offeredBy === wallet;
}

/** The round a reveal is about. */
export function revealedRound({ match, reveal, wallet }: Game): SeenRound | null {
  if (match === null || reveal === null) return null;
  return sidesOf(match, wallet).rounds.find(({ round }) => round === reveal.round) ?? null;
}

export function step(game: Game, act: Act): Step {
  const { match } = game;
  switch (act.kind) {
    case 'listed':
      return listed(game, act.matches);
    case 'seen':
      return seen(game, act.match, act.via);
    case 'pick':
      return mayPick(game) ? quiet({ ...game, pick: act.card }) : quiet(game);
    case 'time-up': {
      if (!mayPick(game) || game.pick !== null) return quiet(game);
      return { game: { ...game, pick: act.card }, news: [{ kind: 'time-up', card: act.card }] };
    }
    case 'shot':
      return quiet({ ...game, isSending: true });
    case 'refused':
      return quiet({ ...game, isSending: false, pick: null });
    case 'unsent':
      return quiet({ ...game, isSending: false });
    case 'reveal':
      return revealOn(game);
    case 'continue':
      return quiet(remembering({ ...game, reveal: null }));
    case 'ask':
      return quiet({ ...game, isAsking: true });
    case 'asked':
      return quiet({ ...game, isAsking: false });
    case 'reset': {
      const left = match?.status === 'in_progress' ? match.id : game.memory.left;
      const cleared = { match: null, pick: null, isSending: false, reveal: null, isAsking: false };
      return quiet({ ...game, ...cleared, memory: { ...NO_MEMORY, left } });
    }
    case 'rejoin':
      return quiet({ ...game, memory: { ...game.memory, left: null } });
  }
}

function quiet(game: Game): Step {
  return { game, news: [] };
}

/** Picks are free until a card is on its way or lies there, in every phase of a live match. */
function mayPick({ match, wallet, isSending }: Game): boolean {
  if (match?.status !== 'in_progress' || isSending) return false;
  return !sidesOf(match, wallet).hasPlayed;
}

/** The list of this wallet's matches: a live one is put on the table. */
function listed(game: Game, matches: readonly Match[]): Step {
  const looked = { ...game, hasLooked: true };
  const known = matches.find(({ id }) => id === game.memory.matchId);
  // Only the first look brings back a match that is over: the one this tab was reading the end of.
  if (!game.hasLooked && game.match === null && known !== undefined) return sit(looked, known);
  const live = matches.find(
    ({ id, status }) => status === 'in_progress' && id !== game.memory.left,
  );
  if (live !== undefined) return seen(looked, live, 'poll');
  const mine = matches.find(({ id }) => id === game.match?.id);
  return mine === undefined ? quiet(looked) : seen(looked, mine, 'poll');
}

function seen(game: Game, got: Match, via: Via): Step {
  const have = game.match;
  if (!isPlayer(got, game.wallet)) return quiet(game);
  if (have?.id === got.id) {
    if (isNewer(have, got, game.wallet)) return refresh(game, have, got, via);
    return wentBack(have, got) ? sit(game, got) : quiet(game);
  }
  if (got.status === 'completed' || got.id === game.memory.left) return quiet(game);
  // A wallet has one live match: the younger one is true, the other an answer that came late.
  const isElder = have !== null && have.createdAt >= got.createdAt;
  if (have?.status === 'in_progress' && isElder && !isLong(have, got)) return quiet(game);
  return sit(game, got);
}

/** The same version can still say more: before signing in one's own card is hidden. */
function isNewer(have: Match, got: Match, wallet: string): boolean {
  if (got.version !== have.version) return got.version > have.version;
  return sidesOf(have, wallet).card === null && sidesOf(got, wallet).card !== null;
}

/** Longer than any server shows what another one knows to be over, in ms. */
const LONG = 5_000;

/** Whether one was written so long after the other that it did not just come late. */
function isLong(have: Match, got: Match): boolean {
  return Date.parse(got.serverNow) - Date.parse(have.serverNow) >= LONG;
}

/**
 * The server lost what is on the table: its database was restored from a backup. What it says now is
 * true, whatever its version: the same number can have come again with something else behind it.
 */
function wentBack(have: Match, got: Match): boolean {
  if (!isLong(have, got)) return false;
  return got.version < have.version || forAll(got) !== forAll(have);
}

/** What everybody sees of it: one's own card hides when the session is over, which changes nothing. */
function forAll(match: Match): string {
  const hidden = { player1Card: null, player1Choice: null, player2Card: null, player2Choice: null };
  return JSON.stringify({ ...match, ...hidden, serverNow: '' });
}

/** Puts a match on the table that was not there before. */
function sit(game: Game, match: Match): Step {
  const isKnown = game.memory.matchId === match.id;
  const last = match.rounds.at(-1);
  const isUnread = isKnown && last !== undefined && match.rounds.length > game.memory.roundsRead;
  const isLive = match.status === 'in_progress';
  const reveal: Reveal | null =
    isUnread && isLive ? { round: last.round, step: 'told', isAgain: true } : null;
  const next = remembering({
    ...game,
    match,
    reveal,
    pick: null,
    isSending: false,
    isAsking: false,
    memory: { ...game.memory, left: null },
  });
  return { game: next, news: isKnown || !isLive ? [] : [{ kind: 'started', match }] };
}

/** A newer state of the match on the table. */
function refresh(game: Game, have: Match, got: Match, via: Via): Step {
  const news: News[] = [];
  const [before, after] = [sidesOf(have, game.wallet), sidesOf(got, game.wallet)];
  const isSameRound = roundKey(have) === roundKey(got) && got.status === 'in_progress';
  const isOver = have.status === 'in_progress' && got.status === 'completed';
  let { reveal } = game;

  const last = after.rounds.at(-1);
  if (last !== undefined && got.rounds.length > have.rounds.length) {
    const wereBothDown = last.yours !== null && last.theirs !== null;
    reveal = { round: last.round, step: 'countdown', isAgain: false };
    if (via === 'check' || via === 'progress') {
      news.push({ kind: 'found', isOver: got.status === 'completed' });
    }
    // A card that never came gives nothing to count down to.
    if (!wereBothDown) reveal = { ...reveal, step: 'clash' };
  } else if (isOver && (reveal === null || reveal.step === 'told')) {
    reveal = null;
    news.push({ kind: 'over', match: got });
  }
  if (isSameRound && !before.hasOpponentPlayed && after.hasOpponentPlayed) {
    news.push({ kind: 'opponent-ready' });
  }
  if (!have.isReplay && got.isReplay && have.currentRound === got.currentRound) {
    news.push({ kind: 'replay' });
  }
  news.push(...rematchNews(have, got, game.wallet));

  const next = {
    ...game,
    match: got,
    reveal,
    pick: isSameRound && !after.hasPlayed ? game.pick : null,
    isSending: isSameRound && !after.hasPlayed && game.isSending,
    isAsking: got.rematch.state === 'over' ? false : game.isAsking,
  };
  return { game: remembering(next), news };
}

function rematchNews(have: Match, got: Match, wallet: string): News[] {
  const [before, after] = [have.rematch.state, got.rematch.state];
  if (before === after) return [];
  if (after === 'offered' && got.rematch.offeredBy !== wallet) return [{ kind: 'rematch-offered' }];
  return before === 'offered' && after === 'over' ? [{ kind: 'rematch-over' }] : [];
}

/** A replay is another go at the same round: what was picked before does not count. */
function roundKey({ currentRound, isReplay }: Match): string {
  return `${currentRound} ${isReplay}`;
}

function revealOn(game: Game): Step {
  const { match, reveal } = game;
  if (match === null || reveal === null || reveal.step === 'told') return quiet(game);
  if (reveal.step === 'countdown') {
    return quiet({ ...game, reveal: { ...reveal, step: 'clash' } });
  }
  const round = revealedRound(game);
  const news: News[] = round === null ? [] : [{ kind: 'round', round, match }];
  if (match.status === 'completed') {
    // The end of the match tells its last round, too.
    return {
      game: remembering({ ...game, reveal: null }),
      news: [...news, { kind: 'over', match }],
    };
  }
  return { game: { ...game, reveal: { ...reveal, step: 'told' } }, news };
}

function remembering(game: Game): Game {
  const { match, reveal, memory } = game;
  if (match === null) return game;
  const roundsRead = reveal === null ? match.rounds.length : match.rounds.length - 1;
  if (memory.matchId === match.id && memory.roundsRead === roundsRead) return game;
  return { ...game, memory: { ...memory, matchId: match.id, roundsRead } };
}
