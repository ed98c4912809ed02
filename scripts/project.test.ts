import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const MODULE = pathToFileURL(path.join(import.meta.dirname, 'project.mjs')).href;

it('a script in a folder that cannot be written says so in one line', () => {
  const text = `
    import { runScript } from ${JSON.stringify(MODULE)};
    await runScript(() => {
      throw Object.assign(new Error('read-only'), { code: 'EROFS', path: '/opt/the-mainz/dist' });
    });`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', text]);
  expect(String(stderr).trim()).toBe(
    '/opt/the-mainz/dist cannot be written (EROFS): run this as its owner, or make room.',
  );
  expect(status).toBe(1);
});
