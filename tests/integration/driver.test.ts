import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectByUrl } from '#server/db/open.ts';
import { POOL_SIZE } from '#server/db/pool.ts';
import type { Sql, Transaction } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';
import { startDatabase, type TestDatabase } from '#tests/support/database.ts';

let db: TestDatabase;
let sql: Sql;
beforeEach(async () => {
  db = await startDatabase({ empty: true });
  sql = db.sql;
});
afterEach(() => db.close());

const codeOf = (query: Promise<unknown>): Promise<string> =>
  query.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  );

/** On every connection of the pool: each transaction stays until all have begun. */
function onEach<T>(work: (tx: Transaction) => Promise<T>): Promise<T[]> {
  const all = Promise.withResolvers<void>();
  let begun = 0;
  const one = () =>
    sql.begin(async (tx) => {
      begun += 1;
      if (begun === POOL_SIZE) all.resolve();
      await all.promise;
      return work(tx);
    });
  return Promise.all(Array.from({ length: POOL_SIZE }, one));
}

describe('a statement that fails in the middle of its rows', () => {
  it('gives no other statement on its connection a wrong answer', async () => {
    await onEach((tx) => tx`SELECT set_config('statement_timeout', '300ms', false)`);
    const long = Promise.all(
      Array.from({ length: POOL_SIZE }, () =>
        codeOf(sql`
          SELECT n, repeat('x', 500) AS filling,
            CASE WHEN n % 100 = 0 THEN pg_sleep(0.005) END AS pause
          FROM generate_series(1, 100000) AS n`),
      ),
    );
    const short = Array.from({ length: 10 * POOL_SIZE }, (_, index) =>
      sql`SELECT ${index}::int AS asked, n FROM generate_series(1, 5) AS n`.then((rows) => rows),
    );
    expect(new Set(await long)).toEqual(new Set(['57014'])); // query_canceled
    for (const [index, rows] of (await Promise.all(short)).entries()) {
      expect(rows).toEqual([1, 2, 3, 4, 5].map((n) => ({ asked: index, n })));
    }
    expect(await sql`SELECT 'later' AS said`).toEqual([{ said: 'later' }]);
  });
});

