/** A wallet's SUI and token balances, read from the chain and cached. */
import type { Address } from '#rules/address.ts';
import { SUI_DECIMALS } from '#rules/amounts.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { TakeShare } from '#server/http/limits/limits.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import type { Chain, CoinInfo } from '#server/sui/chain.ts';

export const BALANCES_CACHED_MS = 30_000;
/** About 3 MB. */
const MAX_CACHED = 10_000;

const SUI_TYPE = '0x2::sui::SUI';
const SUI: CoinInfo = { decimals: SUI_DECIMALS, symbol: 'SUI' };

export interface CoinAmount extends CoinInfo {
  /** In the smallest unit of the coin. */
  readonly amount: bigint;
}

interface WalletBalances {
  readonly sui: CoinAmount;
  /** Null when no token is configured, or the chain knows no such coin. */
  readonly token: CoinAmount | null;
  readonly readAt: Date;
}

interface BalanceDependencies {
  readonly chain: Pick<Chain, 'balance' | 'coinInfo'>;
  readonly coinType: string | null;
  readonly bus: Bus;
  readonly clock: Clock;
}

export type Balances = ReturnType<typeof createBalances>;

export function createBalances({ chain, coinType, bus, clock }: BalanceDependencies) {
  const cache = new BoundedCache<
    Address,
    { readonly from: number; readonly read: Promise<WalletBalances> }
  >(MAX_CACHED);
  let token: Promise<CoinInfo | null> | undefined;

  /** Coin info never changes, so it is read once; a failure is not cached. */
  function tokenInfo(type: string): Promise<CoinInfo | null> {
    token ??= chain.coinInfo(type).catch((error: unknown) => {
      token = undefined;
      throw error;
    });
    return token;
  }

  async function tokenOf(wallet: Address): Promise<CoinAmount | null> {
    if (coinType === null) return null;
    const [info, amount] = await Promise.all([
      tokenInfo(coinType),
      chain.balance(wallet, coinType),
    ]);
    return info === null ? null : { ...info, amount };
  }

  async function read(wallet: Address): Promise<WalletBalances> {
    const readAt = clock.now();
    const [amount, held] = await Promise.all([chain.balance(wallet, SUI_TYPE), tokenOf(wallet)]);
    return { sui: { ...SUI, amount }, token: held, readAt };
  }

  function cachedOf(wallet: Address): Promise<WalletBalances> | undefined {
    const known = cache.get(wallet);
    if (known === undefined) return undefined;
    const age = clock.now().getTime() - known.from;
    // Below 0 after the clock was set back.
    return age >= 0 && age < BALANCES_CACHED_MS ? known.read : undefined;
  }

  bus.subscribe('holdings-changed', ({ wallet }) => cache.delete(wallet));
  bus.subscribe('coins-spent', ({ wallet }) => cache.delete(wallet));
  bus.subscribe('events-lost', () => cache.clear());

  return {
    /**
     * Parallel calls for one wallet share one request.
     * @param takeShare called before the chain is read; its error ends this call
     * @throws ChainUnreachableError
     */
    async of(wallet: Address, takeShare?: TakeShare): Promise<WalletBalances> {
      if (takeShare !== undefined && cachedOf(wallet) === undefined) await takeShare();
      const known = cachedOf(wallet);
      if (known !== undefined) return known;
      const now = clock.now().getTime();
      const reading = { from: now, read: read(wallet) };
      cache.set(wallet, reading);
      reading.read.catch(() => {
        if (cache.get(wallet) === reading) cache.delete(wallet);
      });
      return reading.read;
    },
  };
}
