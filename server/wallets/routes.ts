import type { Amount, walletRoutes } from '#contract/wallets.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { Held, WalletBalancesReader } from './balances.ts';

/** @param spendOfStrangers throws a Refusal when strangers have used up their share of readings */
export function createWalletHandlers(
  balances: WalletBalancesReader,
  spendOfStrangers: () => Promise<void> | undefined,
): Handlers<keyof typeof walletRoutes> {
  return {
    'GET /api/wallets/{address}/balances': async ({ params, caller }) => {
      const mayRead = caller.wallet === params.address ? undefined : spendOfStrangers;
      const { sui, token, readAt } = await balances.of(params.address, mayRead);
      return {
        sui: viewAmount(sui),
        token: token === null ? null : viewAmount(token),
        readAt: readAt.toISOString(),
      };
    },
  };
}

function viewAmount({ amount, decimals, symbol }: Held): Amount {
  return { amount: amount.toString(), decimals, symbol };
}
