/** Backups of the private PostgreSQL, made during writes, and their restore. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBackups, removeOldBackups } from '#server/db/backups.ts';
import { segmentsBetween } from '#server/db/embedded/backup.ts';
import { listBackups, type Manifest } from '#server/db/embedded/backup-files.ts';
import { lookUpDatabaseFolder } from '#server/db/embedded/location.ts';
import { restore } from '#server/db/embedded/restore.ts';
import { askCluster, type Database } from '#server/db/open.ts';
import { openAsServer, silent } from '#tests/support/open-database.ts';
import { makeDataFolder } from '#tests/support/postgres.ts';
import { embeddedPostgres, removeData, runOperatorScript } from '#tests/support/product.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';

const never = new AbortController().signal;
const [dataDir, backups] = [makeDataFolder(), makeTempFolder('backups')];

const open = () => openAsServer({ dataDir });
const numbers = async ({ sql }: Database): Promise<number[]> => {
  const rows = await sql<{ n: number }[]>`SELECT n FROM marks ORDER BY n`;
  return rows.map(({ n }) => n);
};

const command = (script: string, ...args: string[]) =>
  runOperatorScript(script, { DATA_DIR: dataDir, BACKUP_DIR: backups }, ...args);

let db: Database;
/** Made while numbers were being written; holds 1 to `kept` at least. */
let backup: string;
let kept: number;
let written: number;

beforeAll(async () => {
  db = await open();
  await db.sql`CREATE TABLE marks (n int PRIMARY KEY, padding text)`;
  let isMade = false;
  let last = 0;
  const writing = (async () => {
    while (!isMade) {
      await db.sql`INSERT INTO marks VALUES (${last + 1}, ${'x'.repeat(2_000)})`;
      last += 1;
    }
  })();
  while (last < 20) await sleep(5);
  kept = last;
  backup = await db.backUp!(backups, never);
  isMade = true;
  await writing;
  written = last + 1;
  await db.sql`INSERT INTO marks VALUES (${written}, 'after the backup')`;
});
afterAll(async () => {
  await db.close();
  await removeData(dataDir);
  rmSync(backups, { recursive: true, force: true });
});

/** Each test begins with the one backup. */
beforeEach(async () => {
  for (const one of await listBackups(backups)) {
    if (one !== backup) rmSync(one, { recursive: true });
  }
});

/** Every file of the database, with its size and the time it was written. */
function everything(): string[] {
  const place = lookUpDatabaseFolder(dataDir)!;
  return globSync('**', { cwd: place })
    .filter((name) => name !== 'lock' && name !== '.')
    .map((name) => ({ name, ...statSync(path.join(place, name)) }))
    .map(({ name, size, mtimeMs, ino }) => `${name} ${size} ${mtimeMs} ${ino}`)
    .sort();
}

const copy = path.join(backups, 'copy');

