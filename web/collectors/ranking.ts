/** Which rows the ranking shows: only collectors with a real display name (N2). */
import type { LeaderboardEntry, UserSummary } from '#contract/collectors.ts';
import { isChosenName } from '#rules/collectors.ts';

export interface RankedCollector {
  readonly rank: number;
  readonly walletAddress: string;
  readonly name: string;
  readonly nftCount: number;
  readonly picture: string | null;
}

/** @param users names and pictures beside the ranking; empty until they have arrived */
export function rankedRows(
  entries: readonly LeaderboardEntry[],
  users: readonly UserSummary[],
): RankedCollector[] {
  const byWallet = new Map(users.map((user) => [user.walletAddress, user]));
  return entries.flatMap(({ rank, walletAddress, displayName, nftCount }) => {
    const user = byWallet.get(walletAddress);
    const name = [displayName, user?.displayName].find(isChosenName);
    if (name === undefined) return [];
    return [{ rank, walletAddress, name, nftCount, picture: user?.profilePicture ?? null }];
  });
}
