import { describe, expect, it } from 'vitest';
import type { LeaderboardEntry, UserSummary } from '#contract/collectors.ts';
import { rankedRows } from './ranking.ts';

const wallet = (digit: string) => `0x${digit.repeat(64)}`;

function entry(digit: string, displayName: string, nftCount = 1): LeaderboardEntry {
  return { rank: 1, walletAddress: wallet(digit), username: displayName, displayName, nftCount };
}

function user(digit: string, displayName: string | null): UserSummary {
  return { walletAddress: wallet(digit), displayName, profilePicture: null };
}

describe('the rows of the ranking', () => {
  it('a name from the entry or from the user list counts; a default label does not', {
    tags: 'boards-2',
  }, () => {
    const rows = rankedRows(
      [entry('1', 'Ada'), entry('2', 'User_2222'), entry('3', ''), entry('4', 'User_4444')],
      [user('2', 'Bo'), user('3', null)],
    );
    expect(rows.map((row) => row.name)).toEqual(['Ada', 'Bo']);
  });

  it('the order and the ranks stay those of the server', () => {
    const first = { ...entry('1', 'Ada', 9), rank: 1 };
    const second = { ...entry('2', 'Bo', 4), rank: 2 };
    expect(rankedRows([first, second], []).map(({ rank, nftCount }) => [rank, nftCount])).toEqual([
      [1, 9],
      [2, 4],
    ]);
  });
});
