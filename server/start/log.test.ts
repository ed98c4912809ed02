import { expect, it } from 'vitest';
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
