/** Rounds of the whitelist: times, freeze, and the list that anyone can recompute (W7). */
import { z } from 'zod';
import { admin, anyone, type Route } from './route.ts';
import { AddressShape, InstantShape } from './shapes.ts';

/** `0x` and 64 hex digits. */
const HashShape = z.string().regex(/^0x[0-9a-f]{64}$/, 'a root has 0x and 64 small hex digits');
const RoundIdShape = z
  .string()
  .max(6)
  .regex(/^[1-9]\d*$/, 'a round has a number')
  .transform(Number);

export const WhitelistRound = z.object({
  id: z.int(),
  /** Nothing can be registered or deleted but in an `open` one. */
  state: z.enum(['upcoming', 'open', 'closed', 'freezing', 'frozen']),
  /** Null: it was always open. */
  opensAt: InstantShape.nullable(),
  /** Null: no end is set. */
  closesAt: InstantShape.nullable(),
  /** While it freezes; counted in wallets. */
  freeze: z
    .object({
      beganAt: InstantShape,
      wallets: z.int(),
      registrations: z.int(),
      checked: z.int(),
      /** Could not be read in the last pass: the freeze waits for them. */
      unreadable: z.int(),
      unreadableWallets: z.array(z.string()),
    })
    .nullable(),
  /** Once it is frozen; never changes. */
  published: z
    .object({
      frozenAt: InstantShape,
      root: HashShape,
      /** Wallets in the list, and their entries. */
      wallets: z.int(),
      entries: z.int(),
      registrations: z.int(),
      /** Registrations that count. */
      counted: z.int(),
      /** All wallets were read between these two checkpoints. Null without a registration. */
      firstCheckpoint: z.int().nullable(),
      lastCheckpoint: z.int().nullable(),
    })
    .nullable(),
});
export type WhitelistRound = z.output<typeof WhitelistRound>;

/** That a wallet is in the list: docs/round-list.md says how to check it, move/sources/claims.move how to use it. */
export const RoundProof = z.object({
  round: z.int(),
  root: HashShape,
  /** Wallets in the list. */
  wallets: z.int(),
  address: z.string(),
  entries: z.int(),
  /** Hash of its card ids. */
  cardsHash: HashShape,
  /** Place in the list, from 0. */
  index: z.int(),
  /** Partners on the way to the root, the lowest first. */
  path: z.array(HashShape),
});
export type RoundProof = z.output<typeof RoundProof>;

/** A line of the evidence: a registration, where its cards lay, and what became of it. */
export const RoundEvidence = z.object({
  registration: z.string(),
  address: z.string(),
  entries: z.int(),
  registeredAt: InstantShape,
  /** `taken`: one of its cards counts for another registration. Only `held` ones count. */
  verdict: z.enum(['held', 'missing', 'taken']),
  /** When the wallet was read, and the newest checkpoint asked for before and after. */
  readAt: InstantShape,
  checkpoints: z.tuple([z.int(), z.int()]),
  /** A card that was not in the wallet has no place. */
  cards: z.array(
    z.object({
      id: z.string(),
      place: z.string().nullable(),
      kiosk: z.string().nullable(),
      listed: z.boolean().nullable(),
    }),
  ),
});
export type RoundEvidence = z.output<typeof RoundEvidence>;

/** A whole list read as a file counts as this many calls. */
const FILE_COST = 40;

/** Names the root that is meant: 409 where the round has another, as after a restored backup. */
const RootQuery = z.object({ root: HashShape.length(66).optional() });

const TimesShape = {
  opensAt: InstantShape.max(40).nullable(),
  /** A time that is past closes the round now. */
  closesAt: InstantShape.max(40).nullable(),
};

/** A file of a frozen round. */
const frozenFile = {
  access: anyone,
  allowance: 'read',
  cost: FILE_COST,
  params: z.object({ id: RoundIdShape }),
  query: RootQuery,
  answer: z.string(),
  isLines: true,
  refusals: ['round-unknown', 'round-not-frozen', 'round-root-differs'],
  revalidated: true,
  forever: true,
} as const;

export const roundRoutes = {
  'GET /api/booster-pack/rounds': {
    summary: 'The rounds of the whitelist, the current one first, at most 100.',
    access: anyone,
    allowance: 'poll',
    answer: z.array(WhitelistRound),
    revalidated: true,
  },
  'GET /api/booster-pack/rounds/{id}': {
    summary: 'One round.',
    access: anyone,
    allowance: 'poll',
    params: z.object({ id: RoundIdShape }),
    answer: WhitelistRound,
    refusals: ['round-unknown'],
    revalidated: true,
  },
  'GET /api/booster-pack/rounds/{id}/list': {
    summary: 'The frozen list, a line of JSON for each wallet, in its canonical form.',
    ...frozenFile,
  },
  'GET /api/booster-pack/rounds/{id}/evidence': {
    summary: 'Every registration of a frozen round with its verdict and where each card lay.',
    ...frozenFile,
  },
  'GET /api/booster-pack/rounds/{id}/proof/{address}': {
    summary: 'The proof that a wallet is in the frozen list.',
    access: anyone,
    allowance: 'read',
    params: z.object({ id: RoundIdShape, address: AddressShape }),
    query: RootQuery,
    answer: RoundProof,
    refusals: ['round-unknown', 'round-not-frozen', 'round-root-differs', 'not-in-round'],
    revalidated: true,
    forever: true,
  },
  'PATCH /api/admin/booster-pack/rounds/{id}': {
    summary:
      'Set when the current round opens and closes; null for no time. What is left out stays.',
    access: admin,
    allowance: 'write',
    params: z.object({ id: RoundIdShape }),
    body: z.object(TimesShape).partial(),
    answer: WhitelistRound,
    refusals: [
      'round-unknown',
      'round-freezing',
      'round-frozen',
      'round-not-current',
      'round-times-wrong',
    ],
  },
  'POST /api/admin/booster-pack/rounds/{id}/freeze': {
    summary:
      'Freeze a closed round: every wallet is read once more, in the background, then the list is published for ever. Names how many registrations the admin was shown.',
    access: admin,
    allowance: 'write',
    params: z.object({ id: RoundIdShape }),
    body: z.object({ registrations: z.int().min(0).max(100_000_000) }),
    answer: WhitelistRound,
    refusals: ['round-frozen', 'round-not-current', 'round-not-closed', 'round-count-differs'],
  },
  'POST /api/admin/booster-pack/rounds': {
    summary:
      'Begin the round after a frozen one, with an empty list; names its id, which is one more. If that round collects already it is the answer.',
    access: admin,
    allowance: 'write',
    body: z.object({ id: z.int().min(1).max(1_000_000), ...TimesShape }),
    answer: WhitelistRound,
    refusals: ['round-not-current', 'round-times-wrong'],
  },
} as const satisfies Record<string, Route>;
