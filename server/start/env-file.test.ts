import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeTempFolder } from '#tests/support/temp-folder.ts';
import { loadEnvFile } from './env-file.ts';
import { StartError } from './start-error.ts';

const folder = makeTempFolder('env');
afterAll(() => rmSync(folder, { recursive: true }));

it('takes what .env has, but no variable that is set already, an empty one included', () => {
  const file = path.join(folder, 'some');
  writeFileSync(file, 'PORT=1\nHOST=2\nDATA_DIR=3\n');
  const env = { HOST: '0.0.0.0', DATA_DIR: '' };
  loadEnvFile(file, env);
  expect(env).toEqual({ PORT: '1', HOST: '0.0.0.0', DATA_DIR: '' });
});

it('knows the first name of a file that an editor began with a byte order mark', () => {
  const file = path.join(folder, 'marked');
  writeFileSync(file, '\u{FEFF}COLLECTION_TYPES=0x2::a::B\n');
  const env = {};
  loadEnvFile(file, env);
  expect(env).toEqual({ COLLECTION_TYPES: '0x2::a::B' });
});

it('needs no .env, and says in one line that it cannot read the one there is', () => {
  expect(loadEnvFile(path.join(folder, 'none'), {})).toBe('');
  const file = path.join(folder, 'unreadable');
  mkdirSync(file); // what nobody can read as a file, not even root
  expect(() => loadEnvFile(file, {})).toThrow(
    new StartError(
      `${file} cannot be read (EISDIR): give it to the user who runs this, or remove it.`,
    ),
  );
});
