import { expect, it } from 'vitest';
import { createLog } from './log.ts';

it('never shows a cookie, a signature or a token, wherever it was logged', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  log.info({ cookie: 'SECRET', headers: { cookie: 'SECRET', authorization: 'SECRET' } }, 'one');
  log.info({
    body: { signature: 'SECRET', ticket: 'SECRET' },
    req: { headers: { 'set-cookie': 'SECRET' } },
  });
  expect(lines.join()).toContain('not logged');
  expect(lines.join()).not.toContain('SECRET');
});
