/**
 * How often somebody may call (I8): token buckets per network address and per wallet.
 * A bucket holds `burst` calls and refills by `perSecond`. An IPv6 call is taken from its /64's bucket
 * and from its /48's, or from neither.
 */
import type { Allowance, Route } from '#contract/route.ts';
import type { Address } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Clock } from '#server/cluster/clock.ts';
import { blockOf, networkOf } from './caller.ts';

export interface BucketSize {
  readonly burst: number;
  readonly perSecond: number;
}

/** A bucket that a call is taken from. */
export interface Share {
  readonly key: string;
  readonly size: BucketSize;
  /** In ordinary calls, at most as many as the bucket holds. */
  readonly cost: number;
}

/** Where buckets are kept. In one process a map; several machines share one behind the same port. */
export interface BucketStore {
  /**
   * Takes the cost of a call out of every bucket named, or out of none: 0 when each had it, else the
   * seconds until each will have.
   */
  take(shares: readonly Share[]): number | Promise<number>;
}

/**
 * Per allowance: what one network address and one wallet may do. A network address can be a whole
 * office or a mobile carrier, so its share is far above one person's.
 *
 * `poll` is only a brake against floods: one open tab polls at most about 2.1 times a second
 * (lobbies 5 s, matches 2 s, detail 1 s, progress 3 s, stats 30 s), so a wallet
 * has room for 40 tabs and an address for 400.
 */
export const ALLOWANCES: Readonly<Record<Allowance, { ip: BucketSize; wallet: BucketSize }>> = {
  poll: { ip: { burst: 4000, perSecond: 1000 }, wallet: { burst: 400, perSecond: 100 } },
  read: { ip: { burst: 2000, perSecond: 200 }, wallet: { burst: 400, perSecond: 40 } },
  write: { ip: { burst: 300, perSecond: 20 }, wallet: { burst: 60, perSecond: 4 } },
  name: { ip: { burst: 60, perSecond: 0.5 }, wallet: { burst: 10, perSecond: 1 / 30 } },
  sync: { ip: { burst: 120, perSecond: 2 }, wallet: { burst: 20, perSecond: 0.5 } },
  lobby: { ip: { burst: 120, perSecond: 4 }, wallet: { burst: 20, perSecond: 0.2 } },
  // Opening one; a page opens it again after every break of the line, with growing pauses.
  socket: { ip: { burst: 600, perSecond: 20 }, wallet: { burst: 60, perSecond: 1 } },
  // Not counted on the wallet named in the body: anybody could use that up and lock its owner out.
  'sign-in': { ip: { burst: 120, perSecond: 2 }, wallet: { burst: 30, perSecond: 0.5 } },
};

/**
 * What the networks of one IPv6 /48 may do together, in shares of one. Whoever owns a /48 has 65,536
 * of them; a provider may give each of as many customers one.
 */
const SHARES_OF_BLOCK = 4;

/**
 * Wallets that all strangers together may have read from the chain: a stranger is whoever has no session
 * of that wallet. A reading takes about three requests, and a public node takes a hundred in 30 s, so
 * half of them stay for people who are signed in and for what the server reads by itself.
 */
const READINGS_FOR_STRANGERS: BucketSize = { burst: 20, perSecond: 0.5 };

/** Most buckets kept. About 5 MB. */
const MOST_BUCKETS = 50_000;

/** A bucket holds a whole call although sums of fractions lie a little beside it. */
const ALMOST = 1e-6;

