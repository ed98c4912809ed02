/** Routes of collectors: profiles, names, the ranking, the totals. */
import { z } from 'zod';
import { NAME_WORDS, type NameRefusal } from './name-words.ts';
import { actor, anyone, type Route } from './route.ts';
import { AddressShape, InstantShape, NameTextShape, ObjectIdShape } from './shapes.ts';

/** A collector. `username` is the chosen name, else the default label; `displayName` only a chosen one. */
export const User = z.object({
  walletAddress: z.string(),
  username: z.string(),
  displayName: z.string().nullable(),
  /** Another collector had a name that looks the same before this one was looked at (N3). */
  hasLookAlike: z.boolean(),
  profilePicture: z
    .string()
    .nullable()
    .meta({ description: 'Image link of one of their own cards.' }),
  nftCount: z.int(),
  /** When the last full reading of this wallet began; null before the first one. */
  syncedAt: InstantShape.nullable(),
  /** The last reading failed, so the count is that of the last good one (H2). */
  isStale: z.boolean(),
  createdAt: InstantShape,
});
export type User = z.output<typeof User>;

export const LeaderboardEntry = z.object({
  rank: z.int(),
  walletAddress: z.string(),
  username: z.string(),
  displayName: z.string(),
  nftCount: z.int(),
});
export type LeaderboardEntry = z.output<typeof LeaderboardEntry>;

export const UserSummary = z.object({
  walletAddress: z.string(),
  displayName: z.string().nullable(),
  profilePicture: z.string().nullable(),
});
export type UserSummary = z.output<typeof UserSummary>;

export const Stats = z.object({
  totalNFTs: z.int(),
  activeUsers: z.int(),
  collections: z.int(),
});
export type Stats = z.output<typeof Stats>;

const NAME_REFUSALS = [
  ...(Object.keys(NAME_WORDS) as NameRefusal[]),
  ...(['name-kept-for-admin', 'name-taken', 'name-changed-too-often'] as const),
];

const InPath = z.object({ address: AddressShape });

/** Omitted fields stay unchanged. */
const ProfileChange = z
  .object({
    displayName: NameTextShape.optional(),
    profilePictureCard: ObjectIdShape.nullable()
      .optional()
      .meta({ description: 'Object id of an own card; null takes the picture away.' }),
  })
  .refine((change) => Object.values(change).some((field) => field !== undefined), {
    error: 'it names nothing to change',
  })
  .meta({ minProperties: 1 });

export const collectorRoutes = {
  'POST /api/user': {
    summary: 'Create the collector of a wallet, or return the one that exists.',
    access: anyone,
    allowance: 'write',
    body: z.object({
      walletAddress: AddressShape,
      username: NameTextShape.optional().meta({ description: 'Not believed: see PATCH.' }),
      nftCount: z.number().optional().meta({ description: 'Not believed: see sync.' }),
    }),
    answer: User,
  },
  'GET /api/user/{address}': {
    summary: 'One collector.',
    access: anyone,
    allowance: 'read',
    params: InPath,
    answer: User,
    refusals: ['user-unknown'],
    revalidated: true,
  },
  'PATCH /api/user/{address}': {
    summary: 'Choose a name.',
    access: actor('params.address'),
    allowance: 'profile',
    params: InPath,
    body: z.object({ username: NameTextShape }),
    answer: User,
    refusals: ['user-unknown', ...NAME_REFUSALS],
  },
  'GET /api/users/{walletAddress}': {
    summary: 'One collector (the same as /api/user/{address}).',
    access: anyone,
    allowance: 'read',
    params: z.object({ walletAddress: AddressShape }),
    answer: User,
    refusals: ['user-unknown'],
    revalidated: true,
  },
  'PATCH /api/users/{walletAddress}/profile': {
    summary: 'Change any fields of the profile; what is left out stays.',
    access: actor('params.walletAddress'),
    allowance: 'profile',
    params: z.object({ walletAddress: AddressShape }),
    body: ProfileChange,
    answer: User,
    refusals: ['user-unknown', ...NAME_REFUSALS, 'picture-not-held'],
  },
  'GET /api/leaderboard': {
    summary: 'Named collectors by number of cards; at most 100.',
    access: anyone,
    allowance: 'read',
    // A hundred rows from memory.
    cost: 2,
    answer: z.array(LeaderboardEntry),
    revalidated: true,
  },
  'GET /api/leaderboard/{walletAddress}': {
    summary:
      'Where one collector stands in the ranking, however far down; null without a chosen name.',
    access: anyone,
    allowance: 'read',
    // A database read for this wallet.
    cost: 5,
    params: z.object({ walletAddress: AddressShape }),
    answer: z.object({ entry: LeaderboardEntry.nullable() }),
    revalidated: true,
  },
  'GET /api/users': {
    summary: 'Names and pictures of the collectors at the top; at most 100.',
    access: anyone,
    allowance: 'read',
    cost: 2,
    answer: z.array(UserSummary),
    revalidated: true,
  },
  'GET /api/stats': {
    summary: 'Distinct cards synced, wallets seen in 30 days, collections with a card.',
    access: anyone,
    allowance: 'poll',
    answer: Stats,
    revalidated: true,
  },
} as const satisfies Record<string, Route>;
