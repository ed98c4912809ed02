import type { User } from '#contract/collectors.ts';

/** A collector with cards, as the server answers them. */
export function userOf(walletAddress: string, more: Partial<User> = {}): User {
  return {
    walletAddress,
    username: `User_${walletAddress.slice(-4)}`,
    displayName: null,
    hasLookAlike: false,
    profilePicture: null,
    nftCount: 12,
    syncedAt: new Date().toISOString(),
    isStale: false,
    createdAt: new Date().toISOString(),
    ...more,
  };
}
