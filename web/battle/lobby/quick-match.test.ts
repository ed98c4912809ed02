import { describe, expect, it } from 'vitest';
import type { Lobby } from '#contract/battle.ts';
import { elderLobby } from './quick-match.ts';

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
  ])('%s goes over, the other stays', (_, elder, younger) => {
    const all = [younger, elder];
    expect(elderLobby(younger, all)).toBe(elder);
    expect(elderLobby(elder, all)).toBeNull();
  });

  it('nobody goes over to a full one, or to a seat kept for a rematch', () => {
    const own = lobby('c', 3);
    const others = [lobby('a', 1, { currentPlayers: 2 }), lobby('b', 1, { rematchOf: 'match' })];
    expect(elderLobby(own, [...others, own])).toBeNull();
  });
});