/** A copy of the backup, made broken by `harm`; what the harm before did is mended. */
function brokenBackup(harm: (cluster: string, manifest: Manifest) => void): string {
  const cluster = path.join(copy, 'cluster');
  const isFirst = !existsSync(copy);
  if (isFirst) cpSync(backup, copy, { recursive: true });
  for (const part of ['manifest.json', 'cluster/pg_wal', largest()]) {
    cpSync(path.join(backup, part), path.join(copy, part), { recursive: true });
  }
  rmSync(path.join(cluster, 'base/more'), { force: true });
  const file = path.join(copy, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  harm(cluster, manifest);
  if (existsSync(file)) writeFileSync(file, JSON.stringify(manifest));
  return copy;
}
/** Of one of the tables, seen from the backup. */
function largest(): string {
  const files = globSync('cluster/base/*/*', { cwd: backup });
  const sizeOf = (file: string): number => statSync(path.join(backup, file)).size;
  return files.reduce((one, next) => (sizeOf(next) > sizeOf(one) ? next : one));
}

const sourceOf = (backUp: NonNullable<typeof db.backUp>) => ({
  backUp,
  cluster: () => askCluster(db.sql),
});

describe('a backup', () => {
  it('leaves nothing behind when it is aborted', async () => {
    const before = readdirSync(backups);
    await expect(db.backUp!(backups, AbortSignal.abort())).rejects.toThrow('aborted');
    expect(readdirSync(backups)).toEqual(before);
  });

  it('is refused while another one is being made', async () => {
    const both = await Promise.allSettled([db.backUp!(backups, never), db.backUp!(backups, never)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expect.objectContaining({ message: 'Another backup is being made.' }),
    });
  });

  it('is made only when the newest one is old enough', async () => {
    let made = 0;
    const make = async () => {
      made += 1;
      return backup;
    };
    const plan = { folder: backups, kept: 9, everyHours: 24 };
    await createBackups(sourceOf(make), plan, silent).run();
    expect(made).toBe(0);
    const hasty = createBackups(sourceOf(make), { ...plan, everyHours: 1e-9 }, silent);
    await hasty.run();
    expect(made).toBe(1);
    expect(new Date(hasty.lastAt()!).toISOString() > path.basename(backup).slice(0, 10)).toBe(true);
  });

  it('is made though there is a newer one of another database', async () => {
    const foreign = path.join(backups, '2026-11-22T00-00-00.000Z');
    renameSync(
      brokenBackup((_, manifest) => Object.assign(manifest, { cluster: 'of another' })),
      foreign,
    );
    renameSync(backup, path.join(backups, 'kept'));
    let made = 0;
    const make = async () => {
      made += 1;
      return foreign;
    };
    const plan = { folder: backups, kept: 9, everyHours: 24 };
    await createBackups(sourceOf(make), plan, silent).run();
    renameSync(path.join(backups, 'kept'), backup);
    renameSync(foreign, copy);
    expect(made).toBe(1);
  });

  it('removes the oldest one, but never one of another database', async () => {
    const foreign = path.join(backups, '2001-01-01T00-00-00.000Z');
    renameSync(
      brokenBackup((_, manifest) => Object.assign(manifest, { cluster: 'of another' })),
      foreign,
    );
    const newest = await db.backUp!(backups, never);
    const kept = path.join(backups, 'kept');
    cpSync(backup, kept, { recursive: true });
    // As a server leaves it that is killed while it removes one.
    const halfRemoved = `${path.join(backups, '2020-01-01T00-00-00.000Z')}-going`;
    cpSync(backup, halfRemoved, { recursive: true });
    expect(await removeOldBackups(newest, 1)).toEqual([backup]);
    expect(await listBackups(backups)).toEqual([foreign, newest]);
    expect(readdirSync(backups).filter((name) => name.endsWith('-going'))).toEqual([]);
    renameSync(kept, backup);
    renameSync(foreign, copy);
  });
});

describe('a backup dated in the future, made with a wrong clock', () => {
  it('is ignored: the next one is made, and no good one is removed', async () => {
    const good = await listBackups(backups);
    const ahead = path.join(backups, '2099-01-01T00-00-00.000Z');
    cpSync(backup, ahead, { recursive: true });
    const file = path.join(ahead, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    writeFileSync(file, JSON.stringify({ ...manifest, madeAt: '2099-01-01T00:00:00.000Z' }));

    const plan = { folder: backups, kept: good.length + 1, everyHours: 1e-9 };
    const regular = createBackups(sourceOf(db.backUp!), plan, silent);
    await regular.run();
    const there = await listBackups(backups);
    expect(there).toEqual([...good, expect.any(String), ahead]);
    expect(regular.lastAt()).toBeLessThanOrEqual(Date.now());
  });
});

describe('a restore', () => {
  it('is refused while a server runs', async () => {
    const before = await numbers(db);
    await expect(restore(backup, dataDir)).rejects.toThrow('Another server is already running');
    expect(await numbers(db)).toEqual(before);
  });

  describe('of a broken backup', () => {
    beforeAll(() => db.close());
    afterAll(async () => {
      db = await open();
    });
    it.each<[string, (cluster: string, manifest: Manifest) => void]>([
      ['no manifest', (cluster) => rmSync(path.join(cluster, '../manifest.json'))],
      [
        'a way out of its folder',
        (_, manifest) => Object.assign(manifest.files[0]!, { path: '../../etc/passwd' }),
      ],
      ['a file that is gone', (cluster) => rmSync(path.join(cluster, '..', largest()))],
      [
        'a file that is cut',
        (cluster) => writeFileSync(path.join(cluster, '..', largest()), 'short'),
      ],
      [
        'a file with another byte in it',
        (cluster) => {
          const file = path.join(cluster, '..', largest());
          const bytes = readFileSync(file);
          bytes[5_000]! ^= 1;
          writeFileSync(file, bytes);
        },
      ],
      ['a file too many', (cluster) => appendFileSync(path.join(cluster, 'base/more'), '')],
      [
        'a log of changes that ends too early',
        (cluster, manifest) => {
          const segments = readdirSync(path.join(cluster, 'pg_wal')).filter((it) => /^0/.test(it));
          for (const one of segments) rmSync(path.join(cluster, 'pg_wal', one));
          Object.assign(manifest, {
            files: manifest.files.filter((file) => !file.path.startsWith('pg_wal/')),
          });
        },
      ],
      ['another PostgreSQL', (_, manifest) => Object.assign(manifest, { major: '17' })],
    ])('is refused and changes nothing: %s', async (_, harm) => {
      brokenBackup(harm);
      const before = everything();
      await expect(restore(copy, dataDir)).rejects.toThrow(
        /broken|(is of PostgreSQL 17, .* Nothing was changed)/,
      );
      expect(everything()).toEqual(before);
    });
  });

  it('brings back everything from before the backup and nothing from after it', async () => {
    await db.close();
    const { code, output } = await command('restore', path.basename(backup));
    expect(output).toMatch(
      /^Restored: the database is as it was at .*\nWhat was there before is kept/,
    );
    expect(code).toBe(0);
    db = await open();
    const there = await numbers(db);
    expect(there.length).toBeGreaterThanOrEqual(kept);
    expect(there.length).toBeLessThan(written);
    expect(there).toEqual(there.map((_, at) => at + 1));
  });

  it('is finished by the next start when it was interrupted', async () => {
    const before = await numbers(db);
    await db.close();
    const place = lookUpDatabaseFolder(dataDir)!;
    renameSync(path.join(place, 'cluster'), path.join(place, 'restored'));
    db = await open();
    expect(await numbers(db)).toEqual(before);
  });
});

describe('the commands', () => {
  it('back up with and without a running server', async () => {
    const there = await listBackups(backups);
    expect((await command('backup')).output).toMatch(/^Backed up to \S+\n$/);
    await db.close();
    expect(embeddedPostgres(dataDir)).toBe(null);
    expect((await command('backup')).output).toMatch(/^Backed up to \S+\n$/);
    db = await open();
    expect(await listBackups(backups)).toHaveLength(there.length + 2);
  });

  it('say which backup is broken, or which there are', async () => {
    const nowhere = await command('restore', 'nowhere');
    expect(nowhere).toEqual({
      code: 1,
      output: `${path.join(backups, 'nowhere')} is no backup, or a broken one: its manifest.json cannot be read (ENOENT).\n`,
    });
    const { output } = await command('restore');
    expect(output).toBe(
      `Which one?\n${(await listBackups(backups)).toReversed().join('\n')}\n`.replace(
        '?',
        '? npm run restore -- <backup>',
      ),
    );
  });
});

describe('a restore that names no backup', () => {
  const asked = (env: Record<string, string>) =>
    runOperatorScript('restore', { DATA_DIR: dataDir, ...env });
  const refused = (line: string) => ({
    code: 1,
    output: `Which one? npm run restore -- <backup>\n${line}\n`,
  });

  it('says where it has looked, if it finds none to choose from', async () => {
    expect(await asked({})).toEqual(
      refused('BACKUP_DIR is not set: name the whole folder of a backup.'),
    );
    const empty = makeTempFolder('empty');
    for (const folder of [empty, `${empty}/none`]) {
      const { output } = await asked({ BACKUP_DIR: folder });
      expect(output).toBe(refused(`There is none in ${folder}.`).output);
    }
    const file = `${empty}/file`;
    writeFileSync(file, '');
    expect(await asked({ BACKUP_DIR: file })).toEqual({
      code: 1,
      output: `${file} cannot be read (ENOTDIR).\n`,
    });
  });
});

describe('a backup that cannot be made', () => {
  it('says why in one line and leaves nothing behind', async () => {
    const place = lookUpDatabaseFolder(dataDir) ?? '';
    const inside = path.join(place, 'cluster', 'backups');
    expect(await command('backup', inside)).toEqual({
      code: 1,
      output: `${inside} is inside the database itself, which each backup would contain: name another folder.\n`,
    });
    expect(existsSync(inside)).toBe(false);
    // Nobody may write there, not even root.
    expect(await command('backup', '/proc')).toEqual({
      code: 1,
      output: expect.stringMatching(/^\/proc cannot be written \(\w+\): give it to the user/),
    });
  });
});

describe('segmentsBetween', () => {
  it('counts 256 segments, then carries; refuses another timeline', () => {
    expect(segmentsBetween('0000000100000000000000FE', '000000010000000100000001')).toEqual([
      '0000000100000000000000FE',
      '0000000100000000000000FF',
      '000000010000000100000000',
      '000000010000000100000001',
    ]);
    expect(() => segmentsBetween('000000010000000000000002', '000000020000000000000003')).toThrow();
  });
});
