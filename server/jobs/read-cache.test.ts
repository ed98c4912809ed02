import { describe, expect, it } from 'vitest';
import { ReadCache } from './read-cache.ts';

let clock = 0;
const always = { now: () => clock, isFresh: () => true };

describe('what is remembered', () => {
  it('is handed out while it is fresh', async () => {
    const memory = new ReadCache<string>({ now: () => clock, isFresh: (at) => at >= 5 }, 10);
    clock = 4;
    memory.keep('ann', 'one', memory.begin());
    clock = 5;
    memory.keep('ben', 'one', memory.begin());
    expect([memory.fresh('ann'), memory.fresh('ben')]).toEqual([undefined, 'one']);
    expect(await memory.get('ann', async () => 'two')).toBe('two');
    expect(memory.fresh('ann')).toBe('two');
    expect(await memory.get('ann', async () => 'three'), 'not read again').toBe('two');
  });

  it('is read again once it changed, and a reading from before that does not count', () => {
    const memory = new ReadCache<string[]>(always, 10);
    const before = memory.begin();
    memory.invalidate('ann');
    memory.keep('ann', [], before);
    expect(memory.fresh('ann')).toBeUndefined();
    memory.keep('ann', ['new'], memory.begin());
    memory.keep('ann', ['old'], before);
    expect(memory.fresh('ann')).toEqual(['new']);
  });

  it('is forgotten when there is too much', () => {
    const memory = new ReadCache<string>(always, 2);
    for (const key of ['ann', 'ben', 'eve']) memory.keep(key, 'one', memory.begin());
    expect(['ann', 'ben', 'eve'].map((key) => memory.fresh(key))).toEqual([
      undefined,
      'one',
      'one',
    ]);
  });
});
