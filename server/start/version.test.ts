import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readVersion, versionWord } from './version.ts';

const COMMIT = '03a06ad2b1c4d5e6f708192a3b4c5d6e7f8091a2';
let root: string;

function write(name: string, text: string): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'the-mainz-test-version-'));
  write('package.json', '{"version":"1.2.3"}');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('the commit', () => {
  it.each<[string, Record<string, string>]>([
    [
      'of a branch',
      { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${COMMIT}\n` },
    ],
    [
      'of a branch that git has packed',
      {
        '.git/HEAD': 'ref: refs/heads/main\n',
        '.git/packed-refs': `# pack-refs\n${COMMIT} refs/heads/main\n`,
      },
    ],
    ['that stands alone', { '.git/HEAD': `${COMMIT}\n` }],
    [
      'of a work tree',
      {
        '.git': 'gitdir: elsewhere/worktrees/one\n',
        'elsewhere/worktrees/one/HEAD': 'ref: refs/heads/one\n',
        'elsewhere/worktrees/one/commondir': '../..\n',
        'elsewhere/refs/heads/one': `${COMMIT}\n`,
      },
    ],
    ['of an image', { COMMIT: `${COMMIT}\n` }],
  ])('%s', (_, files) => {
    for (const [name, text] of Object.entries(files)) write(name, text);
    expect(readVersion(root)).toEqual({ version: '1.2.3', commit: COMMIT });
    expect(versionWord(readVersion(root))).toBe('1.2.3+03a06ad2b1c4');
  });

  it('is unknown without any of them, or where what stands there is none', () => {
    expect(readVersion(root)).toEqual({ version: '1.2.3', commit: null });
    write('COMMIT', 'unknown\n');
    expect(versionWord(readVersion(root))).toBe('1.2.3');
  });
});
