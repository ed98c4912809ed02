import type { Transfer, TransferDraft } from '#contract/transfers.ts';
import type { TransferRow } from './transfer-store.ts';
import type { Draft } from './transfers.ts';

export function viewTransfer(row: Omit<TransferRow, 'sentAt' | 'signature'>): Transfer {
  return {
    id: row.id,
    walletAddress: row.sender,
    cardId: row.cardId,
    recipient: row.recipient,
    status: row.status,
    digest: row.digest,
    fee: row.fee.toString(),
  };
}

export function viewDraft({ transfer, ties }: Draft): TransferDraft {
  return {
    ...viewTransfer({ ...transfer, status: 'open' }),
    transaction: transfer.transaction.toString('base64'),
    expiresAt: transfer.expiresAt.toISOString(),
    ties: {
      entries: ties.entries.map(({ id, entryCount }) => ({ id, entryCount })),
      groupName: ties.groupName,
    },
  };
}
