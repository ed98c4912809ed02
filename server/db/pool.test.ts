import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { configsOf } from './connection.ts';
import type { DatabaseError } from './database-error.ts';
import { type Connect, createPool, POOL_SIZE } from './pool.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const codes = (promises: Promise<unknown>[]) =>
  Promise.all(promises.map((one) => one.catch((error: DatabaseError) => error.code)));

const manyOf = (connect: Connect) => {
  const pool = createPool(connect);
  const asked = [
    ...Array.from({ length: 30 }, () => pool.run({ text: 'SELECT 1' })),
    ...Array.from({ length: 30 }, () => pool.alone(async () => 'begun')),
  ];
  return { pool, asked };
};

describe('while the database is away', () => {
  it('tells everybody when it refuses, with a pause between attempts', async () => {
    let attempts = 0;
    const refusal = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { pool, asked } = manyOf(async () => {
      attempts += 1;
      throw refusal;
    });
    const told = codes(asked);
    await vi.advanceTimersByTimeAsync(500); // the longest pause between two attempts
    expect(new Set(await told)).toEqual(new Set(['ECONNREFUSED']));
    expect(attempts).toBe(POOL_SIZE + 1);
    const later = codes([pool.run({ text: 'SELECT 1' })]);
    await vi.advanceTimersByTimeAsync(500);
    expect(await later).toEqual(['ECONNREFUSED']);
    expect(attempts).toBe(POOL_SIZE + 2);
  });

  it('tells everybody after 10 s when it says nothing', async () => {
    const { asked } = manyOf(() => new Promise(() => {}));
    const told = codes(asked);
    let isTold = false;
    void told.then(() => {
      isTold = true;
    });
    await vi.advanceTimersByTimeAsync(9_990);
    expect(isTold).toBe(false);
    await vi.advanceTimersByTimeAsync(20);
    expect(new Set(await told)).toEqual(new Set(['NO_CONNECTION']));
  });

  it('keeps everybody waiting while it is only starting, and no longer than that', async () => {
    let attempts = 0;
    const { asked } = manyOf(async () => {
      attempts += 1;
      throw Object.assign(new Error('the database system is starting up'), { code: '57P03' });
    });
    const told = codes(asked);
    await vi.advanceTimersByTimeAsync(10_010);
    expect(new Set(await told)).toEqual(new Set(['NO_CONNECTION']));
    expect(attempts).toBeGreaterThan(20);
  });

  it('ends without a time given when everybody who waited was told', async () => {
    const { pool, asked } = manyOf(() => new Promise(() => {}));
    const told = codes(asked);
    let isEnded = false;
    void pool.end(Number.POSITIVE_INFINITY).then(() => {
      isEnded = true;
    });
    await vi.advanceTimersByTimeAsync(10_010);
    expect(new Set(await told)).toEqual(new Set(['NO_CONNECTION']));
    expect(isEnded).toBe(true);
  });

  it('ends in the time it is given', async () => {
    const { pool, asked } = manyOf(() => new Promise(() => {}));
    const told = codes(asked);
    const ended = pool.end(1_000);
    expect(await codes([pool.run({ text: 'SELECT 1' })])).toEqual(['POOL_ENDED']);
    await vi.advanceTimersByTimeAsync(1_001);
    await ended;
    expect(new Set(await told)).toEqual(new Set(['POOL_ENDED']));
  });
});

const tried = (url: string): string[] =>
  configsOf(url, ['application_name']).map(({ connectionString }) =>
    decodeURIComponent(connectionString ?? '')
      .replace(/uselibpqcompat=true&?/, '')
      .replace(/[?&]$/, ''),
  );

it.each([
  ['postgres://u:p@db:5433/x', ['postgres://u:p@db:5433/x']],
  ['postgres://u:p%40@db/x?application_name=other', ['postgres://u:p@@db/x']],
  ['postgres://u@db/x?sslmode=require', ['postgres://u@db/x?sslmode=require']],
  ['postgres://u@db/x?sslmode=verify-full', ['postgres://u@db/x?sslmode=verify-full']],
  ['postgres://u@db/x?sslrootcert=system', ['postgres://u@db/x?sslmode=verify-full']],
  [
    'postgres://u@db/x?sslmode=prefer',
    ['postgres://u@db/x?sslmode=prefer', 'postgres://u@db/x?sslmode=disable'],
  ],
  // Also with PGSSLMODE=require in the environment, which the driver obeys.
  ...['', '&sslmode=require'].map((mode): [string, string[]] => [
    `postgres://u@localhost/x?host=/run/pg${mode}`,
    ['postgres://u@localhost/x?host=/run/pg&sslmode=disable'],
  ]),
])('%s is tried as %j', (url, expected) => {
  expect(tried(url)).toEqual(expected);
});
