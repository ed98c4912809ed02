import type { Amount, walletRoutes } from '#contract/wallets.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Balances, CoinAmount } from './balances.ts';

export function createWalletHandlers(
  balances: Balances,
  { chargeStranger }: Pick<Limits, 'chargeStranger'>,
): Handlers<keyof typeof walletRoutes> {
  return {
    'GET /api/wallets/{address}/balances': async ({ params, caller }) => {
      const mayRead =
        caller.wallet === params.address ? undefined : () => chargeStranger(caller.ip);
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
