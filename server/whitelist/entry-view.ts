import type { WhitelistEntry, WhitelistRecheck, WhitelistTotals } from '#contract/whitelist.ts';
import type { EntryRow, FoundRow, TotalsRow } from './entry-store.ts';
import type { RecheckRow } from './recheck-store.ts';

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

export function viewFound(row: FoundRow): WhitelistEntry {
  return { ...viewEntry(row), displayName: row.name };
}

export function viewTotals(row: TotalsRow): WhitelistTotals {
  return { ...row, oldestCheckAt: row.oldestCheckAt?.toISOString() ?? null };
}

export function viewRecheck(row: RecheckRow | null): WhitelistRecheck {
  if (row === null) {
    const never = { requestedAt: null, finishedAt: null };
    return { state: 'none', ...never, wallets: 0, checked: 0, unreachable: 0 };
  }
  const { requestedAt, finishedAt, wallets, checked, unreachable } = row;
  return {
    state: finishedAt === null ? 'running' : 'finished',
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    wallets,
    checked,
    unreachable,
  };
}
