import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startDatabase } from '#tests/support/database.ts';
import { listening } from '#tests/support/listening.ts';
import { outputOf } from '#tests/support/output.ts';
import { makeDataFolder } from '#tests/support/postgres.ts';
import { isAlive, REAL, until, withDatabase } from '#tests/support/private-database.ts';
import {
  embeddedPostgres,
  environmentWith,
  removeData,
  runProduct,
  startProduct,
} from '#tests/support/product.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

let dataDir: string;
afterEach(() => removeData(dataDir));

const canBeFirst = spawnSync('unshare', ['-pf', 'true']).status === 0;
describe.runIf(canBeFirst)('the first process of a container', () => {
  it('ends when it is told to while it loads, as any other process would', async () => {
    dataDir = makeTempFolder('data');
    const database = await startDatabase();
    onTestFinished(database.close);
    const image = readFileSync(path.join(ROOT, 'deploy/Containerfile'), 'utf8');
    const [node, ...args] = JSON.parse(/^CMD (.*)$/m.exec(image)![1]!);
    expect(node).toBe('node');
    args.splice(-1, 0, '--import', `data:text/javascript,console.log('loading')`);
    const container = spawn('unshare', ['-pf', '--kill-child', process.execPath, ...args], {
      cwd: ROOT,
      env: environmentWith({ DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: '0' }),
    });
    const output = outputOf(container);
    const ended = once(container, 'exit');
    await until(() => output().includes('loading'));
    const first = readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8');
    process.kill(Number(first), 'SIGTERM');
    await until(() => container.exitCode !== null || output().includes('is ready'));
    container.kill('SIGKILL');
    expect(await ended).toEqual([0, null]);
  });
});

describe('a server that cannot start', () => {
  beforeEach(() => {
    dataDir = makeDataFolder();
  });

  it('says in one line that its port is taken, and leaves nothing running', async () => {
    const other = createServer();
    const port = await listening(other);
    const run = await runProduct({ ...REAL, DATA_DIR: dataDir, PORT: String(port) });
    other.close();
    expect(run).toEqual({
      code: 1,
      output: `PORT: port ${port} of 127.0.0.1 is taken by another program; set another PORT.\n`,
    });
    expect(embeddedPostgres(dataDir)).toBeNull();
  });

  it('says in one line which setting is wrong', async () => {
    dataDir = makeTempFolder('data');
    expect(await runProduct({ ...REAL, DATA_DIR: dataDir, SUI_NETWORK: 'moon' })).toEqual({
      code: 1,
      output: 'SUI_NETWORK got "moon"; it takes one of mainnet, testnet, devnet, localnet.\n',
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('says in one line that its data folder cannot be made', async () => {
    const run = await runProduct({ ...REAL, DATA_DIR: '/proc/nowhere/data' });
    expect(run.code).toBe(1);
    expect(run.output).toMatch(/^The folder \S+ cannot be made \(E\w+\): set DATA_DIR .*\n$/);
  });

  it('says in one line that a demo with DATABASE_URL cannot keep its chain in the data folder', async () => {
    const database = await startDatabase();
    const run = (folder: string) => runProduct({ DATABASE_URL: database.url, DATA_DIR: folder });
    // A file is in the way; not even root can write there.
    const file = path.join(dataDir, 'file');
    writeFileSync(file, '');
    expect(await run(path.join(file, 'data'))).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The folder \S+ cannot be made \(ENOTDIR\): set DATA_DIR .*\n$/,
      ),
    });
    mkdirSync(path.join(dataDir, 'demo-chain.jsonl'));
    expect(await run(dataDir)).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The folder \S+ cannot be written \(EISDIR\): set DATA_DIR .*\n$/,
      ),
    });
    await database.close();
  });

  it('says in one line that its database is not there, without the password, and that this may change', async () => {
    const run = await runProduct({
      ...REAL,
      DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/mainz',
    });
    expect(run.code).toBe(75);
    expect(run.output).toMatch(
      /^DATABASE_URL: no database at postgres:\/\/127\.0\.0\.1:1\/mainz \(.*ECONNREFUSED.*\)\.\n$/,
    );
  });

  it('says in one line that its own PostgreSQL runs and lets nobody in', async () => {
    writeFileSync(path.join(dataDir, 'postgres/cluster/pg_hba.conf'), 'local all all reject\n');
    const run = await runProduct({ ...REAL, DATA_DIR: dataDir, PORT: '0' });
    expect(run.output).toMatch(
      /^DATA_DIR: the database in \S+ cannot be used \(pg_hba.conf rejects connection .*\)\.\n$/,
    );
    expect(run.code).toBe(75);
  });

  it('says in one line that its database is of another PostgreSQL version', async () => {
    writeFileSync(path.join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n');
    const run = await runProduct({ ...REAL, DATA_DIR: dataDir, PORT: '0' });
    expect(run.code).toBe(1);
    expect(run.output).toMatch(/^The database in .* is of PostgreSQL 17, and .* brings 18: .*\n$/);
  });

  it('says in one line that its database has lost its version, as after a power failure', async () => {
    writeFileSync(path.join(dataDir, 'postgres/cluster/PG_VERSION'), '');
    const run = await runProduct({ ...REAL, DATA_DIR: dataDir, PORT: '0' });
    expect(run.code).toBe(1);
    expect(run.output).toMatch(
      /^The folder \S+ holds no PostgreSQL database that can be read \(PG_VERSION has no number\): .*\n$/,
    );
  });
});

