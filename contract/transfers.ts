/**
 * Routes of card transfers. The server builds and stores the transaction, the wallet signs it, the
 * server sends the stored one.
 */
import { z } from 'zod';
import { TRANSFER_STATUSES } from '#rules/transfers.ts';
import { actor, type Route, session } from './route.ts';
import { AddressShape, InstantShape, ObjectIdShape, OpaqueIdShape } from './shapes.ts';

const Mist = z
  .string()
  .regex(/^-?\d+$/)
  .meta({
    description: 'In MIST, 10^-9 SUI. Below zero when more storage is paid back than used.',
  });

export const Transfer = z.object({
  id: z.string(),
  walletAddress: z.string().meta({ description: 'Who sends.' }),
  cardId: z.string(),
  recipient: z.string().meta({ description: 'The whole address, whatever was typed.' }),
  status: z.enum(TRANSFER_STATUSES),
  digest: z.string().meta({ description: 'The transaction as explorers know it.' }),
  /** The estimate of the dry run; after execution the real cost. */
  fee: Mist,
});
export type Transfer = z.output<typeof Transfer>;

export const TransferDraft = Transfer.extend({
  /** BCS as base64, for `sui:signTransaction`. */
  transaction: z.string(),
  expiresAt: InstantShape,
  /** What the sender loses with the card. */
  ties: z.object({
    /** Whitelist entries that the card backs; they lapse. */
    entries: z.array(z.object({ id: z.string(), entryCount: z.int() })),
    /** The card's group; null for the default one. */
    groupName: z.string().nullable(),
  }),
});
export type TransferDraft = z.output<typeof TransferDraft>;

export const transferRoutes = {
  'POST /api/transfers': {
    summary: 'Prepare sending a card: try it out, tell the fee, and write what the wallet signs.',
    access: actor('body.walletAddress'),
    allowance: 'sync',
    // Four requests to the chain, each time: nothing is remembered, as of a reading or of balances.
    cost: 4,
    body: z.object({
      walletAddress: AddressShape,
      cardId: ObjectIdShape,
      recipient: z.string().max(300).meta({ description: 'A whole address or a SuiNS name.' }),
    }),
    answer: TransferDraft,
    refusals: [
      ...(['bad-recipient', 'recipient-unknown', 'recipient-is-object', 'own-recipient'] as const),
      ...(['card-not-in-wallet', 'card-in-kiosk', 'fee-not-covered'] as const),
      ...(['transaction-refused', 'chain-unreachable'] as const),
    ],
  },
  'POST /api/transfers/{id}/execute': {
    summary: 'Hand in the signature under a prepared transfer. Again it is the same answer.',
    access: actor('body.walletAddress'),
    allowance: 'write',
    params: z.object({ id: OpaqueIdShape }),
    body: z.object({
      walletAddress: AddressShape,
      // The longest scheme (zkLogin inside a multisig) is shorter.
      signature: z.string().min(1).max(16_384),
    }),
    answer: Transfer,
    refusals: [
      ...(['transfer-unknown', 'not-yours', 'transfer-expired'] as const),
      ...(['transaction-refused', 'card-not-in-wallet', 'fee-not-covered'] as const),
    ],
  },
  'GET /api/transfers/{id}': {
    summary: 'What has become of a transfer of your own.',
    access: session,
    allowance: 'poll',
    params: z.object({ id: OpaqueIdShape }),
    answer: Transfer,
    refusals: ['transfer-unknown', 'not-yours'],
  },
} as const satisfies Record<string, Route>;