/** Buckets in this process. */
export function createBucketStore(clock: Clock, mostBuckets = MOST_BUCKETS): BucketStore {
  // When each bucket is full again, in ms. One that is full is as good as one that is not kept.
  const fullAt = new Map<string, number>();

  /** When this bucket is full again, in ms; a clock that was set back does not lengthen it. */
  function readFullAt({ key, size }: Share, now: number): number {
    const longest = now + (size.burst / size.perSecond) * 1000;
    return Math.min(longest, Math.max(now, fullAt.get(key) ?? now));
  }

  /** Forgets those that are full, then those that are soonest, until half of the places are free. */
  function makeRoom(now: number): void {
    for (let soonMs = 0; fullAt.size > mostBuckets / 2; soonMs = soonMs * 4 + 1000) {
      for (const [key, at] of fullAt) if (at <= now + soonMs) fullAt.delete(key);
    }
  }

  return {
    take(shares) {
      const now = clock.now().getTime();
      const fullAts = shares.map((share) => readFullAt(share, now));
      let wait = 0;
      for (const [index, { cost, size }] of shares.entries()) {
        const left = size.burst - (((fullAts[index] as number) - now) / 1000) * size.perSecond;
        if (left < cost - ALMOST) wait = Math.max(wait, (cost - left) / size.perSecond);
      }
      for (const [index, { key, cost, size }] of shares.entries()) {
        const spent = wait > 0 ? 0 : (cost * 1000) / size.perSecond;
        if (fullAt.size >= mostBuckets && !fullAt.has(key)) makeRoom(now);
        fullAt.set(key, (fullAts[index] as number) + spent);
      }
      return wait;
    },
  };
}

/** What a call draws on, and how much of it. */
export type Charge = Pick<Route, 'allowance' | 'cost'>;

export interface Limits {
  /** Throws the refusal `too-many-requests` when the network address has used its share up. */
  spendOfNetwork(charge: Charge, ip: string): Promise<void> | undefined;
  spendOfWallet(charge: Charge, wallet: Address): Promise<void> | undefined;
  /** The same when all strangers together have had their share of readings of the chain. */
  chargeStranger(): Promise<void> | undefined;
}

/** @param factor multiplies burst and refill of every bucket */
export function createLimits(store: BucketStore, factor: number): Limits {
  const sized = (size: BucketSize): BucketSize => {
    const { burst, perSecond } = times(size, factor);
    return { burst: Math.max(1, burst), perSecond };
  };
  const allSizes = new Map<string, Sizes>(
    Object.entries(ALLOWANCES).map(([name, { ip, wallet }]) => [
      name,
      { ip: sized(ip), block: sized(times(ip, SHARES_OF_BLOCK)), wallet: sized(wallet) },
    ]),
  );
  const sizesOf = (allowance: Allowance) => allSizes.get(allowance) as Sizes;
  /** Answers at once where the store does, so that reads do not wait a turn for nothing. */
  const spend = (shares: readonly Share[]): Promise<void> | undefined => {
    const wait = store.take(shares);
    if (typeof wait === 'number') {
      refuse(wait);
      return undefined;
    }
    return wait.then(refuse);
  };
  // A bucket made small by the factor still lets the dearest call through, when it is full.
  const share = (key: string, size: BucketSize, cost = 1): Share => ({
    key,
    size,
    cost: Math.min(cost, size.burst),
  });
  return {
    spendOfNetwork({ allowance, cost }, ip) {
      const sizes = sizesOf(allowance);
      const own = share(`${allowance} ${networkOf(ip)}`, sizes.ip, cost);
      const block = blockOf(ip);
      if (block === null) return spend([own]);
      return spend([own, share(`${allowance} ${block}`, sizes.block, cost)]);
    },
    chargeStranger: () => spend([share('readings for strangers', sized(READINGS_FOR_STRANGERS))]),
    spendOfWallet({ allowance, cost }, wallet) {
      return spend([share(`${allowance} ${wallet}`, sizesOf(allowance).wallet, cost)]);
    },
  };
}

type Sizes = Record<'ip' | 'block' | 'wallet', BucketSize>;

function times({ burst, perSecond }: BucketSize, factor: number): BucketSize {
  return { burst: burst * factor, perSecond: perSecond * factor };
}

function refuse(waitSeconds: number): void {
  if (waitSeconds <= 0) return;
  throw new Refusal('too-many-requests', { seconds: Math.max(1, Math.ceil(waitSeconds - 1e-6)) });
}
