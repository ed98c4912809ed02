import { describe, expect, it } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';

describe('a bounded cache', () => {
  it('holds no more than its bound, and what was touched last', () => {
    const cache = new BoundedCache<number, string>(10);
    for (let key = 0; key < 1_000; key += 1) {
      cache.set(key, `value ${key}`);
      expect([...cache].length).toBeLessThanOrEqual(10);
      expect(cache.get(key)).toBe(`value ${key}`);
      expect(cache.get(0)).toBe('value 0');
    }
  });

  it('answers the newest value, whichever generation held the one before', () => {
    const cache = new BoundedCache<string, number>(4);
    for (const key of ['a', 'b', 'c']) cache.set(key, 1);
    cache.set('a', 2);
    expect([...cache]).toEqual([
      ['b', 1],
      ['c', 1],
      ['a', 2],
    ]);
    expect(cache.get('a')).toBe(2);
  });

  it('forgets nothing when one key is written again and again', () => {
    const cache = new BoundedCache<string, number>(4);
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, 1);
    for (let value = 2; value < 10; value += 1) cache.set('d', value);
    expect([...cache]).toHaveLength(4);
  });

  it('forgets what is deleted, and everything when cleared', () => {
    const cache = new BoundedCache<string, number>(4);
    for (const key of ['a', 'b', 'c']) cache.set(key, 1);
    // One of each generation.
    for (const key of ['a', 'c']) {
      cache.delete(key);
      expect(cache.get(key)).toBeUndefined();
    }
    cache.clear();
    expect([...cache]).toEqual([]);
  });
});
