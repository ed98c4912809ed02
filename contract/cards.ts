/** Routes of a wallet's cards (H1-H6). */
import { z } from 'zod';
import { CARD_PLACES } from '#rules/cards.ts';
import { anyoneAsThemselves, type Route } from './route.ts';
import { AddressShape, AskedAddressShape, InstantShape } from './shapes.ts';

export const Nft = z.object({
  id: z.string().meta({ description: 'Sui object id.' }),
  tokenId: z
    .string()
    .meta({ description: 'The same object id; whitelist and groups name cards by it.' }),
  contractAddress: z.string().meta({ description: 'Move type of the card.' }),
  name: z.string(),
  description: z.string().nullable(),
  imageUrl: z
    .string()
    .nullable()
    .meta({ description: 'A content address (ipfs://..., or bare) or an http(s) link.' }),
  place: z.enum(CARD_PLACES),
  kioskId: z.string().nullable(),
  isListed: z.boolean(),
  isLocked: z.boolean(),
  heldSince: InstantShape.nullable().meta({
    description:
      'When a reading first showed the card in this wallet; null when it was there at the first one.',
  }),
});
export type Nft = z.output<typeof Nft>;

const SyncResult = z.object({
  totalNfts: z.int(),
  /** When the reading behind this answer began. */
  syncedAt: InstantShape,
  /** True when this call read the chain or joined a reading; false within 30 s of the last one. */
  isFresh: z.boolean(),
});

export const cardRoutes = {
  'POST /api/nfts/sync/{address}': {
    summary: 'Read the cards of a wallet from the chain, kiosks included.',
    // The shared limit for strangers does not apply to the wallet's own session.
    access: anyoneAsThemselves,
    allowance: 'sync',
    params: z.object({ address: AddressShape }),
    answer: SyncResult,
    refusals: ['chain-unreachable'],
  },
  'GET /api/nfts': {
    summary: "Cards of a wallet as last read; without walletAddress the session's own.",
    access: anyoneAsThemselves,
    allowance: 'read',
    // Up to thousands of cards, not cached.
    cost: 10,
    query: z.object({ walletAddress: AskedAddressShape }),
    answer: z.array(Nft),
    refusals: ['no-wallet-address', 'user-unknown'],
    revalidated: true,
  },
} as const satisfies Record<string, Route>;
