/** A wallet's SUI and token, read from the chain and kept for a moment. */
import type { Address } from '#rules/address.ts';
import { SUI_DECIMALS } from '#rules/amounts.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import type { Chain, CoinInfo } from '#server/sui/chain.ts';

/** How long an answer is reused. */
export const BALANCES_KEPT_MS = 30_000;
/** About 3 MB. */
const MOST_KEPT = 10_000;

const SUI_TYPE = '0x2::sui::SUI';
const SUI: CoinInfo = { decimals: SUI_DECIMALS, symbol: 'SUI' };

/** An amount in the smallest unit of its coin. */
export interface Held extends CoinInfo {
  readonly amount: bigint;
}

export interface WalletBalances {
  readonly sui: Held;
  /** Null when no token is configured, or the chain knows no such coin. */
  readonly token: Held | null;
  readonly readAt: Date;
}

interface BalanceDependencies {
  readonly chain: Pick<Chain, 'balance' | 'coinInfo'>;
  readonly coinType: string | null;
  readonly bus: Bus;
  readonly clock: Clock;
}

export type WalletBalancesReader = ReturnType<typeof createBalances>;

export function createBalances({ chain, coinType, bus, clock }: BalanceDependencies) {
  const kept = new BoundedCache<
    Address,
    { readonly from: number; readonly read: Promise<WalletBalances> }
  >(MOST_KEPT);
  let token: Promise<CoinInfo | null> | undefined;

  /** A coin's name never changes, so it is asked once; a failure is not kept. */
  function tokenInfo(type: string): Promise<CoinInfo | null> {
    token ??= chain.coinInfo(type).catch((error: unknown) => {
      token = undefined;
      throw error;
    });
    return token;
  }

  async function tokenOf(wallet: Address): Promise<Held | null> {
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

  function knownOf(wallet: Address): Promise<WalletBalances> | undefined {
    const known = kept.get(wallet);
    const isRecent = known !== undefined && clock.now().getTime() - known.from < BALANCES_KEPT_MS;
    return isRecent ? known.read : undefined;
  }

  const forget = (wallet: Address): void => kept.delete(wallet);
  bus.subscribe('holdings-changed', ({ wallet }) => forget(wallet));
  bus.subscribe('coins-spent', ({ wallet }) => forget(wallet));
  bus.subscribe('events-lost', () => kept.clear());

  return {
    forget,

    /**
     * Parallel calls for one wallet share one request.
     * @param mayRead called before the chain is asked; what it throws ends this call
     * @throws ChainUnreachableError
     */
    async of(wallet: Address, mayRead?: () => Promise<void> | undefined): Promise<WalletBalances> {
      if (mayRead !== undefined && knownOf(wallet) === undefined) await mayRead();
      const known = knownOf(wallet);
      if (known !== undefined) return known;
      const now = clock.now().getTime();
      const reading = { from: now, read: read(wallet) };
      kept.set(wallet, reading);
      reading.read.catch(() => {
        if (kept.get(wallet) === reading) kept.delete(wallet);
      });
      return reading.read;
    },
  };
}
