import type { Nft } from '#contract/cards.ts';
import type { User } from '#contract/collectors.ts';

/**
 * The cards, or undefined while they are not known, which is not the same as none (E3). Before the first
 * reading of the chain the server's list is empty; after it, user and list arrive in any order. While one
 * of them is loading, an empty list may be the old one.
 */
export function knownCards(
  user: User | undefined,
  held: readonly Nft[] | undefined,
  isOnItsWay: boolean,
): readonly Nft[] | undefined {
  if (user === undefined || user.syncedAt === null) return undefined;
  return isOnItsWay && held?.length === 0 ? undefined : held;
}
