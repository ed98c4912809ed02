import type { Amount, walletRoutes } from '#contract/wallets.ts';
import type { Address } from '#rules/address.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { Limits } from '#server/http/limits/limits.ts';
import type { Balances, CoinAmount } from './balances.ts';

export function createWalletHandlers(
  balances: Balances,
  { chargeStranger, chargeNetwork }: Pick<Limits, 'chargeStranger' | 'chargeNetwork'>,
  /** By the last reading. */
  isHolder: (wallet: Address) => Promise<boolean>,
): Handlers<keyof typeof walletRoutes> {
  return {
    'GET /api/wallets/{address}/balances': async ({ params, caller }) => {
      const { address } = params;
      const { sui, token, readAt } = await balances.of(address, async () => {
        if (caller.wallet !== address) await chargeStranger(caller.ip);
        else if (!(await isHolder(address))) await chargeNetwork('empty wallet', caller.ip);
      });
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
