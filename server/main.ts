import cluster from 'node:cluster';
import path from 'node:path';
import type { Logger } from 'pino';
import { joinSupervisor, type Supervised } from '#server/cluster/supervised.ts';
import { createSupervisor, type StartFailure } from '#server/cluster/supervisor.ts';
import { createBackups } from '#server/db/backups.ts';
import { DatabaseError } from '#server/db/database-error.ts';
import { OlderDatabaseError, requireMigrated } from '#server/db/migrate.ts';
import {
  askCluster,
  connect,
  connectByUrl,
  type Database,
  openDatabase,
  type PrivateAddress,
} from '#server/db/open.ts';
import type { Sql } from '#server/db/sql.ts';
import { createMetrics, gatheredText, type Metrics } from '#server/http/metrics.ts';
import { createJobRunner } from '#server/jobs/background-job.ts';
import { freePort } from '#server/jobs/free-port.ts';
import { serve } from '#server/serve.ts';
import { addressFor, type Config, readConfig, secretsOfConfig } from '#server/start/config.ts';
import {
  DEMO_DEFAULTS,
  DEMO_NOTICE,
  type Demo,
  demoRoutes,
  installationOf,
  startDemo,
} from '#server/start/demo-mode.ts';
import { loadEnvFile } from '#server/start/env-file.ts';
import { createLifecycle } from '#server/start/lifecycle.ts';
import { createLog } from '#server/start/log.ts';
import { AwayError, StartError } from '#server/start/start-error.ts';
import { startupWarnings, unknownNames } from '#server/start/startup-warnings.ts';

const ENV_FILE = path.resolve(import.meta.dirname, '../.env');

/** How long one of SERVERS waits for what the supervisor collects from all of them. */
const GATHERED_WITHIN_MS = 3_000;
/** The supervisor answers once the private PostgreSQL runs; a restart of it takes less time than this. */
const DATABASE_WITHIN_MS = 10_000;

const lifecycle = createLifecycle();

/** What the supervisor hands to each of SERVERS. */
interface ServerSettings {
  readonly config: Config;
  readonly privateAddress: PrivateAddress | null;
}

try {
  await (cluster.isWorker ? runOneOfSeveral() : run());
} catch (error) {
  lifecycle.fail(error);
}

/** Starts everything; with SERVERS above 1 only what exists once, because the servers are other processes. */
async function run(): Promise<void> {
  const envFile = loadEnvFile(ENV_FILE);
  const asked = readConfig(process.env, DEMO_DEFAULTS);
  const log = createLog(asked.logLevel, secretsOfConfig(asked));
  lifecycle.logFaultsTo(log);

  const installation = await installationOf(asked);
  const db = await openDatabase({ ...asked, installation, log, onLost: lifecycle.fail });
  lifecycle.onClose('database', db.close);

  const demo = asked.isDemo ? await startDemo(asked) : undefined;
  if (demo) lifecycle.onClose('stand-in node', demo.close);
  const config = demo?.config ?? asked;

  const isOnly = config.servers === 1;
  // The supervisor asks the database nothing, and is not scraped itself.
  const metrics = isOnly
    ? createMetrics()
    : createMetrics({ server: 'supervisor', text: async () => '' });
  const bindDemo = demo && isOnly ? await demoRoutes(demo.objectPage) : undefined;
  const port = isOnly
    ? await serve({ config, sql: db.sql, metrics, log, lifecycle, bindDemo })
    : await startServers({ config, db, demo, metrics, log });

  if (config.backups !== null) keepBackups(config.backups, db, metrics, log);
  // Only now, because a failed start prints one line only.
  for (const sentence of [...unknownNames(envFile), ...startupWarnings(asked)]) log.warn(sentence);
  if (demo) {
    log.warn(DEMO_NOTICE);
    console.log(DEMO_NOTICE);
    startDemoPeople(demo, addressFor(config.host, port), log);
  }
  lifecycle.ready(() => console.log(`The MAINZ is ready at ${addressFor(config.host, port)}`));
}

