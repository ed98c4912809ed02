import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { HttpError } from '#web/api/http-error.ts';
import { newGame } from './game.ts';
import { isAwaited, isOldNews, type Shot, untilAnswered } from './shot.ts';

const ME = '0xme';
const NOON = Date.parse('2026-11-20T12:00:00Z');
const at = (seconds: number) => new Date(NOON + seconds * 1000).toISOString();
const match = (changed: Partial<Match> = {}) =>
  ({
    id: 'm1',
    status: 'in_progress',
    player1Wallet: ME,
    player2Wallet: '0xyou',
    player1HasPlayed: false,
    currentRound: 2,
    isReplay: false,
    rounds: [],
    winner: null,
    pickEndsAt: at(30),
    roundClosesAt: at(40),
    ...changed,
  }) as Match;
const shot: Shot = { matchId: 'm1', round: 2, isReplay: false, cardName: 'Transcendence' };

describe('a card is awaited', { tags: 'battle-41' }, () => {
  const awaited = (on: Match | null, seconds = 0) =>
    isAwaited({ ...newGame(ME), match: on }, shot, NOON + seconds * 1000);

  it('while its round is open, the time of grace too', () => {
    expect([awaited(match()), awaited(match(), 39)]).toEqual([true, true]);
  });

  it.each([
    ['it is down', match({ player1HasPlayed: true })],
    ['another round is open', match({ currentRound: 3 })],
    ['the round was opened once more', match({ isReplay: true })],
    ['the match is over', match({ status: 'completed' })],
    ['another match is on the table', match({ id: 'm2' })],
    ['the table was left', null],
  ])('no more when %s', (_, on) => {
    expect(awaited(on)).toBe(false);
  });

  it('no more when the time is up', () => {
    expect(awaited(match(), 40)).toBe(false);
  });
});

describe('a failure', { tags: 'battle-41' }, () => {
  const lost = new TypeError('Failed to fetch');
  const refused = new HttpError(409, '', '{}');
  const isOld = (on: Match | null, error: Error) =>
    isOldNews({ ...newGame(ME), match: on }, shot, error);
  const down = match({ player1HasPlayed: true });

  it('is told while the card is not down', () => {
    expect([isOld(match(), lost), isOld(match(), refused)]).toEqual([false, false]);
  });

  it('is not told when only the answer was lost', () => {
    expect(isOld(down, lost)).toBe(true);
    // Another card is down, from another tab.
    expect(isOld(down, refused)).toBe(false);
  });

  it('is not told once its round is over, or the table was left', () => {
    for (const on of [match({ currentRound: 3 }), match({ status: 'completed' }), null])
      expect([isOld(on, lost), isOld(on, refused)]).toEqual([true, true]);
  });
});

describe('a card without an answer', { tags: 'battle-41' }, () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Fails with each of these, then works. */
  function failing(...errors: Error[]) {
    const play = vi.fn(async () => {
      const error = errors.shift();
      if (error !== undefined) throw error;
      return 'down';
    });
    return play;
  }
  const timeOut = new DOMException('', 'TimeoutError');

  it('is sent again until there is one', async () => {
    const play = failing(timeOut, new TypeError('Failed to fetch'));
    const sent = untilAnswered(play, () => true);
    await vi.runAllTimersAsync();
    expect(await sent).toBe('down');
    expect(play).toHaveBeenCalledTimes(3);
  });

  it('is given up when it cannot count any more', async () => {
    const play = failing(timeOut);
    const sent = untilAnswered(play, () => false).catch((error) => error);
    await vi.runAllTimersAsync();
    expect(await sent).toBe(timeOut);
    expect(play).toHaveBeenCalledTimes(1);
  });

  it('is not sent again when it was refused', async () => {
    const play = failing(new HttpError(409, '', '{}'));
    await expect(untilAnswered(play, () => true)).rejects.toThrow('409');
    expect(play).toHaveBeenCalledTimes(1);
  });
});
