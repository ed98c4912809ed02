import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_NAME } from '#server/db/embedded/initdb.ts';
import { connectByUrl } from '#server/db/open.ts';
import type { Sql } from '#server/db/sql.ts';
import { startDatabase } from '#tests/support/database.ts';
import { testDatabaseUrl } from '#tests/support/postgres.ts';
import {
  embeddedPostgres,
  launchProduct,
  removeData,
  runProduct,
  startProduct,
} from '#tests/support/product.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';

// No demo world: these tests are about the process and its database, and the chain is never asked.
const REAL = { COLLECTION_TYPES: '0x2::cards::Card', SUI_URL: 'http://127.0.0.1:1' };
const isRoot = process.getuid?.() === 0;

let dataDir: string;
beforeEach(() => {
  dataDir = makeTempFolder('data');
});
afterEach(() => removeData(dataDir));

describe('the embedded PostgreSQL', () => {
  it('keeps no port open, orders text the same everywhere and syncs to disk', async () => {
    await using product = await startProduct({ env: REAL, dataDir });
    const shown = await withDatabase(
      async (sql) => sql`
        SELECT current_setting('listen_addresses') AS addresses,
               current_setting('fsync') AS fsync,
               current_setting('synchronous_commit') AS commit,
               current_setting('data_checksums') AS checksums,
               (SELECT datlocprovider::text || ' ' || datlocale FROM pg_database
                 WHERE datname = current_database()) AS locale,
               current_setting('server_encoding') AS encoding,
               current_setting('is_superuser') AS superuser`,
    );
    expect(shown[0]).toEqual({
      addresses: '',
      fsync: 'on',
      commit: 'on',
      checksums: 'on',
      locale: 'b C.UTF-8',
      encoding: 'UTF8',
      superuser: 'off',
    });
    expect(await (await fetch(`${product.url}/healthz`)).json()).toEqual({ status: 'ok' });
  });

  it('lives where the user who runs it can enter, also below a folder of mode 0700', async () => {
    chmodSync(dataDir, 0o700);
    await using product = await startProduct({ env: REAL, dataDir });
    await withDatabase((sql) => sql`CREATE TABLE kept AS SELECT 1 AS one`);
    await product.stop();
    expect(existsSync(path.join(dataDir, 'postgres-is-elsewhere.txt'))).toBe(isRoot);
    // Once chosen, the place stays, even when the folder could be entered now.
    chmodSync(dataDir, 0o755);
    await product.restart();
    expect(await withDatabase((sql) => sql`SELECT one FROM kept`)).toEqual([{ one: 1 }]);
  });

  it('takes a data folder with a long path, and a temp folder with an awkward or a private one', async () => {
    const longFolder = path.join(
      dataDir,
      'a folder, '.repeat(8),
      `${'of "many" words '.repeat(6)}end`,
    );
    const awkward = makeTempFolder('t m,p');
    {
      const env = { ...REAL, TMPDIR: awkward };
      await using product = await startProduct({ env, dataDir: longFolder });
      expect(embeddedPostgres(longFolder)!.socketFolder).toContain(awkward);
      await product.stop();
    }
    chmodSync(awkward, 0o700);
    await using product = await startProduct({ env: { ...REAL, TMPDIR: awkward }, dataDir });
    expect(embeddedPostgres(dataDir)!.socketFolder.startsWith(awkward)).toBe(!isRoot);
    await product.stop();
    rmSync(awkward, { recursive: true });
  });

  it('is stopped with the server', async () => {
    await using product = await startProduct({ env: REAL, dataDir });
    const postgres = embeddedPostgres(dataDir)!;
    expect(await product.stop()).toBe(0);
    expect(isAlive(postgres.pid)).toBe(false);
    expect(existsSync(postgres.socketFolder)).toBe(false);
  });

  it('is found again after a kill -9 of the server, with the data', async () => {
    await using product = await startProduct({ env: REAL, dataDir });
    await withDatabase((sql) => sql`CREATE TABLE kept AS SELECT 1 AS one`);
    const before = embeddedPostgres(dataDir)!;
    await product.kill9();
    expect(isAlive(before.pid)).toBe(true);
    await product.restart();
    expect(isAlive(before.pid)).toBe(false);
    expect(await withDatabase((sql) => sql`SELECT one FROM kept`)).toEqual([{ one: 1 }]);
  });

  it('is started again after a kill -9 of its own', async () => {
    await using product = await startProduct({ env: REAL, dataDir });
    await withDatabase((sql) => sql`CREATE TABLE kept AS SELECT 1 AS one`);
    const before = embeddedPostgres(dataDir)!;
    process.kill(before.pid, 'SIGKILL');
    await until(() => {
      const now = embeddedPostgres(dataDir);
      return now !== null && now.pid !== before.pid && product.logs().includes('runs again');
    });
    expect(await withDatabase((sql) => sql`SELECT one FROM kept`)).toEqual([{ one: 1 }]);
    expect(await product.stop()).toBe(0);
  });

  it('starts in spite of a lock file whose number is some other program by now', async () => {
    const product = await startProduct({ env: REAL, dataDir });
    await product.stop();
    const folder = path.join(dataDir, 'postgres');
    writeFileSync(path.join(folder, 'cluster/postmaster.pid'), `${process.pid}\n${folder}\n`);
    await product.restart();
    expect(isAlive(process.pid)).toBe(true);
    await product[Symbol.asyncDispose]();
  });

  it('is made anew when the first start was killed half-way', async () => {
    const folder = path.join(dataDir, 'postgres');
    const halfMade = () =>
      existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('making-')) : [];
    const { child } = launchProduct({ ...REAL, DATA_DIR: dataDir, PORT: '0' });
    await until(() => halfMade().length > 0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await using product = await startProduct({ env: REAL, dataDir });
    await withDatabase((sql) => sql`CREATE TABLE made (id int)`);
    await product.stop();
    // What the orphaned initdb may have written after that is gone with the next start.
    await product.restart();
    expect(halfMade()).toEqual([]);
  });

  it('survives two first starts on one folder: one runs, the other says why not', async () => {
    writeFileSync(path.join(dataDir, 'unrelated'), '');
    const starts = await Promise.allSettled([
      startProduct({ env: REAL, dataDir }),
      startProduct({ env: REAL, dataDir }),
    ]);
    const winner = starts.find((start) => start.status === 'fulfilled');
    const loser = starts.find((start) => start.status === 'rejected');
    expect(String(loser?.reason)).toContain(
      `Another server is already running on the data folder ${dataDir}`,
    );
    const folder = path.join(dataDir, 'postgres');
    expect(readdirSync(folder).filter((name) => name.startsWith('making-'))).toEqual([]);
    await winner!.value.stop();
    // The lock died with its owner.
    await winner!.value.restart();
    await winner!.value.stop();
  });
});

