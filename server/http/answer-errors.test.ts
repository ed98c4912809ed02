import Fastify from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { REFUSALS } from '#contract/refusals.ts';
import { AddressShape, InstantShape, ObjectIdShape } from '#contract/shapes.ts';
import { Refusal, type RefusalReason } from '#rules/refusal.ts';
import { DatabaseError, databaseError } from '#server/db/database-error.ts';
import {
  ChainInputError,
  ChainUnreachableError,
  TransactionRefusedError,
} from '#server/sui/chain.ts';
import { BadInputError, errorAnswer } from './answer-errors.ts';
import { createErrorSender } from './send-error.ts';

function answerTo(shape: z.ZodType, input: unknown) {
  const result = shape.safeParse(input);
  if (result.success) throw new Error('the shape took it');
  return errorAnswer(new BadInputError(result.error.issues));
}

describe('a refusal', () => {
  it.each(Object.keys(REFUSALS) as RefusalReason[])(
    '%s has its status and a sentence',
    { tags: 'E1' },
    (reason) => {
      const facts = { what: 'x', min: 1, max: 2, seconds: 3, card: '0x1', cards: ['0x1'] };
      const { status, body } = errorAnswer(new Refusal(reason, facts));
      expect(status).toBe(REFUSALS[reason][0]);
      expect(body.reason).toBe(reason);
      expect(body.error).toMatch(/^\S[^{}]*\S$/);
    },
  );

  it('tells its facts, and when to come back', () => {
    const answer = errorAnswer(new Refusal('too-many-requests', { seconds: 7 }));
    expect(answer.retryAfterSeconds).toBe(7);
    expect(answer.body).toEqual({
      error: 'That was too often. Please try again in 7 seconds.',
      reason: 'too-many-requests',
      facts: { seconds: 7 },
    });
    const cards = ['0xa', '0xb'];
    expect(errorAnswer(new Refusal('card-not-held', { cards })).body.facts).toEqual({ cards });
  });

  it('is what the chain being away looks like from outside', { tags: 'errors-1' }, () => {
    const { status, body, retryAfterSeconds } = errorAnswer(
      new ChainUnreachableError('http://node.internal: ECONNREFUSED'),
    );
    expect(status).toBe(503);
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain('node.internal');
  });

  it.each([
    ...['ECONNREFUSED', 'EPIPE', 'NO_CONNECTION', 'CONNECTION_LOST', '08006', '57P01', '57P03'],
    ...['53100', '53300', '58030', '25006'],
  ])('is what the database being away (%s) looks like from outside', (code) => {
    const answer = errorAnswer(new DatabaseError('/var/lib: no space left on device', code));
    expect([answer.status, answer.body.reason]).toEqual([503, 'storage-away']);
    expect(answer.retryAfterSeconds).toBeGreaterThan(0);
    expect(JSON.stringify(answer.body)).not.toContain('/var/lib');
  });

  it.each(['23505', '42601', '22P05', 'P0001', 'XX000'])(
    'is not what a wrong statement (%s) looks like: that is a fault of ours',
    (code) => {
      expect(errorAnswer(new DatabaseError('syntax error', code)).status).toBe(500);
    },
  );

  it.each([
    ['card', 'card-not-in-wallet'],
    ['fee', 'fee-not-covered'],
    [null, 'transaction-refused'],
  ] as const)('is what a refused transaction looks like that lacks the %s', (lacks, reason) => {
    const refused = new TransactionRefusedError(
      'dry run at node.internal: abort 7',
      undefined,
      lacks,
    );
    const { status, body } = errorAnswer(refused);
    expect([status, body.reason]).toEqual([409, reason]);
    expect(JSON.stringify(body)).not.toContain('abort');
  });

  it('is what the chain port refuses to ask looks like', () => {
    const { status, body } = errorAnswer(new ChainInputError('Invalid Sui address'));
    expect([status, body.reason]).toEqual([400, 'bad-input']);
  });
});

describe('bad input', () => {
  const shape = z.object({
    wallet: AddressShape,
    count: z.number().max(5).optional(),
    words: z.string().min(1).max(3).optional(),
    opensAt: InstantShape.optional(),
  });

  it('names an address that is none', () => {
    const { status, body } = answerTo(shape, { wallet: '<img src=x>' });
    expect([status, body.reason]).toEqual([400, 'bad-address']);
    expect(JSON.stringify(body)).not.toContain('img');
  });

  it('calls a card a card, not a wallet', () => {
    const cards = z.object({ selectedNftIds: z.array(ObjectIdShape) });
    const { status, body } = answerTo(cards, { selectedNftIds: ['0x1', '<img src=x>'] });
    expect([status, body.reason]).toEqual([400, 'bad-object-id']);
    expect(body.error).toBe('That is not the id of an object on Sui.');
  });

  it.each([
    [{}, 'wallet: expected string'],
    [{ wallet: 7 }, 'wallet: expected string'],
    [{ wallet: '0x1', words: '' }, 'words: expected string to have >=1 characters'],
    [{ wallet: '0x1', words: 'four' }, 'words: expected string to have <=3 characters'],
    [
      { wallet: '0x1', opensAt: 'soon' },
      'opensAt: expected a time in UTC like 2026-01-31T18:00:00Z',
    ],
    [
      { wallet: '0x1', opensAt: '0000-01-01T00:00:00Z' },
      'opensAt: not a time in the years 1 to 9999',
    ],
    [undefined, 'a JSON object is missing'],
    [[], 'a JSON object is missing'],
    ['text', 'a JSON object is missing'],
  ])('says of %j: %s', (input, what) => {
    expect(answerTo(shape, input).body.facts).toEqual({ what });
  });

  it('never repeats what was sent', { tags: 'E1' }, () => {
    const evil = '<script>alert(1)</script>';
    for (const input of [
      { wallet: evil },
      { wallet: 'x', [evil]: 1 },
      { wallet: '0x1', count: evil },
    ]) {
      expect(JSON.stringify(answerTo(shape.strict(), input))).not.toContain('script>');
    }
  });
});

describe('a fault', () => {
  it('tells nothing but a reference to the log', { tags: 'E1' }, () => {
    const { status, body, faultId } = errorAnswer(new Error('password=secret at /srv/app.ts:1'));
    expect(status).toBe(500);
    expect(body.error).toContain(faultId);
    expect(JSON.stringify(body)).not.toMatch(/secret|\/srv|stack/);
  });

  it.each([undefined, null, 'text', { code: 'FST_ERR_CTP_BODY_TOO_LARGE' }])(
    'may be anything that was thrown, such as %j',
    (thrown) => {
      expect(errorAnswer(thrown).status).toBe(500);
    },
  );
});

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
