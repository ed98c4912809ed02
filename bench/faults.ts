/**
 * Faults under load: people write all the time, and every accepted write must be found afterwards. One row per fault;
 * exit code 1 if a count is wrong.
 */
import { chainFaults } from './faults/chain-faults.ts';
import { fullDisks, postgresOutages, privateFaults } from './faults/postgres-faults.ts';
import type { Outcome } from './faults/run-faults.ts';
import { pairFaults, serverFaults } from './faults/server-faults.ts';
import { printTable, rounded } from './figures.ts';

const GROUPS: Readonly<Record<string, () => Promise<Outcome[]>>> = {
  postgres: postgresOutages,
  disk: fullDisks,
  private: privateFaults,
  pair: pairFaults,
  server: serverFaults,
  chain: chainFaults,
};

/** `BENCH_FAULTS`: only these groups, with commas between them. */
const NAMED = process.env.BENCH_FAULTS?.split(',') ?? Object.keys(GROUPS);

export async function trialFaults(): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const name of NAMED) {
    const group = GROUPS[name];
    if (group === undefined) throw new Error(`there is no group ${name} of faults`);
    for (const outcome of await group()) {
      outcomes.push(outcome);
      tell(outcome);
    }
  }
  printTable('Broken under load', [
    [
      '',
      'accepted',
      'found',
      'believed',
      'matches begun',
      'ended',
      'free again',
      'server',
      'MB',
      'wrong',
    ],
    ...outcomes.map(({ name, writes, free, processes, memoryMb, wrong }) => [
      name,
      `${writes.accepted}`,
      `${writes.found}`,
      `${writes.believed}`,
      `${writes.matchesBegun}`,
      `${writes.matchesEnded}`,
      free,
      processes,
      memoryMb,
      `${wrong.length}`,
    ]),
  ]);
  printTable('Answers meanwhile', [
    ['', 'longest wait s', 'back after s', 'by status'],
    ...outcomes.map(({ name, monitor }) => [
      name,
      rounded(monitor.longestMs / 1_000),
      rounded((monitor.backAfterMs ?? Number.NaN) / 1_000),
      byStatus(monitor.statuses),
    ]),
  ]);
  if (outcomes.some(isWrong)) process.exitCode = 1;
}

function isWrong({ writes, wrong }: Outcome): boolean {
  return (
    wrong.length > 0 ||
    writes.accepted !== writes.found + writes.believed ||
    writes.matchesBegun !== writes.matchesEnded
  );
}

/** Printed immediately: the table follows minutes later. */
function tell({ name, writes, monitor, wrong }: Outcome): void {
  const kept = `${writes.accepted} accepted, ${writes.found} found`;
  console.log(
    `${name}: ${kept}; ${rounded(monitor.longestMs / 1_000)} s; ${byStatus(monitor.statuses)}`,
  );
  for (const what of wrong.slice(0, 12)) console.error(`  wrong: ${what}`);
}

function byStatus(statuses: ReadonlyMap<string, number>): string {
  const sorted = [...statuses].sort(([a], [b]) => a.localeCompare(b));
  return sorted.map(([status, count]) => `${status}: ${count}`).join(', ');
}