describe('a connection that is cut', () => {
  it('fails what was on it and nothing else, and nobody is given it again', async () => {
    const pidOf = async (on: Queries) =>
      (await on<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`)[0].pid;
    const before = await onEach(pidOf);
    const [doomed] = before;
    const under = Promise.all(
      before.map(() =>
        sql<[{ pid: number }]>`SELECT pg_backend_pid() AS pid, pg_sleep(0.3)`.then(
          ([row]) => row.pid,
          (error: { code: string }) => error.code,
        ),
      ),
    );
    const elsewhere = connectByUrl(db.url);
    await elsewhere`SELECT pg_terminate_backend(${doomed!})`;
    const ends = new Set<unknown>(await under);
    expect(ends).toEqual(new Set(['57P01', ...before.slice(1)])); // admin_shutdown
    // Idle ones: their ends are noticed, and end nothing here.
    await elsewhere`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid = ANY(${before})`;
    // Until it is known here that a connection is gone, it can take statements down.
    await Promise.allSettled(Array.from({ length: 3 * POOL_SIZE }, () => sql`SELECT 1`));
    const after = await onEach(pidOf);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    await elsewhere.end();
  });
});

describe('a transaction', () => {
  it('has its connection for itself, is one or nothing, and ends with its function', async () => {
    await sql`CREATE TABLE notes (id int PRIMARY KEY)`;
    let kept: Sql | unknown;
    const all = await Promise.all(
      Array.from({ length: 3 * POOL_SIZE }, (_, id) =>
        sql
          .begin(async (tx) => {
            kept = tx;
            await tx`SELECT set_config('mainz.own', ${String(id)}, true)`;
            await tx`INSERT INTO notes ${tx({ id })}`;
            const [row] = await tx`SELECT current_setting('mainz.own') AS own`;
            if (id % 3 === 0) throw new Error('thought better of it');
            return row!.own as string;
          })
          .catch((error: Error) => error.message),
      ).concat(
        Array.from({ length: 30 }, async () => {
          const [row] = await sql`SELECT current_setting('mainz.own', true) AS own`;
          return row!.own || 'outside';
        }),
      ),
    );
    expect(all).toEqual([
      ...Array.from({ length: 3 * POOL_SIZE }, (_, id) =>
        id % 3 === 0 ? 'thought better of it' : String(id),
      ),
      ...Array(30).fill('outside'),
    ]);
    expect((await sql`SELECT FROM notes`).count).toBe(2 * POOL_SIZE);
    expect(await codeOf((kept as Sql)`SELECT 1`)).toBe('25P01');
  });

  it('is undone by a failed statement, also when its function goes on', async () => {
    await sql`CREATE TABLE notes (id int PRIMARY KEY)`;
    const begun = sql.begin(async (tx) => {
      await tx`INSERT INTO notes VALUES (1)`;
      await tx`INSERT INTO notes VALUES (1)`.catch(() => {});
    });
    expect(await codeOf(begun)).toBe('23505');
    expect(await sql`SELECT * FROM notes`).toEqual([]);
  });

  it('cannot be begun by hand: whoever came next would be part of it', async () => {
    await sql`CREATE TABLE notes (id int)`;
    expect(await codeOf(sql`BEGIN`)).toBe('25001');
    await onEach((tx) => tx`INSERT INTO notes VALUES (1)`);
    const elsewhere = connectByUrl(db.url);
    expect((await elsewhere`SELECT FROM notes`).count).toBe(POOL_SIZE);
    await elsewhere.end();
  });

  it('is tried again when PostgreSQL undoes it for a deadlock', async () => {
    await sql`CREATE TABLE tills (id int PRIMARY KEY, held int NOT NULL DEFAULT 0)`;
    await sql`INSERT INTO tills SELECT n FROM generate_series(1, 2) AS n`;
    let tries = 0;
    const both = Promise.withResolvers<void>();
    const holding = new Set<number>();
    const transfer = (from: number, to: number) =>
      sql.begin(async (tx) => {
        tries += 1;
        await tx`UPDATE tills SET held = held - 1 WHERE id = ${from}`;
        holding.add(from);
        if (holding.size === 2) both.resolve();
        await both.promise; // each holds what the other wants
        await tx`UPDATE tills SET held = held + 1 WHERE id = ${to}`;
      });
    await Promise.all([transfer(1, 2), transfer(2, 1)]);
    // More often when the one that was undone takes its row again before the other one gets it.
    expect(tries).toBeGreaterThanOrEqual(3);
    expect(await sql`SELECT held FROM tills`).toEqual([{ held: 0 }, { held: 0 }]);
  });
});

describe('the tag', () => {
  it('takes every value as it is and gives it back', async () => {
    const at = new Date('2026-11-22T04:05:06.789Z');
    const odd = ['', ' ', 'NULL', '{}', 'a"b', 'a\\b', "it's", 'a,b', 'ü\n', null];
    const bytes = Buffer.from([0, 1, 254, 255]);
    expect(
      await sql`
        SELECT ${'$1; --'}::text AS text, ${at} AS at, ${bytes} AS bytes, ${true} AS yes,
          ${odd}::text[] AS odd, ${[1, 2, 3]}::int[] AS numbers, ${[]}::text[] AS none,
          ${sql.json({ a: ["'", { b: null }] })} AS json, ${12n} AS big, ${null}::int AS nothing,
          ARRAY[5::int8, NULL] AS counts, ${1.5}::float8 AS half`,
    ).toEqual([
      {
        text: '$1; --',
        at,
        bytes,
        yes: true,
        odd,
        numbers: [1, 2, 3],
        none: [],
        json: { a: ["'", { b: null }] },
        big: 12,
        nothing: null,
        counts: [5, null],
        half: 1.5,
      },
    ]);
    const lists = [
      [],
      ['a'],
      ['a', null, 'b'],
      ['NULL'],
      ['null'],
      ['{'],
      ['[0:0]={a}'],
      ['a b', ''],
    ];
    for (const list of lists) expect(await sql`SELECT ${list}::text[] AS list`).toEqual([{ list }]);
    expect(
      await sql`SELECT '0099-01-01 00:00:00+00'::timestamptz AS early, ${[at]}::timestamptz[] AS times`,
    ).toEqual([{ early: new Date('0099-01-01T00:00:00Z'), times: [at] }]);
    const [moved] = await sql`SELECT ${at} - ${'1 day'}::interval AS at`;
    expect(moved).toEqual({ at: new Date('2026-11-21T04:05:06.789Z') });
    for (const wrong of [undefined, { a: 1 }, [[1]], [undefined]]) {
      await expect(sql`SELECT ${wrong as never}`).rejects.toThrow(TypeError);
    }
  });

  it('inserts rows and counts', async () => {
    await sql`CREATE TABLE ${sql('odd "name"')} (id int, "from" text, at timestamptz, list text[])`;
    const table = sql('odd "name"');
    const at = new Date(0);
    const rows = [1, 2, 3].map((id) => ({ id, from: `f${id}`, at, list: id > 1 ? ['a'] : null }));
    expect((await sql`INSERT INTO ${table} ${sql(rows)}`).count).toBe(3);
    expect(await sql`SELECT * FROM ${table} ORDER BY id`).toEqual(rows);
    const { count } = await sql`
      UPDATE ${table} SET list = ${['b']} WHERE ${sql`id > ${1}`}`;
    expect(count).toBe(2);
    await expect(sql`INSERT INTO ${table} ${sql([{ id: 1 }, {} as never])}`).rejects.toThrow(
      'undefined is no SQL parameter',
    );
  });

  it('still reads a table that has changed since the statement was prepared', async () => {
    await sql`CREATE TABLE grown AS SELECT 1 AS one`;
    const inside = (tx: Transaction) => tx`SELECT * FROM grown`;
    const outside = () =>
      Promise.all(Array.from({ length: POOL_SIZE }, () => sql`SELECT *, pg_sleep(0) FROM grown`));
    await onEach(inside);
    await outside();
    await sql`ALTER TABLE grown ADD COLUMN two int DEFAULT 2`;
    for (const rows of [await outside(), await onEach(inside)]) {
      expect(rows.flat()).toEqual(Array(POOL_SIZE).fill(expect.objectContaining({ two: 2 })));
    }
  });

  it('still takes a value of a type that a restored backup has made anew', async () => {
    const make = 'CREATE DOMAIN word AS text; CREATE TABLE words (word word PRIMARY KEY)';
    const inside = (tx: Transaction) => tx`SELECT word FROM words WHERE word = ${'a'}::word`;
    const outside = (word: string) => sql`INSERT INTO words (word) VALUES (${word})`;
    await sql.begin((tx) => tx.script(make));
    await onEach(inside);
    await Promise.all(Array.from({ length: 40 }, (_, n) => outside(`before ${n}`)));
    await sql.begin((tx) => tx.script(`DROP TABLE words; DROP DOMAIN word; ${make}`));
    await Promise.all(Array.from({ length: 40 }, (_, n) => outside(`after ${n}`)));
    await onEach(inside);
    expect(await sql`SELECT count(*) FROM words`).toEqual([{ count: 40 }]);
  });

  it('fails without telling any value', async () => {
    await sql`CREATE TABLE secrets (hash text PRIMARY KEY CHECK (hash <> ''))`;
    const hash = 'not-for-the-log';
    const insert = () => sql`INSERT INTO secrets (hash) VALUES (${hash})`;
    await insert();
    const failures = [
      insert(),
      sql`SELECT ${hash}::int`,
      sql`SELECT ${hash}::jsonb`,
      sql`SELECT ${hash}::timestamptz`,
      sql`INSERT INTO secrets (hash) VALUES (${null})`,
    ];
    for (const failure of failures) {
      const error = await failure.then(() => null).catch((thrown: Error) => thrown);
      expect(error).toMatchObject({ name: 'DatabaseError', code: /^2/ });
      const told = JSON.stringify({ ...error, words: `${error!.message} ${error!.stack}` });
      expect(told).not.toContain(hash);
      expect(told).toMatch(/INSERT|SELECT/);
    }
  });
});
