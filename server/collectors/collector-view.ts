import type { LeaderboardEntry, Stats, User, UserSummary } from '#contract/collectors.ts';
import { defaultUsername, shortAddress } from '#rules/address.ts';
import type { CollectorPreview } from '#rules/link-previews.ts';
import { sharedRanks } from '#rules/ranking.ts';
import type { CollectorRow, RankedRow, Totals } from './collector-store.ts';

export function viewUser(row: CollectorRow): User {
  return {
    walletAddress: row.wallet,
    username: row.name ?? defaultUsername(row.wallet),
    displayName: row.name,
    hasLookAlike: row.hasLookAlike,
    profilePicture: row.pictureUrl,
    nftCount: row.nftCount,
    syncedAt: row.syncedAt?.toISOString() ?? null,
    isStale: row.isStale,
    createdAt: row.createdAt.toISOString(),
  };
}

export function viewPreview(row: CollectorRow): CollectorPreview {
  return {
    name: row.name ?? defaultUsername(row.wallet),
    shortAddress: shortAddress(row.wallet),
    cards: row.syncedAt === null ? null : row.nftCount,
  };
}

/** @param rows in the order of the ranking */
export function viewRanking(rows: readonly RankedRow[]): LeaderboardEntry[] {
  const ranks = sharedRanks(rows.map((row) => row.nftCount));
  return rows.map((row, index) => viewPlace(row, ranks[index] ?? index + 1));
}

export function viewPlace(row: RankedRow, rank: number): LeaderboardEntry {
  const { wallet, name, nftCount } = row;
  return { rank, walletAddress: wallet, username: name, displayName: name, nftCount };
}

export function viewSummaries(rows: readonly RankedRow[]): UserSummary[] {
  return rows.map((row) => ({
    walletAddress: row.wallet,
    displayName: row.name,
    profilePicture: row.pictureUrl,
  }));
}

export function viewTotals(totals: Totals): Stats {
  return {
    totalNFTs: totals.cards,
    activeUsers: totals.seenWallets,
    collections: totals.collections,
  };
}
