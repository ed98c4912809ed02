/**
 * What a database belongs to: the demo, or one collection on one network. The first start records it. A start with
 * something else is refused before anything is migrated, read or written, because mixed cards and people could not be
 * separated again.
 */
import { StartError } from '#server/start/start-error.ts';
import type { Sql } from './sql.ts';
import type { Queries } from './tag.ts';

export interface Installation {
  readonly isDemo: boolean;
  readonly network: string;
  /** Normal Move types of the cards, the first is the collection. */
  readonly collectionTypes: readonly string[];
}

export interface InstallationStart {
  readonly asked: Installation;
  /** Where the database is, for messages, e.g. `in /srv/data`. */
  readonly place: string;
  readonly setting: 'DATA_DIR' | 'DATABASE_URL';
  /** The operator confirms that the database is this installation's: see scripts/installation.ts. */
  readonly isAssigned: boolean;
}

/** Before migrating: another installation's database is not touched. @throws StartError */
export async function checkInstallation(sql: Queries, start: InstallationStart): Promise<void> {
  const stored = await findInstallation(sql);
  if (stored !== null) requireSame(stored, start);
}

/** What a database belongs to, also one that was never migrated; null if nothing is recorded. */
export async function findInstallation(sql: Queries): Promise<Installation | null> {
  const [row] = await sql<{ exists: boolean }[]>`
    SELECT to_regclass('installation') IS NOT NULL AS exists`;
  return row!.exists ? find(sql) : null;
}

/**
 * After migrating: records what the database belongs to, if nothing is recorded. Of several servers starting on an
 * empty one, the first decides. Adds further collection types.
 * @throws StartError
 */
export async function settleInstallation(sql: Sql, start: InstallationStart): Promise<void> {
  const { isDemo, network, collectionTypes } = start.asked;
  await sql.begin(async (tx) => {
    if ((await find(tx)) === null) {
      await requireHarmless(tx, start);
      await tx`
        INSERT INTO installation (is_demo, network, collection_types)
        VALUES (${isDemo}, ${network}, ${[...collectionTypes]}::text[])
        ON CONFLICT DO NOTHING`;
    }
    const stored = await find(tx);
    requireSame(stored!, start);
    if (isDemo || stored!.collectionTypes.join() === collectionTypes.join()) return;
    await tx`UPDATE installation SET collection_types = ${[...collectionTypes]}::text[]`;
  });
}

/** Locks the row until the transaction ends. */
async function find(sql: Queries): Promise<Installation | null> {
  const [row] = await sql<Installation[]>`
    SELECT is_demo AS "isDemo", network, collection_types AS "collectionTypes"
    FROM installation FOR UPDATE`;
  return row ?? null;
}

function requireSame(stored: Installation, start: InstallationStart): void {
  const { asked, place, setting } = start;
  if (stored.isDemo && asked.isDemo) return;
  const isSame =
    stored.isDemo === asked.isDemo &&
    stored.network === asked.network &&
    stored.collectionTypes[0] === asked.collectionTypes[0];
  const differs = `The database ${place} is for ${named(stored)}, and this start asks for ${named(asked)}`;
  if (!isSame) {
    throw new StartError(
      `${differs}: set another ${setting}, or put COLLECTION_TYPES and SUI_NETWORK back.`,
    );
  }
  const isLess = stored.collectionTypes.some((type) => !asked.collectionTypes.includes(type));
  if (!isLess || start.isAssigned) return;
  throw new StartError(
    `${differs}: name all of them in COLLECTION_TYPES, or take the others away for good with scripts/installation.ts.`,
  );
}

/**
 * A database without a record is accepted if it has no people, or if all its cards are of the configured collection:
 * a Move type contains its package, and so its network.
 */
async function requireHarmless(tx: Queries, start: InstallationStart): Promise<void> {
  const { asked, place, setting, isAssigned } = start;
  const [row] = await tx<{ isEmpty: boolean; types: string[] }[]>`
    SELECT NOT EXISTS (SELECT FROM collectors) AS "isEmpty",
      ARRAY(SELECT DISTINCT type FROM cards ORDER BY type) AS types`;
  const { isEmpty, types } = row!;
  if (isEmpty) return;
  const isOurs = (type: string) => asked.collectionTypes.includes(type);
  if (types.length > 0 && (isAssigned ? types.some(isOurs) : types.every(isOurs))) return;
  if (types.length === 0 && isAssigned) return;
  const asksFor = `and this start asks for ${named(asked)}: set another ${setting}`;
  throw new StartError(
    types.length === 0
      ? `The database ${place} holds collectors and no card that tells of which collection, ${asksFor}, or run scripts/installation.ts once if they are its collectors.`
      : `The database ${place} holds cards of ${types.join(', ')}, ${asksFor}, or the COLLECTION_TYPES it was filled with.`,
  );
}

function named({ isDemo, network, collectionTypes }: Installation): string {
  return isDemo ? 'the demo' : `${collectionTypes.join(', ')} on ${network}`;
}
