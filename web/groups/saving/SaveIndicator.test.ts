import { expect, it } from 'vitest';
import { HttpError } from '#web/api/http-error.ts';
import { texts } from '#web/groups/texts.ts';
import { saveErrorText } from './SaveIndicator.tsx';

const { noAnswer, notDone } = texts.save;

it.each([
  ['the line was lost', new TypeError('Failed to fetch'), noAnswer],
  ['a proxy answered for the server', new HttpError(502, 'Bad Gateway', ''), noAnswer],
  ['the server answered with nothing', new HttpError(500, 'Internal Server Error', ''), notDone],
  ['a proxy found the save too large', new HttpError(413, 'Too Large', '<html>'), notDone],
  ['the server says why', new HttpError(400, '', '{"error":"Two groups."}'), 'Two groups.'],
])('a save that failed says what happened, as far as it is known: %s', (_what, error, words) => {
  expect(saveErrorText(error)).toBe(words);
});
