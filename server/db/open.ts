/** Opens the configured database and makes it ready: version, installation, migrations. */
import type { ClientConfig } from 'pg';
import type { Logger } from 'pino';
import { printableUrl } from '#server/start/printable-url.ts';
import { AwayError, oneLine, StartError } from '#server/start/start-error.ts';
import { type Connection, type ConnectionEvents, configsOf, openConnection } from './connection.ts';
import { DatabaseError, hasNoTls, isFull, whyReadOnly } from './database-error.ts';
import { backUp } from './embedded/backup.ts';
import { startEmbedded } from './embedded/server.ts';
import {
  checkInstallation,
  type Installation,
  type InstallationStart,
  settleInstallation,
} from './installation.ts';
import { migrate } from './migrate.ts';
import { type Connect, createPool } from './pool.ts';
import { refuseOtherEncoding, requireVersion, waitUntilReachable } from './requirements.ts';
import { requireWhole } from './schema.ts';
import { createSql, type Sql } from './sql.ts';

/** Where the private PostgreSQL listens; plain values, for other processes. */
export type PrivateAddress = Awaited<ReturnType<typeof startEmbedded>>['address'];

export type Database = {
  sql: Sql;
  /** Null with DATABASE_URL. */
  privateAddress: PrivateAddress | null;
  /** Resolves when the private PostgreSQL accepts connections; during a restart after some seconds. */
  isUp(): Promise<void>;
  /** Backs up the private PostgreSQL into a folder; null with DATABASE_URL. */
  backUp: ((folder: string, signal: AbortSignal) => Promise<string>) | null;
  close(): Promise<void>;
};

const CONNECT_WITHIN_MS = 10_000;
const CLOSE_SECONDS = 5;

/**
 * Settings of every connection, whatever its database or role has. No query, lock or forgotten transaction blocks others
 * for long; statements see what was committed before them; times are read in this form. Set by a statement, because a
 * pooler refuses or drops those that come with the connection.
 */
const SETTINGS = {
  statement_timeout: "'10s'",
  lock_timeout: "'5s'",
  idle_in_transaction_session_timeout: "'15s'",
  // Else what is sent in the moment of the end fails.
  idle_session_timeout: '0',
  default_transaction_isolation: "'read committed'",
  datestyle: 'ISO',
};

/** Likewise that of a whole transaction, since PostgreSQL 17: a freeze and a migration may take any time. */
const SETTING_SINCE_17 = `SELECT set_config('transaction_timeout', '0', false)
  WHERE current_setting('server_version_num')::int >= 170000`;

const OF_DRIVER = { application_name: 'the-mainz', connectionTimeoutMillis: CONNECT_WITHIN_MS };

type Options = {
  databaseUrl: string | null;
  dataDir: string;
  /** Processes that will use it. */
  servers?: number;
  /** What the database must belong to. */
  installation: Installation;
  /** The operator confirms that it is ours: see scripts/installation.ts. */
  isAssigned?: boolean;
  log: Logger;
  /** Called once when the private PostgreSQL keeps crashing and is given up. */
  onLost: (reason: Error) => void;
};

/**
 * Opens the configured database (`DATABASE_URL`, else the private PostgreSQL of `DATA_DIR`), checks its version and
 * installation, and migrates it.
 * @throws StartError with one line for the operator
 */
export async function openDatabase(options: Options): Promise<Database> {
  const { databaseUrl, dataDir, log } = options;
  const start = { asked: options.installation, isAssigned: options.isAssigned ?? false };
  if (databaseUrl !== null) {
    const sql = connectByUrl(databaseUrl, log);
    try {
      await waitUntilReachable(sql, databaseUrl);
      const place = `at ${printableUrl(databaseUrl)}`;
      await prepare(sql, log, { ...start, place, setting: 'DATABASE_URL' });
    } catch (error) {
      await sql.end({ timeout: 0 });
      throw error;
    }
    const close = () => sql.end({ timeout: CLOSE_SECONDS });
    return { sql, privateAddress: null, isUp: async () => {}, backUp: null, close };
  }

  const server = await startEmbedded(options);
  const { address: privateAddress, isUp } = server;
  const sql = connect([privateAddress], log, isUp);
  const close = async (): Promise<void> => {
    await sql.end({ timeout: CLOSE_SECONDS });
    await server.stop();
  };
  try {
    await prepare(sql, log, { ...start, place: `in ${dataDir}`, setting: 'DATA_DIR' });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    sql,
    privateAddress,
    isUp,
    backUp: (folder, signal) => backUp(server, folder, signal),
    close,
  };
}

