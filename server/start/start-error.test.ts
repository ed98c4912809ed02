import { expect, it } from 'vitest';
import { oneLine } from './start-error.ts';

it.each([
  [
    new Error('SSL routines:wrong version number:../record.c:77:\n'),
    'SSL routines:wrong version number:../record.c:77:',
  ],
  [new Error('first\r\n  second'), 'first second'],
  [Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
])('the reason of %o is one line', (error, reason) => {
  expect(oneLine(error)).toBe(reason);
});
