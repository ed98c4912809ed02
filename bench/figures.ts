/** Reading figures off a running server, and writing them down. */
import type { Sql } from '#server/db/open.ts';

/** Seconds of CPU the server has used so far, its PostgreSQL apart. */
export async function serverCpuSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = /^process_cpu_seconds_total (\S+)/m.exec(text)?.[1];
  if (line === undefined) throw new Error('the server tells no CPU time');
  return Number(line);
}

export interface Statement {
  readonly calls: number;
  readonly query: string;
}

/** Counts the product's own statements from now on. */
export async function resetStatements(sql: Sql): Promise<void> {
  await sql`SELECT pg_stat_statements_reset()`;
}

/** What the product asked its database since the last reset, the most frequent first. */
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

/** Prints a table: a title, then rows of cells; the first row is the head, numbers stand right. */
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