export function connectByUrl(url: string, log?: Logger): Sql {
  return connect(configsOf(url, Object.keys({ ...SETTINGS, ...OF_DRIVER })), log);
}

/** @param configs tried in this order; the next one only if a server has no TLS */
export function connect(configs: ClientConfig[], log?: Logger, isUp = async () => {}): Sql {
  const onNotice = (notice: string) => log?.debug({ notice }, 'PostgreSQL says');
  async function openFirst(events: Omit<ConnectionEvents, 'onNotice'>): Promise<Connection> {
    await isUp();
    for (let [config, ...others] = configs; ; [config, ...others] = others) {
      try {
        return await openConnection({ ...config, ...OF_DRIVER }, { ...events, onNotice });
      } catch (error) {
        if (others.length === 0 || !hasNoTls(error)) throw error;
      }
    }
  }
  const createConnect = (settings: Readonly<Record<string, string>>): Connect => {
    const set = Object.entries({ ...SETTINGS, ...settings }).map((one) => `SET ${one.join(' = ')}`);
    const text = [...set, SETTING_SINCE_17].join(';');
    return async (events) => {
      const connection = await openFirst(events);
      try {
        await connection.send({ text });
      } catch (error) {
        connection.destroy();
        throw error;
      }
      return connection;
    };
  };
  const shared = createPool(createConnect({}));
  return createSql(shared, ({ connections, settings }) => {
    const open = createConnect(settings);
    return createPool(
      (events) =>
        open(events).catch((error) => {
          // Otherwise the battle would wait until one of the pool's connections reaches its age limit.
          if (isFull(error)) shared.giveUpOne();
          throw error;
        }),
      connections,
    );
  });
}

/** False from a standby, and from a database that was set to be read only. */
export async function takesWrites(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ takes: boolean }]>`
    SELECT current_setting('transaction_read_only') = 'off' AS takes`;
  return row.takes;
}

export async function askTime(sql: Sql): Promise<Date> {
  const [row] = await sql<[{ now: Date }]>`SELECT clock_timestamp() AS now`;
  return row.now;
}

/** Which cluster it is, as the manifests of its backups name it. */
export async function askCluster(sql: Sql): Promise<string> {
  const [row] = await sql<[{ cluster: string }]>`
    SELECT system_identifier::text AS cluster FROM pg_control_system()`;
  return row.cluster;
}

/** Our role's connections to this database by state, for metrics. */
export async function countConnections(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ state: string; count: number }[]>`
    SELECT coalesce(state, 'unknown') AS state, count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'the-mainz' GROUP BY state`;
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

async function prepare(sql: Sql, log: Logger, start: InstallationStart): Promise<void> {
  await whenUsable(sql, start, async () => {
    await checkInstallation(sql, start);
    for (const name of await migrate(sql))
      log.info({ migration: name }, 'schema brought up to date');
    await requireWhole(sql, start.place);
    await settleInstallation(sql, start);
  });
}

type NamedDatabase = Pick<InstallationStart, 'setting' | 'place'>;

/**
 * Does the first work on a database, after looking at its version and encoding.
 * @throws StartError with one line if it cannot be used
 */
export async function whenUsable(
  sql: Sql,
  database: NamedDatabase,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await requireVersion(sql);
    await refuseOtherEncoding(sql, database);
    await work();
  } catch (error) {
    throw unusable(error, database);
  }
}

/** One line for rights that are missing, and for a database that accepts nothing now: a full disk, a standby. */
function unusable(error: unknown, { setting, place }: NamedDatabase): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const isForbidden = error.code === '42501';
  if (!isForbidden && !error.isAway) return error;
  const words = `${setting}: the database ${place} cannot be used (${whyReadOnly(error) ?? oneLine(error)})`;
  return isForbidden
    ? new StartError(`${words}; its user needs to own it.`)
    : new AwayError(`${words}.`);
}
