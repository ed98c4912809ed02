import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { makeSocketFolder } from './socket-folder.ts';

const folder = '/srv/mainz/postgres';
const place = { folder, cluster: path.join(folder, 'cluster'), account: {} };

afterEach(() => {
  vi.unstubAllEnvs();
});

it.skipIf(process.platform !== 'linux').each([
  ['cannot be written', '/proc'],
  ['is not there', '/proc/nowhere'],
  ['has a path too long for a socket', `/tmp/${'long'.repeat(30)}`],
])("the database's socket is in /tmp when TMPDIR %s", (_, temp) => {
  vi.stubEnv('TMPDIR', temp);
  const made = makeSocketFolder(place);
  expect(path.dirname(made)).toBe('/tmp');
  rmSync(made, { recursive: true });
});

it.skipIf(process.platform === 'win32')(
  'PostgreSQL, which works in another folder, is told the whole path of a TMPDIR',
  () => {
    const temp = path.relative(process.cwd(), '/tmp');
    vi.stubEnv('TMPDIR', temp);
    const made = makeSocketFolder(place);
    expect(path.isAbsolute(made)).toBe(true);
    expect(readdirSync(made)).toEqual([]);
    rmSync(made, { recursive: true });
  },
);
