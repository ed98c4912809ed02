/** One connection to PostgreSQL. Statements are pipelined: sent at once and answered in order. */
import pg from 'pg';
import {
  connectingError,
  DatabaseError,
  databaseError,
  endsConnection,
  isLostRace,
  isStalePlan,
} from './database-error.ts';
import { types, type Wire } from './values.ts';

export interface Statement {
  /** The statement is prepared once per connection under this name. */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values?: readonly Wire[] | undefined;
}

export type Result = pg.QueryResult;

export interface Connection {
  /** Number of sent statements without an answer. */
  load(): number;
  /** Reserved for one transaction. */
  isTaken: boolean;
  /** While answers are due, one must come within this time; in a transaction whose statements may take longer it is longer. */
  silentMs: number;
  /** Takes no new work and closes after its last answer. */
  isRetired(): boolean;
  /** @throws DatabaseError */
  send(statement: Statement): Promise<Result>;
  /** After a transaction: the connection is free again. */
  release(): void;
  /** Ends the connection in order; without an answer it is cut. */
  close(): Promise<void>;
  /** Cuts the connection: running statements fail. */
  destroy(): void;
}

export interface ConnectionEvents {
  /** Called when a statement was answered or a transaction is over. */
  onAnswer(connection: Connection): void;
  /** Called when the connection is gone, for any reason. */
  onEnd(connection: Connection): void;
  onNotice(message: string): void;
}

/** How often a single statement is sent when PostgreSQL rolls it back for a deadlock. */
const MOST_SENDS = 5;
const KEEP_ALIVE_AFTER_MS = 60_000;
/** A connection is replaced after this time, plus up to half of it, so that not all are replaced at once. */
const LIFE_MS = 30 * 60_000;
const GOODBYE_MS = 2_000;
/**
 * Longer than PostgreSQL's statement time-out: a server that is silent for this long hangs or is cut off, which TCP
 * reports only after a quarter of an hour.
 */
const SILENT_MS = 12_000;

/** @throws DatabaseError when it cannot connect: always one that is away */
export async function openConnection(
  config: pg.ClientConfig,
  { onAnswer, onEnd, onNotice }: ConnectionEvents,
  silentMs = SILENT_MS,
): Promise<Connection> {
  const client = new pg.Client({
    ...config,
    types,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  });
  const wornOutAt = performance.now() + LIFE_MS * (1 + Math.random() / 2);
  let load = 0;
  let isRetired = false;
  let isCorked = false;
  let isOpen = false;

  let silence: NodeJS.Timeout | undefined;

  const ended = (): void => {
    isRetired = true;
    clearTimeout(silence);
    if (isOpen) onEnd(connection);
  };
  const destroy = (): void => {
    isRetired = true;
    client.connection.stream.destroy();
  };
  // Without a listener an error on an idle connection would end the process.
  client.on('error', destroy);
  client.on('end', ended);
  client.on('notice', ({ message }) => onNotice(message ?? ''));

  function listen(isStillQuiet = false): void {
    clearTimeout(silence);
    if (load === 0 || connection.silentMs === Number.POSITIVE_INFINITY) return;
    // In two halves: a process that was paused itself first reads what arrived meanwhile.
    silence = setTimeout(isStillQuiet ? destroy : listen, connection.silentMs / 2, true);
  }

  /** Statements sent in one turn of the event loop go into one packet. */
  function cork(): void {
    if (isCorked) return;
    const { stream } = client.connection;
    isCorked = true;
    stream.cork();
    process.nextTick(() => {
      isCorked = false;
      stream.uncork();
    });
  }

  function answered(): void {
    load -= 1;
    listen();
    if (load === 0) {
      if (performance.now() > wornOutAt) isRetired = true;
      if (isRetired && !connection.isTaken) void connection.close();
    }
    onAnswer(connection);
  }

  function submit(statement: Statement, sends: number, settle: Settle): void {
    const { name, text, values } = statement;
    cork();
    client.query(
      { name, text, values: values as Wire[] },
      (fault: Error | null, result: Result) => {
        const error = fault && databaseError(fault, text);
        if (endsConnection(error) || isStalePlan(error)) isRetired = true;
        if (error && !connection.isTaken && sends < MOST_SENDS) {
          // PostgreSQL executed nothing of it.
          if (isStalePlan(error)) return submit({ text, values }, MOST_SENDS, settle);
          if (isLostRace(error)) return submit(statement, sends + 1, settle);
        }
        if (error) {
          settle.reject(error);
        } else if (!connection.isTaken && client.getTransactionStatus() !== 'I') {
          // A transaction begun by a plain statement: the next statement must not become a part of it.
          settle.reject(new DatabaseError('transactions begin with sql.begin', '25001', {}, text));
          destroy();
        } else {
          settle.resolve(result);
        }
        answered();
      },
    );
  }

  const connection: Connection = {
    isTaken: false,
    silentMs,
    load: () => load,
    isRetired: () => isRetired,
    send(statement) {
      load += 1;
      if (load === 1) listen();
      return new Promise((resolve, reject) => submit(statement, 1, { resolve, reject }));
    },
    release() {
      connection.isTaken = false;
      connection.silentMs = silentMs;
      // A transaction is open that will not be ended.
      if (load > 0 || client.getTransactionStatus() !== 'I') destroy();
      else if (isRetired) void connection.close();
      onAnswer(connection);
    },
    async close() {
      isRetired = true;
      const cut = setTimeout(destroy, GOODBYE_MS);
      await client.end();
      clearTimeout(cut);
    },
    destroy,
  };

  try {
    await client.connect();
  } catch (error) {
    destroy();
    throw connectingError(error as Error);
  }
  isOpen = true;
  return connection;
}

interface Settle {
  resolve(result: Result): void;
  reject(error: Error): void;
}

/**
 * Connection settings in the order to try. Understands a URL like PostgreSQL's own programs: a folder as `host`
 * parameter (`?host=/run/postgresql`) is a Unix socket, `sslmode=require` asks for TLS without checking the server's
 * identity, `prefer` also accepts a server without TLS.
 * @param settled settings that a URL cannot change
 */
export function configsOf(url: string, settled: readonly string[]): pg.ClientConfig[] {
  const target = new URL(url);
  const { searchParams: asked } = target;
  for (const name of settled) asked.delete(name);
  asked.set('uselibpqcompat', 'true'); // else the driver takes `require` for `verify-full`
  if (asked.get('sslrootcert') === 'system') {
    asked.delete('sslrootcert');
    asked.set('sslmode', 'verify-full');
  }
  const isSocket = asked.get('host')?.startsWith('/') || /^%2f/i.test(target.hostname);
  if (isSocket) asked.set('sslmode', 'disable');
  const mode = asked.get('sslmode');
  const modes = mode === 'prefer' || mode === 'allow' ? ['prefer', 'disable'] : [mode];
  return modes.map((one) => {
    if (one !== null) asked.set('sslmode', one);
    return { connectionString: target.href };
  });
}
