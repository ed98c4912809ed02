/** Calls about the booster-pack whitelist (SPEC section 7; RULINGS W1-W5). */
import { z } from 'zod';
import { CARDS_PER_REGISTRATION } from '#rules/whitelist.ts';
import { actor, anyone, type Route, session } from './route.ts';
import { AddressShape, InstantShape, ObjectIdShape, OpaqueIdShape } from './shapes.ts';

export const WhitelistEntry = z.object({
  id: z.string(),
  walletAddress: z.string(),
  selectedNftIds: z.array(z.string()),
  entryCount: z.int(),
  registeredAt: InstantShape,
  /** At the last check the wallet still held every card of the entry (RULINGS W3). */
  hasRequiredCards: z.boolean(),
  checkedAt: InstantShape,
});
export type WhitelistEntry = z.output<typeof WhitelistEntry>;

export const whitelistRoutes = {
  'GET /api/booster-pack/entries/{walletAddress}': {
    summary: "A collector's live registrations, newest first.",
    access: anyone,
    allowance: 'read',
    params: z.object({ walletAddress: AddressShape }),
    answer: z.array(WhitelistEntry),
    refusals: [],
    revalidated: true,
  },
  'GET /api/booster-pack/whitelist': {
    summary: 'Every live registration, newest first.',
    access: anyone,
    allowance: 'read',
    answer: z.array(WhitelistEntry),
    refusals: [],
    revalidated: true,
  },
  'POST /api/booster-pack/register': {
    summary: 'Register at least 5 held cards; every 5 are one entry.',
    access: actor('body.walletAddress'),
    allowance: 'write',
    body: z.object({
      walletAddress: AddressShape,
      selectedNftIds: z.array(ObjectIdShape).max(CARDS_PER_REGISTRATION),
    }),
    answer: WhitelistEntry,
    refusals: [
      'too-few-cards',
      'card-repeated',
      'card-not-held',
      'card-already-backing',
      'chain-unreachable',
      'user-unknown',
    ],
  },
  'DELETE /api/booster-pack/entry/{id}': {
    summary: 'Take back a registration of your own; its cards are free again. Twice is fine.',
    access: session,
    allowance: 'write',
    params: z.object({ id: OpaqueIdShape }),
    answer: z.object({ id: z.string(), deleted: z.literal(true) }),
    refusals: ['entry-unknown', 'not-yours'],
  },
} as const satisfies Record<string, Route>;
