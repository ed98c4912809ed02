/** The restarts of `npm start`, with real processes instead of the server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isAlive } from '#tests/support/private-database.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';

const MODULE = pathToFileURL(path.join(import.meta.dirname, 'keep-running.mjs')).href;
const { failuresAfter, hasFailed, pauseBefore } = await import(MODULE);

/** Keeps a program running without pauses, at most `most` times in a row. */
async function keep(program: string, most: number) {
  const keeping = `
    import { spawn } from 'node:child_process';
    import { keepRunning } from ${JSON.stringify(MODULE)};
    const start = () => {
      console.log('start');
      return spawn(process.execPath, ['-e', ${JSON.stringify(program)}], {
        detached: true,
        stdio: ['ignore', 'inherit', 'ignore'],
      });
    };
    const pauseBefore = (failures) => (failures < ${most} ? 0 : null);
    process.exitCode = await keepRunning(start, { pauseBefore }).ended;`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', keeping]);
  const [output, said] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const starts = output.split('start').length - 1;
  return { starts, code: child.exitCode, said: said.trim().split('\n'), output };
}

describe('a server that ended', () => {
  it.each<[code: number | null, signal: string | null, failed: boolean]>([
    [0, null, false],
    [1, null, false],
    [70, null, true],
    [75, null, true],
    [134, null, true],
    [null, 'SIGKILL', true],
    [null, 'SIGSEGV', true],
    [null, 'SIGTERM', false],
    [null, 'SIGINT', false],
    [null, 'SIGHUP', false],
  ])('with code %s or signal %s has failed: %s', (code, signal, failed) => {
    expect(hasFailed(code, signal)).toBe(failed);
  });

  it.skipIf(process.platform === 'win32')(
    'by kill -9 leaves no process of its own behind that stands still and holds the port',
    async () => {
      const program = `
        const { pid } = require('node:child_process').spawn('sleep', ['600'], { stdio: 'ignore' });
        process.kill(pid, 'SIGSTOP');
        require('node:fs').writeSync(1, 'left ' + pid + '\\n');
        process.kill(process.pid, 'SIGKILL');`;
      const { output } = await keep(program, 1);
      const left = Number(/left (\d+)/.exec(output)?.[1]);
      await expect.poll(() => isAlive(left)).toBe(false);
    },
  );

  it('in order, or because it could not start, is left at that', async () => {
    for (const code of [0, 1]) {
      const { starts, code: exited } = await keep(`process.exit(${code})`, 9);
      expect({ starts, exited }).toEqual({ starts: 1, exited: code });
    }
  });

  it('because what it needs is away, is left at that the first time, and later tried until it is there', async () => {
    expect(await keep('process.exit(75)', 9)).toMatchObject({ starts: 1, code: 75 });
    const folder = makeTempFolder('starts');
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'starts');
    const { starts, code } = await keep(
      `const { appendFileSync, readFileSync } = require('node:fs');
      appendFileSync(${JSON.stringify(file)}, 'x');
      const starts = readFileSync(${JSON.stringify(file)}).length;
      process.exit(starts === 1 ? 70 : starts < 9 ? 75 : 0);`,
      6,
    );
    expect({ starts, code }).toEqual({ starts: 9, code: 0 });
  });

  it.each([
    ['by a fault', 'process.exit(70)', 70, 'failed with exit code 70'],
    ['by kill -9', 'process.kill(process.pid, "SIGKILL")', 1, 'was ended by SIGKILL'],
  ])('%s is started again, and given up with one line at last', async (_, program, code, how) => {
    const kept = await keep(program, 3);
    const again = `The server ${how}: it is started again in 0 s.`;
    const last = `The server ${how}, 3 times in a row: it is not started again.`;
    expect(kept).toMatchObject({ starts: 3, code, said: [again, again, last] });
  });
});

describe('the pauses', () => {
  it('grow while it fails at once, and then there is none any more', () => {
    expect([1, 2, 3, 4, 5, 6].map(pauseBefore)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, null]);
  });

  it('begin anew after a run that lasted', () => {
    expect(failuresAfter(0, 500)).toBe(1);
    expect(failuresAfter(4, 500)).toBe(5);
    expect(failuresAfter(4, 600_000)).toBe(1);
  });
});
