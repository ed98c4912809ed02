import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { pino } from 'pino';
import { DATABASE_NAME, SUPERUSER } from '#server/db/embedded/initdb.ts';
import { startEmbedded } from '#server/db/embedded/server.ts';
import { migrate } from '#server/db/migrate.ts';
import { connectByUrl } from '#server/db/open.ts';
import { makeTempFolder } from './temp-folder.ts';

/** The template of all databases of a run: the schema without rows. */
export const TEMPLATE_DATABASE = 'template_mainz';

export function testDatabaseUrl(socketFolder: string, database: string, role: string): string {
  return `postgres://${role}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/**
 * Global setup of Vitest and Playwright: one temporary folder and one PostgreSQL for the whole run. Test processes
 * find them through the environment.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // The driver obeys PGOPTIONS, PGSSLMODE and their like.
  for (const name in process.env) if (name.startsWith('PG')) delete process.env[name];
  const folder = makeTempFolder('run');
  process.env.TEST_FOLDER = folder;
  removeAfterUs(folder);
  const dataDir = makeTempFolder('postgres');
  const madeDir = makeTempFolder('made');
  const first = await startPostgres(dataDir);
  const schema = connectByUrl(testDatabaseUrl(first.socketFolder, DATABASE_NAME, DATABASE_NAME));
  await migrate(schema);
  await schema.end();
  await first.stop();
  copyFolder(dataDir, madeDir);
  const server = await startPostgres(dataDir);
  const { socketFolder } = server;
  await makeTemplate(socketFolder);
  process.env.TEST_POSTGRES = socketFolder;
  process.env.TEST_DATA_FOLDER = madeDir;
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Removes the run's folder however this process ends: Vitest calls no teardown after Ctrl-C, and nobody does after a kill.
 * PostgreSQL, which may still write there, sees within a minute that its folder is gone, and ends.
 */
function removeAfterUs(folder: string): void {
  const script = 'cat; until rm -rf "$0"; do sleep 1; done';
  // Its input ends with us.
  spawn('sh', ['-c', script, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  }).unref();
}

async function startPostgres(dataDir: string) {
  const server = await startEmbedded({
    dataDir,
    log: pino({ level: 'warn' }, pino.destination(2)),
    onLost: (reason) => console.error(reason.message),
    settings: {
      // No durability needed: the data is deleted after the run.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200', // for many servers in parallel
      shared_preload_libraries: 'pg_stat_statements', // some tests count statements
    },
  });
  const { socketFolder } = server;
  if (socketFolder === undefined) throw new Error('the integration tests need Unix sockets');
  return { ...server, socketFolder };
}

/** The socket folder of this run's PostgreSQL; undefined without `setup`. */
export function runningPostgres(): string | undefined {
  return process.env.TEST_POSTGRES;
}

/** A data folder with a migrated, empty private database; copied, because creating one takes seconds. */
export function makeDataFolder(): string {
  const made = process.env.TEST_DATA_FOLDER;
  if (made === undefined) throw new Error('there is none outside a run of the tests');
  const folder = makeTempFolder('data');
  copyFolder(made, folder);
  return folder;
}

/** Keeps file owners, because PostgreSQL checks them. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

async function makeTemplate(socketFolder: string): Promise<void> {
  const admin = connectByUrl(testDatabaseUrl(socketFolder, 'postgres', SUPERUSER));
  const [template, owner] = [admin(TEMPLATE_DATABASE), admin(DATABASE_NAME)];
  await admin`CREATE DATABASE ${template} OWNER ${owner} TEMPLATE ${owner}`;
  await admin.end();
  const extending = connectByUrl(testDatabaseUrl(socketFolder, TEMPLATE_DATABASE, SUPERUSER));
  // Separate from the product's tables.
  await extending`CREATE SCHEMA counting`;
  await extending`GRANT USAGE ON SCHEMA counting TO ${owner}`;
  await extending`CREATE EXTENSION pg_stat_statements SCHEMA counting`;
  await extending.end(); // a database with connections cannot be copied
}
