import type { Amount, walletRoutes } from '#contract/wallets.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { Held, WalletBalancesReader } from './balances.ts';

export function walletHandlers(
  balances: WalletBalancesReader,
): Handlers<keyof typeof walletRoutes> {
  return {
    'GET /api/wallets/{address}/balances': async ({ params }) => {
      const { sui, token, readAt } = await balances.of(params.address);
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
