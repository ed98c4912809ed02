/** Checks PostgreSQL, Redis and the chain with the server's own code. */
import { pino } from 'pino';
import { canonicalAddress } from '#rules/address.ts';
import { normalMoveType } from '#rules/cards.ts';
import { openRedis } from '#server/cluster/redis.ts';
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
import { whyNoObject } from '#server/sui/calls/checks.ts';
import { type Chain, GENESIS } from '#server/sui/chain.ts';
import { createSuiChain } from '#server/sui/sui-chain.ts';
import { causeOf, type Finding, odd, right, wrong } from './finding.ts';

const silent = pino({ level: 'silent' });
const ODD_SKEW_MS = 1_000;
const WRONG_SKEW_MS = 10_000;
/** Of a server: its pool, and one for each of the battle's three lanes. */
const MOST_CONNECTIONS = POOL_SIZE + 3;
/** A chain makes several checkpoints a second. */
const ODD_LAG_SECONDS = 15;
const WRONG_LAG_SECONDS = 120;

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

export function skew(about: string, ms: number): Finding {
  const words = `Its clock and ours differ by ${Math.abs(Math.round(ms))} ms`;
  if (Math.abs(ms) > WRONG_SKEW_MS)
    return wrong(about, `${words}: set the clock of this machine by the network.`);
  return Math.abs(ms) > ODD_SKEW_MS ? odd(about, `${words}.`) : right(about, `${words}.`);
}

/** @param madeAt when the newest checkpoint that the node knows was made */
function lag(madeAt: Date | null): Finding {
  if (madeAt === null) return odd('chain', 'How far it lags behind is not told by this node.');
  const seconds = Math.max(0, Math.round((Date.now() - madeAt.getTime()) / 1_000));
  const words = `Its newest checkpoint is ${seconds} s old`;
  if (seconds > WRONG_LAG_SECONDS) {
    return wrong(
      'chain',
      `${words}: it lags behind, and cards are shown as they were. Take another node.`,
    );
  }
  return seconds > ODD_LAG_SECONDS ? odd('chain', `${words}.`) : right('chain', `${words}.`);
}

/** Fields that the cards' names and pictures are taken from without a Display. */
const PICTURE_FIELDS = ['image_url', 'img_url', 'url'];

/** Whether a type can be a card: owned, placed in kiosks, sent, with a name and a picture. */
async function lookAtStruct(chain: Chain, type: string): Promise<Finding> {
  const about = 'collection';
  const declared = await chain.struct(type);
  if (declared === null) {
    return wrong(about, `Its package declares no struct ${type}: look at COLLECTION_TYPES.`);
  }
  const why = whyNoObject(type, declared);
  if (why !== null) return wrong(about, `${why}.`);
  const { abilities, fields } = declared;
  if (!abilities.includes('key')) {
    return wrong(about, `${type} has not the ability key: nobody can own one, so it is no card.`);
  }
  if (!abilities.includes('store')) {
    return wrong(
      about,
      `${type} has not the ability store: it can be in no kiosk, and nobody can send one.`,
    );
  }
  const lacks = [
    ...(fields.includes('name') ? [] : ['name']),
    ...(PICTURE_FIELDS.some((name) => fields.includes(name)) ? [] : ['image_url']),
  ];
  if (lacks.length > 0) {
    return odd(
      about,
      `${type} has no field ${lacks.join(' and no ')}: a Display (V2) has to tell it, else cards are shown without.`,
    );
  }
  return right(
    about,
    `${type} can be owned, placed in kiosks and sent, and has a name and a picture.`,
  );
}

export async function lookAtRedis({ redisUrl }: Config): Promise<Finding> {
  if (redisUrl === null)
    return right('redis', 'REDIS_URL is not set: this is meant to be the only server.');
  try {
    const redis = await openRedis(redisUrl, silent);
    await redis.close();
    return right('redis', `It answers at ${printableUrl(redisUrl)}, and may be used as we use it.`);
  } catch (error) {
    return wrong('redis', causeOf(error));
  }
}

export async function lookAtChain(config: Config): Promise<Finding[]> {
  const { transport, url, network, apiKey } = config.sui;
  if (url === null) return [right('chain', 'Demo mode: the chain is a stand-in.')];
  const { collectionTypes } = config;
  const chain = createSuiChain({
    transport,
    url,
    network,
    genesis: config.isDemo ? undefined : GENESIS[network],
    apiKey: apiKey ?? undefined,
    collectionTypes,
  });
  const at = `${printableUrl(url)} over ${transport}`;
  try {
    const asked = performance.now();
    const epoch = await chain.epoch();
    const ms = Math.round(performance.now() - asked);
    const found = [right('chain', `Epoch ${epoch} of ${at}, answered within ${ms} ms.`)];
    found.push(lag(await chain.checkpointTime()));
    const packages = [
      ...Map.groupBy(collectionTypes, (type) => normalMoveType(type).split('::', 1)[0]!),
    ];
    const objects = await chain.objects(packages.map(([id]) => canonicalAddress(id)!));
    for (const [index, [id, types]] of packages.entries()) {
      if (objects[index] === null) {
        const words = `There is no package ${id} on ${network}: look at COLLECTION_TYPES and SUI_NETWORK.`;
        found.push(wrong('collection', words));
        continue;
      }
      found.push(right('collection', `The package ${id} is on ${network}.`));
      for (const type of types) found.push(await lookAtStruct(chain, type));
    }
    return found;
  } catch (error) {
    return [
      wrong(
        'chain',
        `No use of ${at}: ${causeOf(error)}. Look at SUI_URL, SUI_TRANSPORT and SUI_API_KEY.`,
      ),
    ];
  } finally {
    await chain.close();
  }
}
