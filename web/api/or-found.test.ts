import { describe, expect, it, vi } from 'vitest';
import { HttpError } from '#web/api/http-error.ts';
import { orFound, orFoundOrAgain } from './or-found.ts';

const lost = new TypeError('Failed to fetch');

describe('a write', { tags: 'battle-42' }, () => {
  it('without an answer is looked for: it may have been done', async () => {
    const found = orFound(Promise.reject(lost), async () => 'made');
    expect(await found).toBe('made');
  });

  it('is looked for as well when the failure has words of its own', async () => {
    const failed = new Error('Failed to fetch match details', { cause: lost });
    expect(await orFound(Promise.reject(failed), async () => 'made')).toBe('made');
  });

  it.each([
    ['nothing was made', async () => undefined],
    ['nothing can be read', () => Promise.reject(new Error('no line'))],
  ])('without an answer has failed when %s', async (_, find) => {
    await expect(orFound(Promise.reject(lost), find)).rejects.toBe(lost);
  });

  it('that was answered is not looked for', async () => {
    const find = vi.fn(async () => 'made');
    const refusal = new HttpError(409, '', '{}');
    await expect(orFound(Promise.reject(refusal), find)).rejects.toBe(refusal);
    expect(await orFound(Promise.resolve('answered'), find)).toBe('answered');
    expect(find).not.toHaveBeenCalled();
  });
});

describe('opening or joining a lobby', { tags: 'battle-42' }, () => {
  it('is tried once more, with more time, when it had no answer and nothing was made', async () => {
    const write = vi.fn(async (withinMs?: number) => {
      if (withinMs === undefined) throw lost;
      return 'made';
    });
    const find = vi.fn(async () => undefined);
    expect(await orFoundOrAgain(write, find)).toBe('made');
    expect(write).toHaveBeenCalledTimes(2);
    expect(find).toHaveBeenCalledOnce();
  });

  it('is not tried a third time, nor again after an answer', async () => {
    const find = async () => undefined;
    for (const [error, times] of [
      [lost, 2],
      [new HttpError(409, '', '{}'), 1],
    ] as const) {
      const write = vi.fn(() => Promise.reject(error));
      await expect(orFoundOrAgain(write, find)).rejects.toBe(error);
      expect(write).toHaveBeenCalledTimes(times);
    }
  });

  it('is not tried again when it was cancelled meanwhile', async () => {
    const write = vi.fn(() => Promise.reject(lost));
    const find = async () => undefined;
    await expect(orFoundOrAgain(write, find, () => false)).rejects.toBe(lost);
    expect(write).toHaveBeenCalledOnce();
  });
});
