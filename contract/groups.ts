/** Routes of a collector's groups of cards (G1-G3). */
import { z } from 'zod';
import { actor, anyone, type Route } from './route.ts';
import { AddressShape, NameTextShape, ObjectIdShape, OpaqueIdShape } from './shapes.ts';

export const CardGroup = z.object({
  groupId: z.string(),
  groupName: z.string(),
  nftTokenIds: z.array(z.string()),
});
export type CardGroup = z.output<typeof CardGroup>;

const InPath = z.object({ walletAddress: AddressShape });

export const groupRoutes = {
  'GET /api/nft-groups/{walletAddress}': {
    summary: "A collector's groups; the ETag names this state of them.",
    access: anyone,
    allowance: 'read',
    cost: 5,
    params: InPath,
    answer: z.array(CardGroup),
    revalidated: true,
  },
  'POST /api/nft-groups/{walletAddress}': {
    summary: 'Replace all groups at once; with If-Match only if nobody else did meanwhile.',
    access: actor('params.walletAddress'),
    allowance: 'write',
    cost: 2,
    params: InPath,
    // One save carries every grouped card (G1), 69 bytes each; 2,000 cards exceed the usual limit.
    bodyLimit: 2 * 1024 * 1024,
    body: z.object({
      groups: z
        .array(
          z.object({
            groupId: OpaqueIdShape,
            groupName: NameTextShape,
            nftTokenIds: z.array(ObjectIdShape).max(20_000),
          }),
        )
        .max(1000),
    }),
    answer: z.object({
      groups: z.array(CardGroup),
      /** Cards removed from their group because they left the wallet. */
      droppedTokenIds: z.array(z.string()),
    }),
    refusals: [
      'too-many-groups',
      'group-name-invalid',
      'group-id-reserved',
      'group-id-repeated',
      'group-token-repeated',
      'group-token-unknown',
      'no-cards-to-group',
      'groups-changed-elsewhere',
    ],
  },
} as const satisfies Record<string, Route>;
