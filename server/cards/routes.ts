import type { cardRoutes } from '#contract/cards.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { Limits } from '#server/http/limits/limits.ts';
import type { Cards } from './cards.ts';

export function createCardHandlers(
  cards: Cards,
  { chargeStranger, chargeNetwork }: Pick<Limits, 'chargeStranger' | 'chargeNetwork'>,
): Handlers<keyof typeof cardRoutes> {
  return {
    'POST /api/nfts/sync/{address}': async ({ params, caller }) => {
      const { address } = params;
      const isOwner = caller.wallet === address;
      const { totalNfts, readAt, isFresh } = await cards.sync(address, isOwner, () =>
        isOwner ? chargeNetwork('empty wallet', caller.ip) : chargeStranger(caller.ip),
      );
      return { totalNfts, syncedAt: readAt.toISOString(), isFresh };
    },
    'GET /api/nfts': async ({ query, caller }) => {
      const wallet = query.walletAddress ?? caller.wallet;
      if (wallet === null) throw new Refusal('no-wallet-address');
      return cards.list(wallet);
    },
  };
}
