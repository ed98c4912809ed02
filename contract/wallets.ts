/** Routes of a wallet's coins. */
import { z } from 'zod';
import { anyoneAsThemselves, type Route } from './route.ts';
import { AddressShape, InstantShape } from './shapes.ts';

export const Amount = z.object({
  amount: z
    .string()
    .regex(/^\d+$/)
    .meta({ description: 'In the smallest unit of the coin; it can be above 2^53.' }),
  decimals: z.int().min(0).max(255),
  symbol: z.string(),
});
export type Amount = z.output<typeof Amount>;

export const Balances = z.object({
  sui: Amount,
  /** The product's token; null when none is configured. */
  token: Amount.nullable(),
  /** When the chain was read. */
  readAt: InstantShape,
});
export type Balances = z.output<typeof Balances>;

export const walletRoutes = {
  'GET /api/wallets/{address}/balances': {
    summary: "A wallet's SUI and token of the product, at most 30 s old.",
    // The shared limit for strangers does not apply to the wallet's own session.
    access: anyoneAsThemselves,
    // May need several requests to the chain.
    allowance: 'sync',
    params: z.object({ address: AddressShape }),
    answer: Balances,
    refusals: ['chain-unreachable'],
  },
} as const satisfies Record<string, Route>;
