import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { pino } from 'pino';
import { DATABASE_NAME, SUPERUSER } from '#server/db/embedded/initdb.ts';
import { startEmbedded } from '#server/db/embedded/server.ts';
import { migrate } from '#server/db/migrate.ts';
import { connectByUrl } from '#server/db/open.ts';
import { makeTempFolder } from './temp-folder.ts';

/** Databases of a run are copies of this one, which has the schema and no rows. */
export const TEMPLATE_DATABASE = 'template_mainz';

/** The address of a database of this run's server, as DATABASE_URL takes it. */
export function testDatabaseUrl(socketFolder: string, database: string, role: string): string {
  return `postgres://${role}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/**
 * Global setup of Vitest and of Playwright: one PostgreSQL for the whole run, in a temp folder, gone
 * afterwards. The environment carries where it is to the processes of the tests.
 */
export default async function setup(): Promise<() => Promise<void>> {
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
    for (const folder of [dataDir, madeDir]) {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

async function startPostgres(dataDir: string) {
  const server = await startEmbedded({
    dataDir,
    log: pino({ level: 'warn' }, pino.destination(2)),
    onLost: (reason) => console.error(reason.message),
    settings: {
      // Nothing here outlives the run, so nothing need reach the disk.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200', // of many servers at once
      shared_preload_libraries: 'pg_stat_statements', // some tests count statements
    },
  });
  const { socketFolder } = server;
  if (socketFolder === undefined) throw new Error('the integration tests need Unix sockets');
  return { ...server, socketFolder };
}

/** The folder of the socket of this run's PostgreSQL; undefined where `setup` did not run. */
export function runningPostgres(): string | undefined {
  return process.env.TEST_POSTGRES;
}

/** A data folder with a private database that has the schema and no rows. Making one takes the disk seconds. */
export function makeDataFolder(): string {
  const made = process.env.TEST_DATA_FOLDER;
  if (made === undefined) throw new Error('there is none outside a run of the tests');
  const folder = makeTempFolder('data');
  copyFolder(made, folder);
  return folder;
}

/** With the owners of its files: PostgreSQL takes no others. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

async function makeTemplate(socketFolder: string): Promise<void> {
  const admin = connectByUrl(testDatabaseUrl(socketFolder, 'postgres', SUPERUSER));
  const [template, owner] = [admin(TEMPLATE_DATABASE), admin(DATABASE_NAME)];
  await admin`CREATE DATABASE ${template} OWNER ${owner} TEMPLATE ${owner}`;
  await admin.end();
  const extending = connectByUrl(testDatabaseUrl(socketFolder, TEMPLATE_DATABASE, SUPERUSER));
  // Apart from the product's own tables.
  await extending`CREATE SCHEMA counting`;
  await extending`GRANT USAGE ON SCHEMA counting TO ${owner}`;
  await extending`CREATE EXTENSION pg_stat_statements SCHEMA counting`;
  await extending.end(); // a database that is being used cannot be copied
}
