import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AwayError } from '#server/start/start-error.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';
import { ensureCluster, tryCluster } from './initdb.ts';

const FULL = 'could not write to file "pg_wal": No space left on device';

let folder: string;
beforeEach(() => {
  folder = makeTempFolder('first');
});
afterEach(() => rmSync(folder, { recursive: true }));

const placeIn = () => ({ folder, cluster: path.join(folder, 'cluster'), account: {} });

function programsThatSay(complaint: string, programs = folder) {
  mkdirSync(programs, { recursive: true });
  const initdb = path.join(programs, 'initdb');
  writeFileSync(initdb, `#!/bin/sh\necho '${complaint}' >&2\nexit 1\n`, { mode: 0o755 });
  return { initdb, postgres: initdb, major: '18' };
}

const makeWith = (initdbSays: string, programs?: string): Promise<void> =>
  ensureCluster(placeIn(), programsThatSay(initdbSays, programs));

describe.skipIf(process.platform === 'win32')('a first start', () => {
  it('on a full disk is worth another try, and frees what it took', async () => {
    const made = makeWith(`2026-01-01 00:00:00.000 UTC [7] FATAL:  ${FULL}`);
    await expect(made).rejects.toThrow(AwayError);
    await expect(made).rejects.toThrow(`The database in ${folder} cannot be made: ${FULL}`);
    expect(readdirSync(folder)).toEqual(['initdb']);
  });

  it('with programs in a folder whose name a shell would change says so', async () => {
    const programs = path.join(folder, 'a $HOME of cards');
    await expect(makeWith('not asked', programs)).rejects.toThrow(
      `The database in ${folder} cannot be made by the programs in ${programs}: move the checkout to a path without $`,
    );
  });

  it('as a user whom the machine does not know by name says so', async () => {
    const why = 'could not look up effective user ID 12345: user does not exist';
    await expect(makeWith(`initdb: ${why}`)).rejects.toThrow(
      `The database in ${folder} cannot be made: ${why}`,
    );
  });
});

describe.skipIf(process.platform === 'win32')('a restored cluster', () => {
  const tried = (complaint: string) =>
    tryCluster(placeIn(), programsThatSay(`FATAL:  ${complaint}`), folder);

  it('that the disk has no room for is told from a broken one', async () => {
    const full = 'could not write lock file "postmaster.pid": No space left on device';
    await expect(tried(full)).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(tried('invalid record length')).rejects.toMatchObject({ code: undefined });
  });
});
