import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { databaseError } from '#server/db/database-error.ts';
import { createErrorSender } from './send-error.ts';

it('tells the log once a minute why the database takes nothing, however many ask', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const app = Fastify();
  const sendError = createErrorSender(log);
  app.setErrorHandler((thrown, _request, reply) => sendError(thrown, reply));
  app.get('/', () => {
    throw databaseError(Object.assign(new Error('No space left on device'), { code: '53100' }));
  });
  const answers = await Promise.all([1, 2, 3].map(() => app.inject('/')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 40,
    msg: 'the database takes nothing',
    err: { message: 'No space left on device', code: '53100' },
  });
  await app.close();
});
