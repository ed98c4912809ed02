import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepInMemory, NO_MEMORY, readMemory, returnTo } from './memory.ts';

const ME = '0xme';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

it.each([
  ['the one that was on the table, as it was read', { matchId: 'm1', roundsRead: 2 }],
  ['one that was left', { matchId: null, roundsRead: 2, left: 'm1' }],
])('back to the match: %s', { tags: 'B11' }, (_, memory) => {
  keepInMemory(ME, memory);
  returnTo('m1', ME);
  expect(readMemory(ME)).toEqual({ ...NO_MEMORY, wallet: ME, matchId: 'm1', roundsRead: 2 });
});

it('what one wallet played in this tab is not remembered for another one', () => {
  keepInMemory(ME, { matchId: 'm1', roundsRead: 2 });
  expect(readMemory('0xother')).toEqual({ wallet: '0xother', ...NO_MEMORY });
});

it('back to the match: the result of an older one is forgotten', { tags: 'B11' }, () => {
  keepInMemory(ME, { matchId: 'm0', roundsRead: 3 });
  returnTo('m1', ME);
  expect(readMemory(ME)).toEqual({ wallet: ME, ...NO_MEMORY });
});
