import { expect, it, vi } from 'vitest';
import type { Statement } from './connection.ts';
import type { Pool } from './pool.ts';

/** What a process of its own sends when it is asked for these, in this order. */
async function sentFor(asked: readonly string[]): Promise<Map<string, string | undefined>> {
  vi.resetModules();
  const { createSql } = await import('./sql.ts');
  const sent = new Map<string, string | undefined>();
  const run = async ({ text, name }: Statement) => {
    sent.set(text, name);
    return { rows: [], rowCount: 0 };
  };
  const pool = { run } as unknown as Pool;
  const sql = createSql(pool, () => pool);
  for (const text of asked) await sql`${sql.unsafe(text)}`;
  return sent;
}

it('prepares a statement under the same name in every process, and no other under that', async () => {
  // A pooler in between may hand the connection of one to another.
  const one = await sentFor(['SELECT 1', 'SELECT 2', 'SELECT 3']);
  const other = await sentFor(['SELECT 3', 'SELECT 1', 'SELECT 2']);
  for (const [text, name] of one) expect([text, other.get(text)]).toEqual([text, name]);
  expect(new Set(one.values()).size).toBe(3);
});
