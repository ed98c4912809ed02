import { expect, it, vi } from 'vitest';
import { canonicalAddress } from '#rules/address.ts';
import { DatabaseError } from '#server/db/database-error.ts';
import type { LobbyRow } from './lobby-store.ts';
import { createStarts, matchOfLobby } from './starts.ts';

it('a start that was not answered, and not saved, is looked for during a minute', async () => {
  const find = vi.fn(async () => null);
  const starts = createStarts({
    store: {
      begin: () => Promise.reject(new DatabaseError('gone', '08006')),
      findBlocker: async () => ({ isOpen: true, seated: [] }),
    },
    matches: { committed() {}, find },
    freshness: { invalidate() {} },
    events: { subscribe() {}, started() {}, changed() {}, repeated() {}, ended() {} },
  });
  const [host, guest] = [canonicalAddress('0x1')!, canonicalAddress('0x2')!];
  const snapshot = { displayName: 'somebody', wins: 0, losses: 0, ties: 0 };
  const begun = new Date('2026-11-20T12:00:00Z');
  const after = (seconds: number) => new Date(begun.getTime() + seconds * 1_000);
  const lobby = { id: 'a room', creator: host, snapshot } as LobbyRow;
  await expect(starts.begin(matchOfLobby(lobby, guest, snapshot, begun))).rejects.toThrow('gone');
  for (const seconds of [1, 59, 61, 62, 63]) {
    expect(await starts.lookFor(after(seconds))).toEqual([]);
  }
  expect(find).toHaveBeenCalledTimes(3);
});
