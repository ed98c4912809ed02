/** A wallet's cards as the server last read them. */
import { queryOptions } from '@tanstack/react-query';
import { call, reading } from '#web/api/call.ts';
import { texts } from './texts.ts';

/** Cards are read again when what we have is older than this, in ms. */
export const NFT_CACHE = 5 * 60_000;

/** Use it only while a wallet is connected (`enabled`); without an address it fails by rule. */
export function nftsQuery(walletAddress: string | null) {
  return queryOptions({
    ...reading('GET /api/nfts', walletAddress === null ? {} : { query: { walletAddress } }),
    staleTime: NFT_CACHE,
    queryFn: async ({ signal }) => {
      if (walletAddress === null) throw new Error(texts.noAddress);
      return call('GET /api/nfts', { query: { walletAddress } }, { signal }).catch((cause) => {
        throw new Error(texts.failed, { cause });
      });
    },
  });
}
