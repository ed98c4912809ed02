import { queryOptions } from '@tanstack/react-query';
import type { Nft } from '#contract/cards.ts';
import { call, kept, readQuery } from '#web/api/call.ts';
import { hasSessionOf } from '#web/api/session-gate.ts';
import { inNameOrder } from './name-order.ts';
import { texts } from './texts.ts';

/** Stale time of cards, in ms. */
export const NFT_CACHE = 5 * 60_000;

/** Without an address it fails with 'No wallet address'; use `enabled` where no wallet may be connected. */
export function nftsQuery(walletAddress: string | null) {
  return queryOptions({
    ...readQuery('GET /api/nfts', walletAddress === null ? {} : { query: { walletAddress } }),
    ...kept(NFT_CACHE),
    queryFn: async ({ signal }) => {
      if (walletAddress === null) throw new Error(texts.noAddress);
      return readCards({ walletAddress }, signal);
    },
  });
}

/** The same answer for one's own cards, read by the session when it is of this wallet. */
export function ownedQuery(walletAddress: string) {
  return queryOptions({
    ...nftsQuery(walletAddress),
    queryFn: async ({ signal }) => {
      if (await hasSessionOf(walletAddress)) {
        const cards = await readCards({}, signal);
        // Another tab may have signed in with another wallet meanwhile: then these are the other's.
        if (await hasSessionOf(walletAddress)) return cards;
      }
      return readCards({ walletAddress }, signal);
    },
  });
}

async function readCards(query: { walletAddress?: string }, signal: AbortSignal): Promise<Nft[]> {
  const cards = await call('GET /api/nfts', { query }, { signal }).catch((cause) => {
    throw new Error(texts.failed, { cause });
  });
  return inNameOrder(cards);
}
