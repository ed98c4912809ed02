/**
 * The tag for all SQL: a `${}` is a parameter, or a fragment made by the tag, and never text. A statement is sent
 * when it is awaited, and prepared under its text.
 */
import { hash } from 'node:crypto';
import type { Result, Statement } from './connection.ts';
import { castOf, Json, type Parameter, toWire, type Wire } from './values.ts';

// biome-ignore lint/suspicious/noExplicitAny: untyped queries return any rows.
type Row = Record<string, any>;
/** The rows, with the number of rows read or changed. */
type Rows<T extends readonly unknown[]> = T & { readonly count: number };
/** Sent when awaited; inside another statement it is a fragment. */
type Query<T extends readonly unknown[]> = Fragment & Promise<Rows<T>>;

type Columns = Readonly<Record<string, Parameter>>;

/** For store functions that work inside and outside a transaction. */
export interface Queries {
  /** @throws DatabaseError; RangeError for an int8 beyond the safe integers */
  <T extends readonly unknown[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: (Parameter | Fragment)[]
  ): Query<T>;
  /** An identifier: table, column, database. */
  (name: string): Fragment;
  /** For `INSERT INTO table ${sql(rows)}`: the columns of the first row, and the values of all. */
  (rows: Columns | readonly Columns[]): Fragment;
  json(value: unknown): Json;
  /** Raw SQL. Only for constants. */
  unsafe(text: string): Fragment;
}

/** Most prepared statements per connection; later ones are sent unprepared. */
const MOST_PREPARED = 500;

/** A piece of SQL with the parameters in it. */
export class Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  /** Its text depends on the data: not worth preparing. */
  readonly isVarying: boolean;

  constructor(strings: readonly string[], values: readonly unknown[] = [], isVarying = false) {
    this.strings = strings;
    this.values = values;
    this.isVarying = isVarying;
  }
}

export type Run = (statement: Statement) => Promise<Result>;

class LazyQuery extends Fragment {
  readonly #run: Run;
  #answer: Promise<unknown> | undefined;

  constructor(strings: readonly string[], values: readonly unknown[], run: Run) {
    super(strings, values);
    this.#run = run;
  }

  // biome-ignore lint/suspicious/noThenProperty: lazy: sent when awaited.
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

/** A hash of the text, so that behind a pooler that shares connections the same name is the same statement. */
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

export function createQueries(run: Run): Queries {
  const tag = (first: unknown, ...values: unknown[]) => {
    if (typeof first === 'string') return new Fragment([quoted(first)]);
    if (!Array.isArray(first)) return inserted([first as Columns]);
    return 'raw' in first ? new LazyQuery(first, values, run) : inserted(first);
  };
  return Object.assign(tag, {
    json: (value: unknown) => new Json(value),
    unsafe: (text: string) => new Fragment([text]),
  }) as unknown as Queries;
}