describe('DATABASE_URL', () => {
  beforeEach(() => {
    dataDir = makeTempFolder('data');
  });

  it('lets two servers share one database, and leaves the data folder empty', async () => {
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

const hasIPv6 = networkInterfaces().lo?.some(({ address }) => address === '::1');
it.runIf(hasIPv6)('a server on ::1 names an address where people can sign in', async () => {
  dataDir = makeDataFolder();
  await using product = await startProduct({ env: { ...REAL, HOST: '::1' }, dataDir });
  const { origin } = new URL(product.url);
  const answer = await fetch(`${origin}/api/auth/nonce`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ walletAddress: `0x${'1'.repeat(64)}` }),
  });
  expect(answer.status).toBe(200);
});

it('the demo reaches its own node where the environment sends all calls through a proxy', async () => {
  dataDir = makeTempFolder('data');
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1' };
  await using product = await startProduct({ env, dataDir });
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
});

describe('npm start', () => {
  beforeEach(() => {
    dataDir = makeDataFolder();
  });

  const LAUNCHER = path.join(import.meta.dirname, '../../scripts/run-server.mjs');

  function launch() {
    const program = `await (await import(${JSON.stringify(LAUNCHER)})).runServer(() => false)`;
    const launcher = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: environmentWith({ ...REAL, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }),
    });
    const output = outputOf(launcher);
    return {
      launcher,
      output,
      starts: () => output().match(/is ready at/g)?.length ?? 0,
      server: () => Number(readFileSync(`/proc/${launcher.pid}/task/${launcher.pid}/children`)),
    };
  }

  it('restarts a killed server on the same data, and ends in order with it', async () => {
    const { launcher, output, starts, server } = launch();
    await until(() => starts() === 1);
    await withDatabase(dataDir, (sql) => sql`CREATE TABLE kept AS SELECT 1 AS one`);
    process.kill(server(), 'SIGKILL');
    await until(() => starts() === 2);
    expect(output()).toContain('The server was ended by SIGKILL: it is started again in 1 s.');
    expect(await withDatabase(dataDir, (sql) => sql`SELECT one FROM kept`)).toEqual([{ one: 1 }]);
    process.kill(server(), 'SIGTERM');
    expect(await once(launcher, 'exit')).toEqual([0, null]);
    expect(embeddedPostgres(dataDir)).toBeNull();
  });

  it('leaves nothing running when it is stopped before it restarts a killed server', async () => {
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
