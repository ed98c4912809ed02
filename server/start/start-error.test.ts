import { expect, it } from 'vitest';
import { StartError } from './start-error.ts';

it('is one line, whatever the reason that is quoted in it', () => {
  const reason = 'SSL routines:wrong version number:../record.c:77:\n';
  expect(new StartError(`REDIS_URL: no use of Redis (${reason}).`).message).toBe(
    'REDIS_URL: no use of Redis (SSL routines:wrong version number:../record.c:77: ).',
  );
  expect(new StartError('first\r\n  second').message).toBe('first second');
});
