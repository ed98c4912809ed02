/** Which matches a wallet's list held when it was read: what is in them changes, which they are seldom does. */
import type { Address } from '#rules/address.ts';

/** About 500 bytes each; the one read longest ago goes first. */
const MOST = 20_000;

interface Kept {
  /** Undefined when a match began: the list has to be read again. */
  readonly ids: readonly string[] | undefined;
  readonly readAt: number;
}

export interface RecentLists {
  /** Only while they may be shown without asking again. */
  fresh(wallet: Address): readonly string[] | undefined;
  /** @param readAt when the reading began, ms since 1970 */
  keep(wallet: Address, ids: readonly string[], readAt: number): void;
  /** A match of this wallet began. */
  grew(wallet: Address, at: number): void;
}

export function createRecentLists(isFresh: (readAt: number) => boolean, most = MOST): RecentLists {
  const kept = new Map<Address, Kept>();

  function put(wallet: Address, list: Kept): void {
    kept.delete(wallet);
    kept.set(wallet, list);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  }

  return {
    fresh(wallet) {
      const known = kept.get(wallet);
      return known !== undefined && isFresh(known.readAt) ? known.ids : undefined;
    },
    keep(wallet, ids, readAt) {
      // A reading that began before the match did may not have seen it.
      if ((kept.get(wallet)?.readAt ?? Number.NEGATIVE_INFINITY) < readAt) {
        put(wallet, { ids, readAt });
      }
    },
    grew: (wallet, at) => put(wallet, { ids: undefined, readAt: at }),
  };
}
