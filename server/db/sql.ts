/** The pool as stores use it: statements of the tag, and transactions. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import { DatabaseError, isLostRace, isStalePlan } from './database-error.ts';
import type { Pool, PoolLoad } from './pool.ts';
import { createQueries, type Queries, type Run } from './tag.ts';

export interface Transaction extends Queries {
  /** Runs several statements without parameters. Only for our own files. */
  script(text: string): Promise<void>;
  /** Sets the time limit of later statements, of waiting for locks too. */
  takeTime(ms: number): Promise<void>;
  /** Removes it. */
  takeAnyTime(): Promise<void>;
}

type Work<T> = (tx: Transaction) => Promise<T>;

/** The pool. */
export interface Sql extends Queries {
  /**
   * Runs a transaction; rolled back if `work` or a statement fails. After a deadlock or serialisation failure `work`
   * runs again, a few times at most. So `work` must be repeatable: it changes only the database, and resets anything
   * it stores elsewhere.
   */
  begin<T>(work: Work<T>): Promise<T>;
  /** Separate connections. They end with all others. */
  apart(options: Apart): Sql;
  /** Of all connections, separate ones included. */
  load(): PoolLoad;
  /** Waits for running statements, `timeout` seconds at most. */
  end(options?: { timeout?: number }): Promise<void>;
}

export interface Apart {
  readonly connections: number;
  /** PostgreSQL settings of these connections: `{ jit: 'off' }`. Only constants. */
  readonly settings: Readonly<Record<string, string>>;
}

const MOST_TRIES = 5;
/** Longest random pause before a retry, so that two transactions do not collide again. */
const APART_MS = 30;

/** @param openApart opens a separate pool */
export function createSql(pool: Pool, openApart: (options: Apart) => Pool): Sql {
  const setApart: Sql[] = [];

  async function begin<T>(work: Work<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await pool.alone((connection) => transact(connection, work));
      } catch (error) {
        if (tries === MOST_TRIES || !(isLostRace(error) || isStalePlan(error))) throw error;
        await sleep(Math.random() * APART_MS);
      }
    }
  }

  return Object.assign(createQueries(pool.run), {
    begin,
    apart(options: Apart) {
      const sql = createSql(openApart(options), openApart);
      setApart.push(sql);
      return sql;
    },
    load() {
      const parts = [pool.load(), ...setApart.map((sql) => sql.load())];
      const sum = (name: keyof PoolLoad) => parts.reduce((total, part) => total + part[name], 0);
      return { connections: sum('connections'), busy: sum('busy'), waiting: sum('waiting') };
    },
    async end({ timeout = Number.POSITIVE_INFINITY } = {}) {
      await Promise.all([pool.end(timeout * 1000), ...setApart.map((sql) => sql.end({ timeout }))]);
    },
  });
}

async function transact<T>(connection: Connection, work: Work<T>): Promise<T> {
  let isOver = false;
  let failed: unknown;
  const run: Run = async (statement) => {
    if (isOver) throw new DatabaseError('the transaction is over', '25P01', {}, statement.text);
    try {
      return await connection.send(statement);
    } catch (error) {
      failed ??= error;
      throw error;
    }
  };
  const script = async (text: string): Promise<void> => {
    await run({ text });
  };
  const takeTime = async (ms: number): Promise<void> => {
    connection.silentMs += ms;
    const limit = Number.isFinite(ms) ? ms : 0;
    await script(`SET LOCAL statement_timeout = ${limit}; SET LOCAL lock_timeout = 0`);
  };
  const takeAnyTime = () => takeTime(Number.POSITIVE_INFINITY);

  await connection.send({ text: 'BEGIN' });
  try {
    const result = await work(Object.assign(createQueries(run), { script, takeTime, takeAnyTime }));
    isOver = true;
    if (failed !== undefined) throw failed;
    await connection.send({ text: 'COMMIT' });
    return result;
  } catch (error) {
    isOver = true;
    // If this fails too, the connection is not used again.
    await connection.send({ text: 'ROLLBACK' }).catch(() => {});
    // An error of `work` itself must not hide that a retry is needed.
    throw isLostRace(failed) || isStalePlan(failed) ? failed : error;
  }
}
