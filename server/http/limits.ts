/**
 * How often somebody may call (RULINGS I8): token buckets per network address and per wallet.
 * A bucket holds `burst` calls and refills by `perSecond`.
 */
import type { Allowance } from '#contract/route.ts';
import type { Address } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Clock } from '#server/ports/clock.ts';
import { networkOf } from './caller.ts';

export interface BucketSize {
  readonly burst: number;
  readonly perSecond: number;
}

/** Where buckets are kept. In one process a map; several machines share one behind the same port. */
export interface BucketStore {
  /** Takes one call out of a bucket: 0 when it was there, else the seconds until it will be. */
  take(key: string, size: BucketSize): number | Promise<number>;
}

/**
 * Per allowance: what one network address and one wallet may do. A network address can be a whole
 * office or a mobile carrier, so its share is far above one person's.
 *
 * `poll` is only a brake against floods: one open tab polls at most about 2.1 times a second
 * (SPEC section 9: lobbies 5 s, matches 2 s, detail 1 s, progress 3 s, stats 30 s), so a wallet
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

/** Most buckets kept; the one untouched for longest goes first. About 10 MB. */
const MOST_BUCKETS = 50_000;

/** Buckets in this process. */
export function createBucketStore(clock: Clock, mostBuckets = MOST_BUCKETS): BucketStore {
  // A Map remembers the order of insertion: putting a touched bucket back at the end keeps the
  // one untouched for longest at the front.
  const buckets = new Map<string, { calls: number; at: number }>();
  return {
    take(key, size) {
      const now = clock.now().getTime();
      const known = buckets.get(key);
      const bucket = known ?? { calls: size.burst, at: now };
      if (known !== undefined) buckets.delete(key);
      else if (buckets.size >= mostBuckets) {
        const oldest = buckets.keys().next();
        if (!oldest.done) buckets.delete(oldest.value);
      }
      buckets.set(key, bucket);
      const gained = (Math.max(0, now - bucket.at) / 1000) * size.perSecond;
      bucket.calls = Math.min(size.burst, bucket.calls + gained);
      bucket.at = now;
      if (bucket.calls >= 1) {
        bucket.calls -= 1;
        return 0;
      }
      return (1 - bucket.calls) / size.perSecond;
    },
  };
}

export interface Limits {
  /** Throws the refusal `too-many-requests` when the network address has used its share up. */
  spendOfNetwork(allowance: Allowance, ip: string): Promise<void> | undefined;
  spendOfWallet(allowance: Allowance, wallet: Address): Promise<void> | undefined;
}

/** @param factor multiplies burst and refill of every bucket */
export function createLimits(store: BucketStore, factor: number): Limits {
  const sized = (size: BucketSize): BucketSize => ({
    burst: Math.max(1, size.burst * factor),
    perSecond: size.perSecond * factor,
  });
  const sizes = new Map(
    Object.entries(ALLOWANCES).map(([name, of]) => [
      name,
      { ip: sized(of.ip), wallet: sized(of.wallet) },
    ]),
  );
  /** Answers at once where the store does, so that reads do not wait a turn for nothing. */
  const spend = (key: string, size: BucketSize): Promise<void> | undefined => {
    const wait = store.take(key, size);
    if (typeof wait === 'number') {
      refuse(wait);
      return undefined;
    }
    return wait.then(refuse);
  };
  const sizeOf = (allowance: Allowance) => sizes.get(allowance) ?? ALLOWANCES[allowance];
  return {
    spendOfNetwork: (allowance, ip) => spend(`${allowance} ${networkOf(ip)}`, sizeOf(allowance).ip),
    spendOfWallet: (allowance, wallet) => spend(`${allowance} ${wallet}`, sizeOf(allowance).wallet),
  };
}

function refuse(waitSeconds: number): void {
  if (waitSeconds <= 0) return;
  throw new Refusal('too-many-requests', { seconds: Math.max(1, Math.ceil(waitSeconds)) });
}
