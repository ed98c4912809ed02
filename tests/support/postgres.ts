import { rmSync } from 'node:fs';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { DATABASE_NAME, SUPERUSER } from '#server/db/embedded/initdb.ts';
import { startEmbedded } from '#server/db/embedded/server.ts';
import { migrate } from '#server/db/migrate.ts';
import { connectByUrl } from '#server/db/open.ts';
import { makeTempFolder } from './temp-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the socket of this run's PostgreSQL. */
    postgresSocketFolder: string;
  }
}

/** Databases of a run are copies of this one, which has the schema and no rows. */
export const TEMPLATE_DATABASE = 'template_mainz';

/** The address of a database of this run's server, as DATABASE_URL takes it. */
export function testDatabaseUrl(socketFolder: string, database: string, role: string): string {
  return `postgres://${role}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/** Vitest's global setup: one PostgreSQL for the whole run, in a temp folder, gone afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = makeTempFolder('postgres');
  const server = await startEmbedded({
    dataDir,
    log: pino({ level: 'warn' }, pino.destination(2)),
    onLost: (reason) => console.error(reason.message),
    settings: {
      // Nothing here outlives the run, so nothing need reach the disk.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      shared_preload_libraries: 'pg_stat_statements', // some tests count statements
    },
  });
  const socketFolder = server.socketFolder;
  if (socketFolder === undefined) throw new Error('the integration tests need Unix sockets');
  await makeTemplate(socketFolder);
  project.provide('postgresSocketFolder', socketFolder);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function makeTemplate(socketFolder: string): Promise<void> {
  const admin = connectByUrl(testDatabaseUrl(socketFolder, 'postgres', SUPERUSER));
  await admin`CREATE DATABASE ${admin(TEMPLATE_DATABASE)} OWNER ${admin(DATABASE_NAME)}`;
  await admin.end();
  const extending = connectByUrl(testDatabaseUrl(socketFolder, TEMPLATE_DATABASE, SUPERUSER));
  // Apart from the product's own tables.
  await extending`CREATE SCHEMA counting`;
  await extending`GRANT USAGE ON SCHEMA counting TO ${extending(DATABASE_NAME)}`;
  await extending`CREATE EXTENSION pg_stat_statements SCHEMA counting`;
  await extending.end();
  const template = connectByUrl(testDatabaseUrl(socketFolder, TEMPLATE_DATABASE, DATABASE_NAME));
  await migrate(template);
  await template.end(); // a database that is being used cannot be copied
}
