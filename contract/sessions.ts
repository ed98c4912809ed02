/** Signing in with a wallet (I2-I4). */
import { z } from 'zod';
import { anyone, type Route, session } from './route.ts';
import { AddressShape, InstantShape } from './shapes.ts';

const SessionInfo = z.object({ walletAddress: z.string() });

export const sessionRoutes = {
  'POST /api/auth/nonce': {
    summary: 'A message to sign with the wallet; good once, for 5 minutes.',
    access: anyone,
    allowance: 'sign-in',
    body: z.object({
      walletAddress: AddressShape,
      keepsTicket: z.literal(true).optional().meta({
        description:
          'The ticket will be handed in. Without that, others of the same network address can use the message up.',
      }),
    }),
    answer: z.object({
      message: z.string(),
      expiresAt: InstantShape,
      ticket: z.string().meta({
        description: 'Known to whoever asked for this message only. Hand it in with the signature.',
      }),
    }),
  },
  'POST /api/auth/verify': {
    summary: 'Hand in the signature; the answer sets the session cookie.',
    access: anyone,
    allowance: 'sign-in',
    body: z.object({
      walletAddress: AddressShape,
      // The longest scheme (zkLogin inside a multisig) is shorter.
      signature: z.string().min(1).max(16_384),
      ticket: z
        .string()
        .max(100)
        .optional()
        .meta({
          description:
            'Says which message was signed. Without it: one of the newest few that were asked for ' +
            'this wallet from the same network address.',
        }),
    }),
    answer: SessionInfo,
    refusals: ['nonce-unknown', 'bad-signature', 'signature-epoch-over', 'chain-unreachable'],
  },
  'GET /api/auth/session': {
    summary: 'Whose session this is.',
    access: session,
    allowance: 'read',
    answer: SessionInfo,
  },
  'POST /api/auth/logout': {
    summary: 'End the session on the server.',
    access: anyone,
    allowance: 'write',
    answer: z.object({ signedOut: z.literal(true) }),
  },
} as const satisfies Record<string, Route>;
