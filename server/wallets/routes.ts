import type { Amount, walletRoutes } from '#contract/wallets.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { Balances, CoinAmount } from './balances.ts';

/** @param chargeStranger throws a Refusal when the shared limit of readings for strangers is reached */
export function createWalletHandlers(
  balances: Balances,
  chargeStranger: () => Promise<void> | undefined,
): Handlers<keyof typeof walletRoutes> {
  return {
    'GET /api/wallets/{address}/balances': async ({ params, caller }) => {
      const mayRead = caller.wallet === params.address ? undefined : chargeStranger;
      const { sui, token, readAt } = await balances.of(params.address, mayRead);
      return {
        sui: viewAmount(sui),
        token: token === null ? null : viewAmount(token),
        readAt: readAt.toISOString(),
      };
    },
  };
}

function viewAmount({ amount, decimals, symbol }: CoinAmount): Amount {
  return { amount: amount.toString(), decimals, symbol };
}
