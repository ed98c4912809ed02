/** The pool as stores use it: statements of the tag, and transactions. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import { DatabaseError, isLostRace, isStalePlan } from './database-error.ts';
import type { Pool } from './pool.ts';
import { createQueries, type Queries, type Run } from './tag.ts';

/** Inside a transaction. */
export interface Transaction extends Queries {
  /** Several statements, without parameters, as they stand. Only for files of our own. */
  script(text: string): Promise<void>;
  /** From here on every statement may take as long as it likes. */
  takeAnyTime(): Promise<void>;
}

type Work<T> = (tx: Transaction) => Promise<T>;

/** The pool. */
export interface Sql extends Queries {
  /**
   * Runs a transaction, undone when `work` fails or one of its statements did. When PostgreSQL undid
   * it for a deadlock or a serialisation failure, `work` runs again, a few times at most. So it must
   * be repeatable: it changes nothing but the database, and what it notes elsewhere it notes anew.
   * @param mode as BEGIN takes it: `READ ONLY`
   */
  begin<T>(work: Work<T>): Promise<T>;
  begin<T>(mode: 'READ ONLY', work: Work<T>): Promise<T>;
  /** Connections that nothing else is sent on. They end with all others. */
  apart(options: Apart): Sql;
  /** What was accepted is still answered, for `timeout` seconds at most. */
  end(options?: { timeout?: number }): Promise<void>;
}

export interface Apart {
  readonly connections: number;
  /** Of PostgreSQL, for each of these connections: `{ jit: 'off' }`. Only constants. */
  readonly settings: Readonly<Record<string, string>>;
}

/** How often a transaction is tried. */
const MOST_TRIES = 5;
/** Before another try, in ms, at most: those who met must not meet again. */
const APART_MS = 30;

/** @param openApart a pool beside this one */
export function createSql(pool: Pool, openApart: (options: Apart) => Pool): Sql {
  const setApart: Sql[] = [];

  async function begin<T>(mode: string, work: Work<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await pool.alone((connection) => transact(connection, mode, work));
      } catch (error) {
        if (tries === MOST_TRIES || !(isLostRace(error) || isStalePlan(error))) throw error;
        await sleep(Math.random() * APART_MS);
      }
    }
  }

  return Object.assign(createQueries(pool.run), {
    begin: <T>(first: string | Work<T>, second?: Work<T>) =>
      typeof first === 'string' ? begin(first, second as Work<T>) : begin('', first),
    apart(options: Apart) {
      const sql = createSql(openApart(options), openApart);
      setApart.push(sql);
      return sql;
    },
    async end({ timeout = Number.POSITIVE_INFINITY } = {}) {
      await Promise.all([pool.end(timeout * 1000), ...setApart.map((sql) => sql.end({ timeout }))]);
    },
  });
}

async function transact<T>(connection: Connection, mode: string, work: Work<T>): Promise<T> {
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
  const takeAnyTime = async (): Promise<void> => {
    connection.isPatient = true;
    await script('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
  };

  await connection.send({ text: `BEGIN ${mode}` });
  try {
    const result = await work(Object.assign(createQueries(run), { script, takeAnyTime }));
    isOver = true;
    if (failed !== undefined) throw failed;
    await connection.send({ text: 'COMMIT' });
    return result;
  } catch (error) {
    isOver = true;
    // Where this fails, too, the connection is not used again.
    await connection.send({ text: 'ROLLBACK' }).catch(() => {});
    // What `work` made of it must not hide that another try is due.
    throw isLostRace(failed) || isStalePlan(failed) ? failed : error;
  }
}
