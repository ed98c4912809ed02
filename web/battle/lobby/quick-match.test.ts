import { describe, expect, it } from 'vitest';
import type { Lobby } from '#contract/battle.ts';
import { aMatch } from '#tests/support/a-match.ts';
import { olderLobby, quickMatch } from './quick-match.ts';

const lobby = (id: string, second: number, more: Partial<Lobby> = {}) =>
  ({
    id,
    creatorWallet: `0x${id}`,
    createdAt: `2026-03-01T10:00:0${second}.000Z`,
    rematchOf: null,
    currentPlayers: 1,
    maxPlayers: 2,
    ...more,
  }) as Lobby;

describe('two lobbies that a quick match opened at the same moment', { tags: 'battle-37' }, () => {
  it.each([
    ['the later one', lobby('a', 1), lobby('b', 2)],
    ['of two of the same moment the one with the higher id', lobby('a', 1), lobby('b', 1)],
  ])('%s goes over, the other stays', (_, older, younger) => {
    const all = [younger, older];
    expect(olderLobby(younger, all)).toBe(older);
    expect(olderLobby(older, all)).toBeNull();
  });

  it('nobody goes over to a full one, or to a seat kept for a rematch', () => {
    const own = lobby('c', 3);
    const others = [lobby('a', 1, { currentPlayers: 2 }), lobby('b', 1, { rematchOf: 'match' })];
    expect(olderLobby(own, [...others, own])).toBeNull();
  });
});

describe('a quick match', { tags: 'battle-37' }, () => {
  const match = aMatch();
  const own = lobby('me', 9);
  /** @param lists the lobbies at each look; one more has no answer */
  async function press(lists: Lobby[][], isFree: (id: string) => boolean, cancelAt?: string) {
    const tried: string[] = [];
    const isWanted = () => cancelAt === undefined || !['', ...tried].includes(cancelAt);
    const found = await quickMatch('0xme', {
      isWanted,
      lobbies: async () => lists.shift() ?? Promise.reject(new TypeError('Failed to fetch')),
      join: async ({ id }) => {
        tried.push(id);
        return isFree(id) ? match : null;
      },
      open: async () => {
        tried.push('own');
        return own;
      },
    });
    return { found, tried };
  }
  const newestFirst = ['g', 'f', 'e', 'd', 'c', 'b', 'a'].map((id, at) => lobby(id, 8 - at));

  it('takes the seat that waits longest and is still free', async () => {
    expect(await press([newestFirst], (id) => id >= 'c')).toEqual({
      found: { match },
      tried: ['a', 'b', 'c'],
    });
  });

  it('opens a lobby when five were taken, and looks once more', async () => {
    const lost = await press([newestFirst, [own]], () => false);
    expect(lost).toEqual({ found: { lobby: own }, tried: ['a', 'b', 'c', 'd', 'e', 'own'] });
    const met = await press([[own], [lobby('z', 9), own]], () => true);
    expect(met).toEqual({ found: { match }, tried: ['own', 'z'] });
  });

  it('that has opened a lobby has not failed when it cannot look once more', async () => {
    expect(await press([[]], () => false)).toEqual({ found: { lobby: own }, tried: ['own'] });
  });

  it.each([
    ['while it looks', '', null, []],
    ['while a seat is tried', 'b', null, ['a', 'b']],
    ['while a lobby is opened', 'own', { lobby: own }, ['a', 'b', 'c', 'd', 'e', 'own']],
  ])('that is cancelled %s takes nothing more', async (_, cancelAt, found, tried) => {
    const lists = [newestFirst, [own, lobby('z', 9)]];
    expect(await press(lists, () => false, cancelAt)).toEqual({ found, tried });
  });
});
