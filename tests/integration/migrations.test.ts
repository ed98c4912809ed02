import { fork } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, requireMigrated } from '#server/db/migrate.ts';
import { AwayError } from '#server/start/start-error.ts';
import { startDatabase, type TestDatabase } from '#tests/support/database.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';

const MIGRATING_PROCESS = path.join(import.meta.dirname, '../support/migrating-process.ts');

describe('migrate', () => {
  let db: TestDatabase;
  let folder: string;

  beforeEach(async () => {
    db = await startDatabase({ empty: true });
    folder = makeTempFolder('migrations');
    write('0001-players.sql', 'CREATE TABLE players (id int);');
    write('0002-scores.sql', 'CREATE TABLE scores (id int); INSERT INTO players VALUES (7);');
  });
  afterEach(() => db.close());

  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const appliedNames = async () =>
    (await db.sql<{ name: string }[]>`SELECT name FROM schema_migrations ORDER BY name`).map(
      ({ name }) => name,
    );

  it('applies every file once, in order', async () => {
    expect(await migrate(db.sql, folder)).toEqual(['0001-players.sql', '0002-scores.sql']);
    expect(await migrate(db.sql, folder)).toEqual([]);
    write('0003-more.sql', 'INSERT INTO scores VALUES (1);');
    expect(await migrate(db.sql, folder)).toEqual(['0003-more.sql']);
    expect(await db.sql`SELECT id FROM players`).toEqual([{ id: 7 }]);
  });

  it('lets two processes that start at once take turns', async () => {
    write('0003-slow.sql', 'SELECT pg_sleep(0.3); CREATE TABLE slow (id int);');
    const outcomes = await Promise.all([migrateInProcess(), migrateInProcess()]);
    expect(outcomes.flat().sort()).toEqual([
      '0001-players.sql',
      '0002-scores.sql',
      '0003-slow.sql',
    ]);
    expect(await db.sql`SELECT id FROM players`).toEqual([{ id: 7 }]);
  });

  it('leaves nothing of a file that fails, and carries on once it is put right', async () => {
    write('0003-broken.sql', 'CREATE TABLE half (id int); SELECT 1 / 0;');
    await expect(migrate(db.sql, folder)).rejects.toThrow(
      'The migration 0003-broken.sql failed: division by zero',
    );
    expect(await appliedNames()).toEqual(['0001-players.sql', '0002-scores.sql']);
    expect(await db.sql`SELECT to_regclass('half') AS half`).toEqual([{ half: null }]);
    write('0003-broken.sql', 'CREATE TABLE half (id int);');
    expect(await migrate(db.sql, folder)).toEqual(['0003-broken.sql']);
  });

  it('says of a database that goes away meanwhile that another try may succeed', async () => {
    write('0003-cut.sql', 'SELECT pg_terminate_backend(pg_backend_pid());');
    const failed = migrate(db.sql, folder);
    await expect(failed).rejects.toThrow(AwayError);
    await expect(failed).rejects.toThrow('The migration 0003-cut.sql failed: ');
    write('0003-cut.sql', 'SELECT 1;');
    expect(await migrate(db.sql, folder)).toEqual(['0003-cut.sql']);
  });

  it('refuses an edited file, but not other line ends', async () => {
    await migrate(db.sql, folder);
    write('0001-players.sql', 'CREATE TABLE players (id bigint);');
    await expect(migrate(db.sql, folder)).rejects.toThrow('0001-players.sql was edited');
    write('0001-players.sql', 'CREATE TABLE players (id int);');
    write('0003-lines.sql', 'SELECT 1;\nSELECT 2;\n');
    await migrate(db.sql, folder);
    write('0003-lines.sql', 'SELECT 1;\r\nSELECT 2;\r\n');
    expect(await migrate(db.sql, folder)).toEqual([]);
  });

  it('refuses a database from the future', async () => {
    await migrate(db.sql, folder);
    rmSync(path.join(folder, '0002-scores.sql'));
    await expect(migrate(db.sql, folder)).rejects.toThrow(
      'The database has the migration 0002-scores.sql, which this version does not know',
    );
  });

  it('refuses a number below one already applied, a repeated number and a wrong name', async () => {
    await migrate(db.sql, folder);
    write('0000-late.sql', 'SELECT 1;');
    await expect(migrate(db.sql, folder)).rejects.toThrow(
      'The migration 0000-late.sql comes before 0002-scores.sql',
    );
    write('0002-again.sql', 'SELECT 1;');
    await expect(migrate(db.sql, folder)).rejects.toThrow('Two migrations have the number 0002.');
    rmSync(path.join(folder, '0002-again.sql'));
    write('3-short.sql', 'SELECT 1;');
    await expect(migrate(db.sql, folder)).rejects.toThrow('3-short.sql is not named NNNN-name.sql');
  });

  it('tells a server that does not migrate which migration is missing, and nothing of newer ones', async () => {
    await migrate(db.sql, folder);
    await requireMigrated(db.sql, folder);
    write('0003-more.sql', 'SELECT 1;');
    await expect(requireMigrated(db.sql, folder)).rejects.toThrow(
      'The database lacks the migration 0003-more.sql',
    );
    await migrate(db.sql, folder);
    rmSync(path.join(folder, '0003-more.sql'));
    await requireMigrated(db.sql, folder);
  });

  function migrateInProcess(): Promise<string[]> {
    const child = fork(MIGRATING_PROCESS, [db.url, folder]);
    return new Promise((resolve, reject) => {
      child.once('message', (names) => resolve(names as string[]));
      child.once('exit', (code) => reject(new Error(`ended with code ${code}`)));
    });
  }
});