describe('what cannot start ends in one line and leaves nothing running', () => {
  it('a taken port', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await until(() => other.listening);
    const { port } = other.address() as net.AddressInfo;
    const run = await runProduct({ ...REAL, DATA_DIR: dataDir, PORT: String(port) });
    other.close();
    expect(run).toEqual({
      code: 1,
      output: `PORT: port ${port} of 127.0.0.1 is taken by another program; set another PORT.\n`,
    });
    expect(embeddedPostgres(dataDir)).toBeNull();
  });

  it('a wrong setting', async () => {
    expect(await runProduct({ ...REAL, DATA_DIR: dataDir, SUI_NETWORK: 'moon' })).toEqual({
      code: 1,
      output: 'SUI_NETWORK got "moon"; it takes one of mainnet, testnet, devnet, localnet.\n',
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('a data folder that is a file', async () => {
    const file = path.join(dataDir, 'file');
    writeFileSync(file, '');
    const run = await runProduct({ ...REAL, DATA_DIR: file });
    expect(run.code).toBe(1);
    expect(run.output).toMatch(/^The folder .*file cannot be made \(E\w+\): set DATA_DIR .*\n$/);
  });

  it('a data folder where none can be made', async () => {
    const run = await runProduct({ ...REAL, DATA_DIR: '/proc/nowhere/data' });
    expect(run.code).toBe(1);
    expect(run.output).toMatch(/^The folder \S+ cannot be made \(E\w+\): set DATA_DIR .*\n$/);
  });

  it('a database that is not there, without its password', async () => {
    const run = await runProduct({
      ...REAL,
      DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/mainz',
    });
    expect(run.code).toBe(1);
    expect(run.output).toMatch(
      /^DATABASE_URL: no database at postgres:\/\/127\.0\.0\.1:1\/mainz \(.*ECONNREFUSED.*\)\.\n$/,
    );
  });

  it('a database of another PostgreSQL version', async () => {
    const product = await startProduct({ env: REAL, dataDir });
    await product.stop();
    const file = path.join(dataDir, 'postgres/cluster/PG_VERSION');
    const version = readFileSync(file, 'utf8');
    writeFileSync(file, '17\n');
    const run = await runProduct({ ...REAL, DATA_DIR: dataDir, PORT: '0' });
    writeFileSync(file, version);
    expect(run.code).toBe(1);
    expect(run.output).toMatch(/^The database in .* is of PostgreSQL 17, and .* brings 18: .*\n$/);
  });
});

describe('DATABASE_URL', () => {
  it('two servers on one database, and nothing in the data folder', async () => {
    const database = await startDatabase({ empty: true });
    const env = { ...REAL, DATABASE_URL: database.url };
    const products = await Promise.all([
      startProduct({ env, dataDir }),
      startProduct({ env, dataDir }),
    ]);
    for (const { url, stop } of products) {
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect(await stop()).toBe(0);
    }
    expect(readdirSync(dataDir)).toEqual([]);
    await database.close();
  });
});

describe('npm start', () => {
  const LAUNCHER = path.join(import.meta.dirname, '../../scripts/run-server.mjs');

  function launch() {
    const program = `await (await import(${JSON.stringify(LAUNCHER)})).runServer()`;
    const launcher = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, ...REAL, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
    });
    let output = '';
    for (const stream of [launcher.stdout, launcher.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    return {
      launcher,
      output: () => output,
      starts: () => output.match(/is ready at/g)?.length ?? 0,
      server: () => Number(readFileSync(`/proc/${launcher.pid}/task/${launcher.pid}/children`)),
    };
  }

  it('starts a server again that was killed, on the same data, and ends with it in order', async () => {
    const { launcher, output, starts, server } = launch();
    await until(() => starts() === 1);
    await withDatabase((sql) => sql`CREATE TABLE kept AS SELECT 1 AS one`);
    process.kill(server(), 'SIGKILL');
    await until(() => starts() === 2);
    expect(output()).toContain('The server was ended by SIGKILL: it is started again in 1 s.');
    expect(await withDatabase((sql) => sql`SELECT one FROM kept`)).toEqual([{ one: 1 }]);
    process.kill(server(), 'SIGTERM');
    expect(await once(launcher, 'exit')).toEqual([0, null]);
    expect(embeddedPostgres(dataDir)).toBeNull();
  });

  it('leaves nothing running when it is stopped before it starts a killed server again', async () => {
    const { launcher, output, starts, server } = launch();
    await until(() => starts() === 1);
    const { pid } = embeddedPostgres(dataDir)!;
    process.kill(server(), 'SIGKILL');
    await until(() => output().includes('it is started again in 1 s'));
    launcher.kill('SIGTERM');
    expect(await once(launcher, 'exit')).toEqual([1, null]);
    expect(isAlive(pid)).toBe(false);
    expect(starts()).toBe(1);
  });
});

async function withDatabase<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const { socketFolder } = embeddedPostgres(dataDir)!;
  const sql = connectByUrl(testDatabaseUrl(socketFolder, DATABASE_NAME, DATABASE_NAME));
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(20);
}
