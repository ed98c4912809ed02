/** Reads metrics of a running server and prints tables. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Sql } from '#server/db/sql.ts';
import type { Figures } from './measured-process.ts';

/** Resource use of our server, without PostgreSQL; with SERVERS of all processes. @param url of its metrics */
export async function serverFigures(url: string): Promise<Figures> {
  const text = await (await fetch(url)).text();
  const figure = (name: string): number => {
    const found = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))];
    if (found.length === 0) throw new Error(`the server tells no ${name}`);
    return found.reduce((sum, [, value]) => sum + Number(value), 0);
  };
  return {
    cpuSeconds: figure('process_cpu_seconds_total'),
    residentBytes: figure('process_resident_memory_bytes'),
  };
}

/** Seconds of CPU the server has used so far, its PostgreSQL apart. */
export async function serverCpuSeconds(url: string): Promise<number> {
  return (await serverFigures(`${url}/metrics`)).cpuSeconds;
}

/** Clock ticks of /proc in a second, on every Linux there is. */
const TICKS = 100;

/**
 * Seconds of CPU that PostgreSQL and all its processes have used so far, those that ended included; NaN
 * where there is no /proc.
 * @param pid its first process
 */
export function postgresCpuSeconds(pid: number): number {
  if (!existsSync('/proc/self/stat')) return Number.NaN;
  let ticks = 0;
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // Fields after the name in brackets: state, parent; CPU from the 12th on.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
      if (Number(name) === pid) ticks += (endedUser ?? 0) + (endedSystem ?? 0);
      else if (Number(fields[1]) !== pid) continue;
      ticks += (user ?? 0) + (system ?? 0);
    } catch {
      // The process ended meanwhile and counts as an ended child.
    }
  }
  return ticks / TICKS;
}

export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

interface Statement {
  readonly calls: number;
  readonly query: string;
}

/** Counts the product's own statements from now on. */
export async function resetStatements(sql: Sql): Promise<void> {
  await sql`SELECT pg_stat_statements_reset()`;
}

/** Statements of the product since the last reset, the most frequent first. */
export async function statements(sql: Sql): Promise<Statement[]> {
  const rows = await sql<Statement[]>`
    SELECT calls, query FROM pg_stat_statements JOIN pg_roles ON pg_roles.oid = userid
    WHERE rolname = 'the_mainz' ORDER BY calls DESC`;
  return rows.map(({ calls, query }) => ({ calls, query: query.replace(/\s+/g, ' ').trim() }));
}

/** @param share 0.5 is the median */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export function rounded(value: number, digits = 1): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '-';
}

/** Prints a table: a title, then rows of cells; the first row is the head, numbers are right-aligned. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  console.log(`\n${title}`);
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`  ${cells.join('  ')}`);
  }
}