/** One of SERVERS. */
async function runOneOfSeveral(): Promise<void> {
  const supervisor = joinSupervisor();
  try {
    const settings = await supervisor.ask<ServerSettings & { number: number }>('settings');
    const { config, privateAddress, number } = settings;
    const log = createLog(config.logLevel, secretsOfConfig(config), { server: number });
    lifecycle.logFaultsTo(log);
    const sql =
      privateAddress === null
        ? connectByUrl(config.databaseUrl ?? '', log)
        : connect([privateAddress], log, () => isDatabaseUp(supervisor));
    lifecycle.onClose('database', () => sql.end({ timeout: 5 }));
    await refuseOlderDatabase(sql);
    const metrics = createMetrics({
      server: String(number),
      // If the supervisor does not answer, this server's own figures.
      text: () =>
        supervisor.ask<string>('metrics', undefined, GATHERED_WITHIN_MS).catch(ownFigures),
    });
    const ownFigures = async () => gatheredText([await metrics.figures()]);
    supervisor.onFigures(metrics.figures);
    const objectPage = (id: string) =>
      supervisor.ask<string | null>('object-page', id, GATHERED_WITHIN_MS);
    const bindDemo = config.isDemo ? await demoRoutes(objectPage) : undefined;
    const parts = { config, sql, metrics, log, lifecycle, bindDemo, supervisor, number };
    const port = await serve(parts);
    lifecycle.ready(() => {
      supervisor.tell('serving', port);
      supervisor.watch(log);
    });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const failure: StartFailure = {
      words: error.message,
      isAway: error instanceof AwayError,
      needsRestart: error instanceof OlderDatabaseError,
    };
    // The supervisor prints it, once.
    await supervisor.ask('cannot-start', failure);
    process.exit(1);
  }
}

/** A server that is started again runs the code that is here now; the supervisor migrated for the code of its own start. */
async function refuseOlderDatabase(sql: Sql): Promise<void> {
  try {
    await requireMigrated(sql);
  } catch (error) {
    // Not known while the database is away.
    if (!(error instanceof DatabaseError && error.isAway)) throw error;
  }
}

/** If the supervisor does not answer in time, the database counts as up: connecting to it will tell. */
async function isDatabaseUp(supervisor: Supervised): Promise<void> {
  await supervisor.ask('database', undefined, DATABASE_WITHIN_MS).catch(() => {});
}

async function startServers(parts: {
  config: Config;
  db: Database;
  demo: Demo | undefined;
  metrics: Metrics;
  log: Logger;
}): Promise<number> {
  const { config, db, demo, metrics, log } = parts;
  // Servers come and go: when all are gone, a port of 0 would become another one.
  const settledPort = async (port: number) => (port === 0 ? freePort(config.host) : port);
  const settings: ServerSettings = {
    config: {
      ...config,
      port: await settledPort(config.port),
      metricsPort: config.metricsPort === null ? null : await settledPort(config.metricsPort),
    },
    privateAddress: db.privateAddress,
  };
  const supervisor = createSupervisor({
    servers: config.servers,
    settings,
    answers: { database: db.isUp, 'object-page': (id: string) => demo?.objectPage(id) ?? null },
    metrics,
    log,
    onLost: lifecycle.fail,
  });
  lifecycle.onClose('servers', supervisor.stop);
  return supervisor.start();
}

function keepBackups(
  settings: NonNullable<Config['backups']>,
  { backUp, sql }: Database,
  metrics: Metrics,
  log: Logger,
): void {
  if (backUp === null) return;
  const backups = createBackups({ backUp, cluster: () => askCluster(sql) }, settings, log);
  metrics.measure('mainz_backup_timestamp_seconds', 'When the newest backup was made.', () => {
    const at = backups.lastAt();
    return at === null ? null : at / 1000;
  });
  const runner = createJobRunner([backups], log);
  lifecycle.onClose('backups', () => {
    backups.stop();
    return runner.stop();
  });
  runner.start();
}

/** In the background: pages are served before they exist. */
function startDemoPeople(demo: Demo, origin: string, log: Logger): void {
  const stopping = new AbortController();
  const people = demo.people(origin, log, stopping.signal).catch((err: unknown) => {
    if (!stopping.signal.aborted) log.warn({ err }, 'the demo people stopped');
  });
  lifecycle.onClose('demo people', () => {
    stopping.abort();
    return people;
  });
}
