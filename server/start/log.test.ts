import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

it('never shows a cookie, a signature or a token, wherever it was logged', () => {
  const lines: string[] = [];
  const log = createLog('info', [], {}, { write: (line) => void lines.push(line) });
  log.info({ cookie: 'SECRET', headers: { cookie: 'SECRET', authorization: 'SECRET' } }, 'one');
  log.info({
    body: { signature: 'SECRET', ticket: 'SECRET' },
    req: { headers: { 'set-cookie': 'SECRET' } },
  });
  expect(lines.join()).toContain('not logged');
  expect(lines.join()).not.toContain('SECRET');
});

it('never shows a secret of the settings, whoever repeats it', () => {
  const lines: string[] = [];
  const log = createLog(
    'info',
    ['0123456789abcdef'],
    {},
    { write: (line) => void lines.push(line) },
  );
  const cause = new Error('Cannot POST /v2/0123456789abcdef');
  log.warn({ err: new Error('the node refused', { cause }) }, 'no answer of 0123456789abcdef');
  expect(lines.join()).toContain('Cannot POST /v2/[not logged]');
  expect(lines.join()).not.toContain('0123456789abcdef');
});

const LINES = 2_000;

/** Writes more lines than a pipe holds. */
const WRITER = `
  import { createLog } from '#server/start/log.ts';
  process.stderr; // as at the start of the server: a pipe does not block from then on
  const log = createLog('warn');
  for (let n = 0; n < ${LINES}; n += 1) log.warn({ words: 'x'.repeat(200) });
  log.fatal('the last line');
  process.on('message', () => {}); // else it ends here
  process.send('written');
`;

function write(stderr: 'pipe' | number) {
  return spawn(process.execPath, ['--input-type=module', '-e', WRITER], {
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
  });
}

describe.skipIf(!existsSync('/dev/full'))('standard error', () => {
  it('on a full disk neither ends nor holds up the process', async () => {
    const full = openSync('/dev/full', 'w');
    const writer = write(full);
    closeSync(full);
    try {
      expect(await Promise.race([once(writer, 'message'), once(writer, 'exit')])).toContain(
        'written',
      );
    } finally {
      writer.kill('SIGKILL');
    }
  });

  it('that nobody reads holds nothing up, and has every line once somebody does', async () => {
    const writer = write('pipe');
    try {
      await once(writer, 'message');
      const lines: string[] = [];
      for await (const line of createInterface({ input: writer.stderr! })) {
        if (lines.push(line) === LINES + 1) break;
      }
      expect(lines.map((line) => JSON.parse(line).level)).toEqual([...Array(LINES).fill(40), 60]);
    } finally {
      writer.kill('SIGKILL');
    }
  });
});
