import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { cleanLobbyName } from './lobby.ts';

describe('cleanLobbyName', () => {
  it('cleans as names are cleaned', { tags: 'B8' }, () => {
    expect(cleanLobbyName('  Ｒｅｄ  room ')).toBe('Red room');
    expect(cleanLobbyName('x'.repeat(60))).toHaveLength(60);
    expect(() => cleanLobbyName(' \t ')).toThrow('lobby-name-empty');
    for (const bad of ['x'.repeat(61), '!!!', 'a\u202eb', 'a\u200bb']) {
      expect(() => cleanLobbyName(bad)).toThrow(new Refusal('lobby-name-invalid', { max: 60 }));
    }
  });
});
