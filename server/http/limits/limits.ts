/**
 * Rate limits (I8): token buckets per network address and per wallet. An IPv6 call is taken from the buckets of its /64
 * and of its /48, from both or from neither.
 */
import type { Allowance, Route } from '#contract/route.ts';
import type { Address } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import type { BucketSize, BucketStore, Share } from './buckets.ts';
import { blockOf, networkOf, wholeNetworkOf } from './networks.ts';

/**
 * The limits of one network address and of one wallet. A network address can be a whole office or a mobile carrier,
 * so its limit is far higher than one person's.
 *
 * `poll` only stops floods: an open tab polls about 2.1 times a second at most (lobbies 5 s, matches 2 s, detail 1 s,
 * progress 3 s, stats 30 s), so a wallet has room for 40 tabs and an address for 400.
 */
export const ALLOWANCES: Readonly<Record<Allowance, { ip: BucketSize; wallet: BucketSize }>> = {
  poll: { ip: { burst: 4000, perSecond: 1000 }, wallet: { burst: 400, perSecond: 100 } },
  read: { ip: { burst: 2000, perSecond: 200 }, wallet: { burst: 400, perSecond: 40 } },
  // A card cannot wait, and both players may share a network: its limit only stops floods.
  table: { ip: { burst: 4000, perSecond: 1000 }, wallet: { burst: 60, perSecond: 4 } },
  write: { ip: { burst: 300, perSecond: 20 }, wallet: { burst: 60, perSecond: 4 } },
  profile: { ip: { burst: 60, perSecond: 0.5 }, wallet: { burst: 10, perSecond: 1 / 30 } },
  sync: { ip: { burst: 120, perSecond: 2 }, wallet: { burst: 20, perSecond: 0.5 } },
  lobby: { ip: { burst: 120, perSecond: 4 }, wallet: { burst: 20, perSecond: 0.2 } },
  // A page reconnects after every broken connection, with growing pauses.
  socket: { ip: { burst: 600, perSecond: 20 }, wallet: { burst: 60, perSecond: 1 } },
  // Not limited per named wallet: anybody could use that up and lock its owner out.
  'sign-in': { ip: { burst: 120, perSecond: 2 }, wallet: { burst: 30, perSecond: 0.5 } },
};

/**
 * A /48 may do as much as this many networks. It has 65,536 of them, and a provider may give each to another
 * customer.
 */
const SHARES_OF_BLOCK = 4;

/**
 * How many wallets all strangers together may have read from the chain. A stranger has no session of that wallet. A
 * reading takes about three requests and a public node allows a hundred in 30 s, so half of them remain for signed-in
 * people and the server's own reads.
 */
const READINGS_FOR_STRANGERS: BucketSize = { burst: 20, perSecond: 0.5 };
/** Those of one IPv4 address or one /48: less than all, so that no single network takes what the others need. */
const READINGS_FOR_NETWORK: BucketSize = { burst: 20, perSecond: 0.25 };

/**
 * What else is costly, for one IPv4 address or one /48. None of it is in a share of all together: whoever used that up
 * would lock out everybody who comes for the first time.
 */
const SHARES_OF_NETWORK = {
  /** Readings of a wallet that showed no card, for its owner. Hundreds may come behind one address of a phone network. */
  'empty wallet': { burst: 60, perSecond: 1 },
  /** Signatures of zkLogin wallets, which are just as many there. Only the chain can check them, with two requests. */
  'chain check': { burst: 60, perSecond: 0.5 },
  /** Names of wallets without a card, which cost nothing: whoever invents wallets would have all good names in a day. */
  'empty name': { burst: 60, perSecond: 1 / 60 },
  /**
   * Searches by name. A word that many names begin with costs the database as much time as many pages: with 100,000
   * collectors and every tenth of them, 80 ms.
   */
  search: { burst: 60, perSecond: 1 },
} satisfies Record<string, BucketSize>;

/** Most callers of one allowance whose keys are kept. */
const MOST_KEYS = 10_000;

type Charge = Pick<Route, 'allowance' | 'cost'>;

export type Limits = ReturnType<typeof createLimits>;

/** Takes from a share of something costly; throws a Refusal when that is used up. */
export type TakeShare = () => Promise<void> | undefined;

