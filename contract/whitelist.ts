/** Routes of the booster-pack whitelist (W1-W5). */
import { z } from 'zod';
import {
  CARDS_PER_ENTRY,
  CARDS_PER_REGISTRATION,
  WHITELIST_PAGE,
  WHITELIST_PAGE_ENTRIES,
} from '#rules/whitelist.ts';
import {
  parseSearch,
  SEARCH_MAX_CHARACTERS,
  type WhitelistSearch,
} from '#rules/whitelist-search.ts';
import { actor, admin, anyone, type Route, session } from './route.ts';
import { AddressShape, InstantShape, ObjectIdShape, OpaqueIdShape } from './shapes.ts';

export const WhitelistEntry = z.object({
  id: z.string(),
  walletAddress: z.string(),
  selectedNftIds: z.array(z.string()),
  entryCount: z.int(),
  registeredAt: InstantShape,
  /** At the last check the wallet still held every card of the entry (W3). */
  hasRequiredCards: z.boolean(),
  checkedAt: InstantShape,
  /** The chosen name of its collector; only where registrations were looked for. */
  displayName: z.string().nullable().optional(),
});
export type WhitelistEntry = z.output<typeof WhitelistEntry>;

/** Totals of the whole list, at most a few seconds old. */
export const WhitelistTotals = z.object({
  totalEntries: z.int(),
  uniqueWallets: z.int(),
  /** Cards of all registrations. */
  nftsSelected: z.int(),
  registrations: z.int(),
  /** The same four numbers for registrations whose cards were all held at their last check. */
  heldEntries: z.int(),
  heldWallets: z.int(),
  heldNfts: z.int(),
  heldRegistrations: z.int(),
  /** Time of the oldest last check; null without a registration. */
  oldestCheckAt: InstantShape.nullable(),
});
export type WhitelistTotals = z.output<typeof WhitelistTotals>;

/** A re-check of every entry, started by the admin (W3). Counted in wallets. */
export const WhitelistRecheck = z.object({
  /** `none` before the first one. */
  state: z.enum(['none', 'running', 'finished']),
  requestedAt: InstantShape.nullable(),
  finishedAt: InstantShape.nullable(),
  /** Wallets whose entries needed a check when it began. */
  wallets: z.int(),
  checked: z.int(),
  /** Wallets that could not be read; their entries keep their state. */
  unreachable: z.int(),
});
export type WhitelistRecheck = z.output<typeof WhitelistRecheck>;

/** What is looked for in the list. */
const SearchShape = z
  .string()
  .meta({
    description:
      'The beginning of an address, an address as the pages shorten it, the label of somebody without a name, or beginnings of words of a name; at least two characters.',
    maxLength: SEARCH_MAX_CHARACTERS,
  })
  .max(SEARCH_MAX_CHARACTERS)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'it has no control characters')
  .transform((text, context): WhitelistSearch => {
    const search = parseSearch(text);
    if (search !== null) return search;
    context.addIssue({ code: 'custom', message: 'too little to look for' });
    return z.NEVER;
  });

/** Registrations come and go only in an open round. */
const ROUND_NOT_OPEN = [
  'round-upcoming',
  'round-closed',
  'round-freezing',
  'round-frozen',
] as const;

export const whitelistRoutes = {
  'GET /api/booster-pack/entries/{walletAddress}': {
    summary: "A collector's live registrations, newest first.",
    access: anyone,
    allowance: 'read',
    cost: 5,
    params: z.object({ walletAddress: AddressShape }),
    answer: z.array(WhitelistEntry),
    revalidated: true,
  },
  'GET /api/booster-pack/whitelist': {
    summary: `Live registrations, newest first, at most ${WHITELIST_PAGE} at a time, and none after those that bring an answer to ${WHITELIST_PAGE_ENTRIES} entries; for more name the last one you have as \`before\`. A shorter answer than asked for, with fewer entries, is the end.`,
    access: anyone,
    allowance: 'read',
    // Up to 1,000 entries: half a megabyte to read, serialise and compress.
    cost: 10,
    query: z.object({
      limit: z
        .string()
        .regex(/^\d+$/, 'a number has digits only')
        .meta({ type: 'integer', minimum: 1, maximum: WHITELIST_PAGE })
        .pipe(z.coerce.number<string>().min(1).max(WHITELIST_PAGE))
        .optional(),
      /** Id of an entry, deleted or not; only entries registered earlier. */
      before: OpaqueIdShape.optional(),
      /** Only entries whose cards were all held at their last check. */
      held: z.literal('true').optional(),
      /** Only entries of wallets that fit. */
      find: SearchShape.optional(),
    }),
    answer: z.array(WhitelistEntry),
    refusals: ['entry-unknown'],
    revalidated: true,
  },
  'GET /api/booster-pack/whitelist/totals': {
    summary: 'The whole whitelist in numbers, and how old its oldest verdict is.',
    access: anyone,
    allowance: 'read',
    answer: WhitelistTotals,
    revalidated: true,
  },
  'GET /api/booster-pack/whitelist/recheck': {
    summary: 'How far the last re-check of the whole list is.',
    access: anyone,
    allowance: 'poll',
    answer: WhitelistRecheck,
    revalidated: true,
  },
  'POST /api/booster-pack/whitelist/recheck': {
    summary:
      'Hold every entry against the chain again, in the background. While one runs, asking again is answered with it.',
    access: admin,
    allowance: 'write',
    answer: WhitelistRecheck,
  },
  'POST /api/booster-pack/register': {
    summary: `Register at least ${CARDS_PER_ENTRY} held cards; every ${CARDS_PER_ENTRY} are one entry.`,
    access: actor('body.walletAddress'),
    allowance: 'write',
    // 69 bytes a card: a collector registers everything at once.
    bodyLimit: 2 * 1024 * 1024,
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
      ...ROUND_NOT_OPEN,
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
    refusals: ['entry-unknown', 'not-yours', 'entry-frozen', ...ROUND_NOT_OPEN],
  },
} as const satisfies Record<string, Route>;
