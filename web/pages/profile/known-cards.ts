import type { Nft } from '#contract/cards.ts';
import type { User } from '#contract/collectors.ts';

/**
 * The cards as far as they are known; undefined stands for "not read yet", which is not "none"
 * (E3). Before the first reading of the chain the server's list is empty, and after it user and
 * list come in either order: while any of it is on its way, an empty list may be the old one.
 */
export function knownCards(
  user: User | undefined,
  held: readonly Nft[] | undefined,
  isOnItsWay: boolean,
): readonly Nft[] | undefined {
  if (user === undefined || user.syncedAt === null) return undefined;
  return isOnItsWay && held?.length === 0 ? undefined : held;
}
