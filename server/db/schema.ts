/** Whether a database has everything that the migrations make. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '#server/start/start-error.ts';
import type { Queries } from './tag.ts';

/**
 * What all migrations together make, a line each: `table cards`, `index cards_type of cards`. An integration test
 * compares it with a new database. PostgreSQL 15 to 18 give the same names.
 */
const SCHEMA_FILE = path.join(import.meta.dirname, 'schema.txt');

const MOST_NAMED = 5;

/**
 * For a database with all of our migrations and no others. Its table of migrations may say so while the rest was restored
 * in part: without a unique key, cards would count twice. What others added does not matter.
 * @throws StartError
 */
export async function requireWhole(sql: Queries, place: string): Promise<void> {
  const words = await whatIsMissing(sql);
  if (words === null) return;
  throw new StartError(
    `The database ${place} lacks ${words}: restore a backup of all of it, or make by hand what server/db/migrations says.`,
  );
}

/** In words that name some of it; null if all is there. */
export async function whatIsMissing(sql: Queries): Promise<string | null> {
  const wanted = readFileSync(SCHEMA_FILE, 'utf8').trimEnd().split(/\r?\n/);
  const tables = wanted.flatMap((part) => /^table (.+)$/.exec(part)?.[1] ?? []);
  const found = new Map((await findParts(sql, tables)).map(({ part, flaw }) => [part, flaw]));
  const isOfMissing = (part: string) => {
    const table = part.split(' of ')[1];
    return table !== undefined && tables.includes(table) && !found.has(`table ${table}`);
  };
  const missing = wanted.flatMap((part) => {
    const flaw = found.get(part);
    if (flaw === null || isOfMissing(part)) return [];
    return flaw === undefined ? part : `${part} (${flaw})`;
  });
  if (missing.length === 0) return null;
  const named = missing.slice(0, MOST_NAMED).join(', ');
  return missing.length > MOST_NAMED ? `${named} and ${missing.length - MOST_NAMED} more` : named;
}

/** The tables of these names, and what belongs to them. An index of a constraint is that constraint. */
export function findParts(sql: Queries, tables: readonly string[]) {
  return sql<{ part: string; flaw: string | null }[]>`
    WITH ours AS (
      SELECT oid, relname FROM pg_class
      WHERE relkind IN ('r', 'p') AND relname = ANY(${[...tables]}::text[]) AND pg_table_is_visible(oid)
    ), parts (kind, name, place, flaw) AS (
      SELECT 'table', relname, NULL::name, NULL FROM ours
      UNION ALL
      SELECT unnest(CASE WHEN attidentity = '' THEN '{column}' ELSE '{column,sequence}'::text[] END),
        attname, relname, NULL
      FROM ours JOIN pg_attribute ON attrelid = ours.oid WHERE attnum > 0 AND NOT attisdropped
      UNION ALL
      SELECT 'constraint', conname, relname, CASE WHEN EXISTS (
        SELECT FROM pg_trigger WHERE tgconstraint = c.oid AND tgenabled NOT IN ('O', 'A')) THEN 'switched off' END
      FROM ours JOIN pg_constraint c ON conrelid = ours.oid WHERE contype IN ('c', 'f', 'p', 'u')
      UNION ALL
      SELECT 'constraint', conname, typname, NULL
      FROM pg_constraint JOIN pg_type t ON contypid = t.oid WHERE contype = 'c' AND pg_type_is_visible(t.oid)
      UNION ALL
      SELECT 'index', i.relname, ours.relname, CASE WHEN NOT indisvalid THEN 'unfinished' END
      FROM ours JOIN pg_index ON indrelid = ours.oid JOIN pg_class i ON i.oid = indexrelid
      WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = ours.oid AND conindid = indexrelid)
      UNION ALL
      SELECT 'trigger', tgname, relname, CASE WHEN tgenabled NOT IN ('O', 'A') THEN 'switched off' END
      FROM ours JOIN pg_trigger ON tgrelid = ours.oid WHERE NOT tgisinternal
    )
    SELECT kind || ' ' || name || coalesce(' of ' || place, '') AS part, flaw FROM parts`;
}
