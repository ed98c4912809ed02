import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { aMatch, ME } from '#tests/support/a-match.ts';
import { HttpError } from '#web/api/http-error.ts';
import { newGame } from './game.ts';
import { isAwaited, isOldNews, type Shot, untilAnswered } from './shot.ts';

const match = (changed: Partial<Match> = {}) => aMatch({ currentRound: 2, ...changed });
const shot: Shot = { matchId: 'm1', round: 2, isReplay: false, cardName: 'Transcendence' };

describe('a card is awaited', { tags: 'battle-41' }, () => {
  const awaited = (on: Match | null) => isAwaited({ ...newGame(ME), match: on }, shot);

  it('while its round is open', () => {
    expect(awaited(match())).toBe(true);
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

  function failing(...errors: Error[]) {
    return vi.fn(async () => {
      const error = errors.shift();
      if (error !== undefined) throw error;
      return 'down';
    });
  }
  const timeOut = new DOMException('', 'TimeoutError');

  it('is sent again until there is one', async () => {
    const play = failing(timeOut, new TypeError('Failed to fetch'));
    const sent = untilAnswered(play, () => true);
    await vi.runAllTimersAsync();
    expect(await sent).toBe('down');
    expect(play).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['a proxy answered for the server', new HttpError(502, 'Bad Gateway', '<html>')],
    ['a content network did', new HttpError(524, '', 'error code: 524')],
    ['the answer was cut short, or was a page', new SyntaxError('Unexpected end of JSON input')],
    ['the server lost its database', new HttpError(503, '', '{"reason":"storage-away"}')],
    ['its network had sent too much', new HttpError(429, '', '{"reason":"too-many-requests"}')],
  ])('is one for which %s, too', async (_, error) => {
    const play = failing(error);
    const sent = untilAnswered(play, () => true);
    await vi.runAllTimersAsync();
    expect(await sent).toBe('down');
  });

  it('is sent on a second line after 2 s, beside the first', async () => {
    const play = vi.fn<() => Promise<string>>(() => new Promise(() => {}));
    play.mockResolvedValueOnce('at once');
    expect(await untilAnswered(play, () => true)).toBe('at once');
    await vi.runAllTimersAsync();
    expect(play).toHaveBeenCalledOnce();

    const sent = untilAnswered(play, () => true);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(play).toHaveBeenCalledTimes(2);
    play.mockResolvedValueOnce('down');
    await vi.advanceTimersByTimeAsync(1);
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
    const answers = [
      [409, '{"reason":"because"}'],
      [503, '{"reason":"because"}'],
      [500, '{"error":"Something went wrong on our side."}'],
    ] as const;
    for (const [status, body] of answers) {
      const play = failing(new HttpError(status, '', body));
      await expect(untilAnswered(play, () => true)).rejects.toThrow(`${status}`);
      expect(play).toHaveBeenCalledTimes(1);
    }
  });
});
