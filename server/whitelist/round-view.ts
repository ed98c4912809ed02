import type { WhitelistRound } from '#contract/whitelist-rounds.ts';
import { roundState } from '#rules/whitelist-rounds.ts';
import type { RoundRow } from './round-store.ts';

export const hexOf = (bytes: Buffer): string => `0x${bytes.toString('hex')}`;

export function viewRound(row: RoundRow, now: Date): WhitelistRound {
  return {
    id: row.id,
    state: roundState(row, now),
    opensAt: row.opensAt?.toISOString() ?? null,
    closesAt: row.closesAt?.toISOString() ?? null,
    freeze: viewFreeze(row),
    published: viewPublished(row),
  };
}

function viewFreeze(row: RoundRow): WhitelistRound['freeze'] {
  if (row.stage !== 'freezing' || row.freezingAt === null) return null;
  return {
    beganAt: row.freezingAt.toISOString(),
    wallets: row.wallets ?? 0,
    registrations: row.registrations ?? 0,
    checked: row.checked,
    unreadable: row.unread,
    unreadableWallets: [...row.unreadNamed],
  };
}

function viewPublished(row: RoundRow): WhitelistRound['published'] {
  if (row.root === null || row.frozenAt === null) return null;
  return {
    frozenAt: row.frozenAt.toISOString(),
    root: hexOf(row.root),
    wallets: row.leaves ?? 0,
    entries: row.entries ?? 0,
    registrations: row.registrations ?? 0,
    counted: row.counted ?? 0,
    firstCheckpoint: row.firstCheckpoint,
    lastCheckpoint: row.lastCheckpoint,
  };
}
