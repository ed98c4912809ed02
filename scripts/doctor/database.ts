/** Checks PostgreSQL with the server's own code. */
import { DatabaseError, READ_ONLY, whyReadOnly } from '#server/db/database-error.ts';
import { DATABASE_NAME, ensurePassword, hasSockets } from '#server/db/embedded/initdb.ts';
import { lookUpDatabaseFolder } from '#server/db/embedded/location.ts';
import { addressOfRunning } from '#server/db/embedded/process.ts';
import { checkInstallation } from '#server/db/installation.ts';
import { isMigrated } from '#server/db/migrate.ts';
import { askTime, connectByUrl } from '#server/db/open.ts';
import { POOL_SIZE } from '#server/db/pool.ts';
import { refuseOldVersion, refuseSharedSessions } from '#server/db/requirements.ts';
import { whatIsMissing } from '#server/db/schema.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Config } from '#server/start/config.ts';
import { installationOf } from '#server/start/demo-mode.ts';
import { printableUrl } from '#server/start/printable-url.ts';
import { causeOf, type Finding, odd, right, skew, wrong } from './finding.ts';

/** Of a server: its pool, and one for each of the battle's three lanes. */
const MOST_CONNECTIONS = POOL_SIZE + 3;

export async function lookAtDatabase(config: Config): Promise<Finding[]> {
  let url: string | null;
  try {
    url = config.databaseUrl ?? runningUrl(config.dataDir);
  } catch (error) {
    return [wrong('database', causeOf(error))];
  }
  if (url === null) {
    return [
      odd(
        'database',
        `The private PostgreSQL of ${config.dataDir} does not run: start the server to have it looked at.`,
      ),
    ];
  }
  const sql = connectByUrl(url);
  try {
    const before = Date.now();
    const now = await askTime(sql);
    const found = [skew('database', now.getTime() - (before + Date.now()) / 2)];
    const settings = await lookAtSettings(sql, url, config.servers);
    const purpose = await lookAtPurpose(sql, config);
    return [...settings, ...found, ...purpose, ...(await lookAtSchema(sql))];
  } catch (error) {
    return [wrong('database', `No use of PostgreSQL at ${printableUrl(url)}: ${causeOf(error)}.`)];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function runningUrl(dataDir: string): string | null {
  const folder = lookUpDatabaseFolder(dataDir);
  const address = folder === undefined ? null : addressOfRunning(`${folder}/cluster`);
  if (address === null || folder === undefined) return null;
  if (hasSockets) {
    return `postgres://${DATABASE_NAME}@localhost/${DATABASE_NAME}?host=${encodeURIComponent(address.host)}`;
  }
  const login = `${DATABASE_NAME}:${ensurePassword({ folder })}`;
  return `postgres://${login}@${address.host}:${address.port}/${DATABASE_NAME}`;
}

/** Each of them off, a crash of the machine loses what was accepted. */
const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

interface DatabaseSettings extends Record<(typeof DURABILITY)[number], string> {
  readonly version: number;
  readonly words: string;
  readonly encoding: string;
  readonly most: number;
  readonly used: number;
  readonly role: string;
  readonly ownsAll: boolean;
  readonly hasSchema: boolean;
  readonly isReadOnly: boolean;
  /** Of its role or the database; null without one. */
  readonly limit: number | null;
}

async function lookAtSettings(sql: Sql, url: string, servers: number): Promise<Finding[]> {
  const [row] = await sql<DatabaseSettings[]>`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS words,
      current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
      current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('full_page_writes') AS full_page_writes,
      current_setting('max_connections')::int AS most, (SELECT count(*) FROM pg_stat_activity)::int AS used,
      current_user::text AS role, coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)
        AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('schema_migrations')
          AND NOT pg_has_role(relowner, 'USAGE')) AS "ownsAll",
      current_schema() IS NOT NULL AS "hasSchema",
      current_setting('transaction_read_only') = 'on' AS "isReadOnly",
      (SELECT least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) FROM pg_roles, pg_database
        WHERE rolname = session_user AND NOT rolsuper AND datname = current_database()) AS limit`;
  const it = row!;
  try {
    refuseOldVersion(it.version, it.words);
    await refuseSharedSessions(sql, url);
  } catch (error) {
    return [wrong('database', causeOf(error))];
  }
  const found = [
    right('database', `PostgreSQL ${it.words}; ${it.used} of ${it.most} connections are taken.`),
  ];
  if (it.most - it.used < POOL_SIZE * 2) {
    const words = `Few connections are left: a server takes up to ${MOST_CONNECTIONS}. Raise max_connections.`;
    found.push(odd('database', words));
  }
  if (it.encoding !== 'UTF8') {
    found.push(wrong('database', `Its encoding is ${it.encoding}: names need UTF8.`));
  }
  if (it.limit !== null && it.limit < MOST_CONNECTIONS * servers) {
    const words = `Its user may have ${it.limit} connections at a time, and a server takes up to ${MOST_CONNECTIONS}: raise the CONNECTION LIMIT of role or database.`;
    found.push(odd('database', words));
  }
  if (it.isReadOnly) found.push(wrong('database', `The server cannot use it: ${READ_ONLY}.`));
  if (!it.hasSchema) {
    const words =
      'The server cannot use it: the search_path names no schema that its user may use.';
    found.push(wrong('database', words));
  } else if (!it.ownsAll) {
    const words = `The server cannot use it: its user ${it.role} has to own it and the tables in it.`;
    found.push(wrong('database', words));
  }
  for (const name of DURABILITY.filter((one) => it[one] === 'off')) {
    const words = `${name} is off: what was accepted may be lost when the machine stops.`;
    found.push(wrong('database', words));
  }
  return found;
}

async function lookAtPurpose(sql: Sql, config: Config): Promise<Finding[]> {
  const setting = config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL';
  try {
    const asked = await installationOf(config);
    await checkInstallation(sql, { asked, isAssigned: false, place: `of ${setting}`, setting });
    return [right('purpose', 'The database is for what the settings ask for, or for nothing yet.')];
  } catch (error) {
    // It locks the row. That it takes no writes was said.
    return whyReadOnly(error) === undefined ? [wrong('purpose', causeOf(error))] : [];
  }
}

async function lookAtSchema(sql: Sql): Promise<Finding[]> {
  try {
    // A start applies what is still to come first; a database of a newer version has other parts.
    const lacks = (await isMigrated(sql)) ? await whatIsMissing(sql) : null;
    if (lacks === null) return [];
    const words = `The server cannot use it: it lacks ${lacks}. Restore a backup of all of it.`;
    return [wrong('database', words)];
  } catch (error) {
    // That its tables belong to somebody else was said.
    if (error instanceof DatabaseError && error.code === '42501') return [];
    throw error;
  }
}
