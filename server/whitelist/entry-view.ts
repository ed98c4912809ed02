/** A stored entry -> the contract's shape. */
import type { WhitelistEntry } from '#contract/whitelist.ts';
import type { EntryRow } from './entry-store.ts';

export function viewEntry(row: EntryRow): WhitelistEntry {
  return {
    id: row.id,
    walletAddress: row.wallet,
    selectedNftIds: row.cardIds,
    entryCount: row.entryCount,
    registeredAt: row.registeredAt.toISOString(),
    hasRequiredCards: row.hasRequiredCards,
    checkedAt: row.checkedAt.toISOString(),
  };
}