/** @param factor multiplies burst and refill of every bucket */
export function createLimits(store: BucketStore, factor: number) {
  const sized = (size: BucketSize): BucketSize => {
    const { burst, perSecond } = times(size, factor);
    return { burst: Math.max(1, burst), perSecond };
  };
  const kinds = new Map(
    Object.entries(ALLOWANCES).map(([name, { ip, wallet }]) => [
      name,
      {
        ip: sized(ip),
        block: sized(times(ip, SHARES_OF_BLOCK)),
        wallet: sized(wallet),
        keys: createKeys(name),
      },
    ]),
  );
  const kindOf = (allowance: Allowance) => kinds.get(allowance)!;
  /** Synchronous if the store is, so that reads need no extra turn of the event loop. */
  const spend = (shares: readonly Share[]): Promise<void> | undefined => {
    const wait = store.take(shares);
    if (typeof wait === 'number') {
      refuse(wait);
      return undefined;
    }
    return wait.then(refuse);
  };
  // With a small factor a bucket may hold less than one expensive call; a full bucket still allows it.
  const share = (key: string, size: BucketSize, cost = 1): Share => ({
    key,
    size,
    cost: Math.min(cost, size.burst),
  });
  const ofNetwork = (what: string, ip: string, size: BucketSize): Share =>
    share(`${what} ${wholeNetworkOf(ip)}`, sized(size));
  /** Calls by network or block. */
  const owed = new BoundedCache<string, number>(MOST_KEYS);
  /** Reads that an answer cost beyond its share: what it costs is known too late to refuse it. The next call pays them. */
  function owe(ip: string, calls: number): void {
    const [own, ofBlock] = kindOf('read').keys(ip);
    const key = ofBlock ?? own;
    owed.set(key, (owed.get(key) ?? 0) + calls);
  }

  return {
    /**
     * With what the network owes.
     * @throws Refusal `too-many-requests` when the network address has used up its limit
     */
    spendOfNetwork({ allowance, cost = 1 }: Charge, ip: string): Promise<void> | undefined {
      const { ip: size, block, keys } = kindOf(allowance);
      const [own, ofBlock] = keys(ip);
      const debt = owed.get(ofBlock ?? own) ?? 0;
      const shares =
        ofBlock === undefined
          ? [share(own, size, cost + debt)]
          : [share(own, size, cost), share(ofBlock, block, cost + debt)];
      if (debt === 0) return spend(shares);
      // Paid once, also when several calls come at the same time.
      owed.delete(ofBlock ?? own);
      const oweAgain = (refusal: unknown) => {
        owe(ip, debt);
        throw refusal;
      };
      try {
        return spend(shares)?.catch(oweAgain);
      } catch (refusal) {
        return oweAgain(refusal);
      }
    },
    owe,
    /** The same for strangers' readings of the chain: those of one network, and all together. */
    chargeStranger: (ip: string): Promise<void> | undefined =>
      spend([
        ofNetwork('stranger', ip, READINGS_FOR_NETWORK),
        share('readings for strangers', sized(READINGS_FOR_STRANGERS)),
      ]),
    chargeNetwork: (what: keyof typeof SHARES_OF_NETWORK, ip: string): Promise<void> | undefined =>
      spend([ofNetwork(what, ip, SHARES_OF_NETWORK[what])]),
    spendOfWallet({ allowance, cost }: Charge, wallet: Address): Promise<void> | undefined {
      const { wallet: size, keys } = kindOf(allowance);
      return spend([share(keys(wallet)[0], size, cost)]);
    },
  };
}

/**
 * The keys of the buckets of a network address (its /64, then its /48 if it has one) or of a wallet. They are kept, since
 * a text that is put together anew must be hashed anew: that took 4 % of a polled answer.
 */
function createKeys(allowance: string): (who: string) => readonly [string, string?] {
  const kept = new BoundedCache<string, readonly [string, string?]>(MOST_KEYS);
  return (who) => {
    const known = kept.get(who);
    if (known !== undefined) return known;
    const block = blockOf(who);
    const own = `${allowance} ${networkOf(who)}`;
    const keys = block === null ? ([own] as const) : ([own, `${allowance} ${block}`] as const);
    kept.set(who, keys);
    return keys;
  };
}

function times({ burst, perSecond }: BucketSize, factor: number): BucketSize {
  return { burst: burst * factor, perSecond: perSecond * factor };
}

/** Without a stack: in a flood that is a quarter of what a refused call costs. */
function refuse(waitSeconds: number): void {
  if (waitSeconds <= 0) return;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const seconds = Math.max(1, Math.ceil(waitSeconds - 1e-6));
  const refusal = new Refusal('too-many-requests', { seconds });
  Error.stackTraceLimit = stackTraceLimit;
  throw refusal;
}
