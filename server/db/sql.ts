/**
 * The tag all SQL is written with: what stands in `${}` is a parameter, or a piece of SQL made by the
 * tag itself, and never text. A statement is sent when it is awaited, prepared under its text.
 */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Result, Statement } from './connection.ts';
import { DatabaseError, isLostRace, isStalePlan } from './database-error.ts';
import type { Pool } from './pool.ts';
import { castOf, Json, type Parameter, toWire, type Wire } from './values.ts';

// biome-ignore lint/suspicious/noExplicitAny: whoever gives no type takes what comes.
type Row = Record<string, any>;
/** The rows, and how many were read or changed. */
export type Rows<T extends readonly unknown[]> = T & { readonly count: number };
/** Sent when it is awaited; inside another statement it is a part of it. */
export type Query<T extends readonly unknown[]> = Fragment & Promise<Rows<T>>;

type Columns = Readonly<Record<string, Parameter>>;

/** What a store function takes that works in a transaction as well as outside one. */
export interface Queries {
  /** @throws DatabaseError; RangeError for an int8 that is no exact number */
  <T extends readonly unknown[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: (Parameter | Fragment)[]
  ): Query<T>;
  /** A name: of a table, a column, a database. */
  (name: string): Fragment;
  /** For `INSERT INTO table ${sql(rows)}`: the columns of the first row, and the values of all. */
  (rows: Columns | readonly Columns[]): Fragment;
  /** For `UPDATE table SET ${sql.set(columns)}`. */
  set(columns: Columns): Fragment;
  json(value: unknown): Json;
  /** SQL as it stands. Only for constants. */
  unsafe(text: string): Fragment;
}

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
/** Statements prepared on a connection; what comes after them is sent unprepared. */
const MOST_PREPARED = 500;

/** A piece of SQL with the parameters in it. */
export class Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  /** Its text differs with the data: not worth preparing. */
  readonly isVarying: boolean;

  constructor(strings: readonly string[], values: readonly unknown[] = [], isVarying = false) {
    this.strings = strings;
    this.values = values;
    this.isVarying = isVarying;
  }
}

type Run = (statement: Statement) => Promise<Result>;

class LazyQuery extends Fragment {
  readonly #run: Run;
  #answer: Promise<unknown> | undefined;

  constructor(strings: readonly string[], values: readonly unknown[], run: Run) {
    super(strings, values);
    this.#run = run;
  }

  // biome-ignore lint/suspicious/noThenProperty: this is what makes it wait until it is awaited.
  then(...handlers: Parameters<Promise<unknown>['then']>): Promise<unknown> {
    return this.#sent().then(...handlers);
  }
  catch(handler: Parameters<Promise<unknown>['catch']>[0]): Promise<unknown> {
    return this.#sent().catch(handler);
  }
  finally(handler: Parameters<Promise<unknown>['finally']>[0]): Promise<unknown> {
    return this.#sent().finally(handler);
  }
  get [Symbol.toStringTag](): string {
    return 'Query';
  }

  async #send(): Promise<unknown> {
    const { rows, rowCount } = await this.#run(statementOf(this));
    return Object.defineProperty(rows, 'count', { value: rowCount ?? 0 });
  }
  #sent(): Promise<unknown> {
    this.#answer ??= this.#send();
    return this.#answer;
  }
}

/** The text with the parameters numbered, and the parameters. */
function statementOf(query: Fragment): Statement {
  const values: Wire[] = [];
  let isVarying = false;
  const render = (fragment: Fragment): string => {
    isVarying ||= fragment.isVarying;
    let text = fragment.strings[0] ?? '';
    for (const [index, value] of fragment.values.entries()) {
      if (value instanceof Fragment) text += render(value);
      else text += `$${values.push(toWire(value))}${castOf(value)}`;
      text += fragment.strings[index + 1];
    }
    return text;
  };
  const text = render(query);
  return { name: isVarying ? undefined : nameOf(text), text, values };
}

const names = new Map<string, string>();

/**
 * Its hash: whoever shares our connections, as through a pooler that hands them from one to another,
 * has the same statement under the same name, or none.
 */
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST_PREPARED) {
    name = hash('sha256', text, 'base64url');
    names.set(text, name);
  }
  return name;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function inserted(rows: readonly Columns[]): Fragment {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.flatMap((row) => columns.map((column) => row[column]));
  const strings = values.map((_, index) => {
    if (index === 0) return `(${columns.map(quoted).join(', ')}) VALUES (`;
    return index % columns.length === 0 ? '), (' : ', ';
  });
  return new Fragment([...strings, ')'], values, rows.length > 1);
}

function assigned(columns: Columns): Fragment {
  const strings = Object.keys(columns).map(
    (name, index) => `${index ? ', ' : ''}${quoted(name)} = `,
  );
  return new Fragment([...strings, ''], Object.values(columns));
}

function createQueries(run: Run): Queries {
  const tag = (first: unknown, ...values: unknown[]) => {
    if (typeof first === 'string') return new Fragment([quoted(first)]);
    if (!Array.isArray(first)) return inserted([first as Columns]);
    return 'raw' in first ? new LazyQuery(first, values, run) : inserted(first);
  };
  return Object.assign(tag, {
    set: assigned,
    json: (value: unknown) => new Json(value),
    unsafe: (text: string) => new Fragment([text]),
  }) as unknown as Queries;
}

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
