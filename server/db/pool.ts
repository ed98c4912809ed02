/**
 * The connections of one server process. A statement goes to an idle connection, else behind the
 * fewest others; a transaction has its connection for itself. Nobody waits for ever: a connection is
 * there in time, or whoever waits for it is told that it is not.
 */
import type { Connection, ConnectionEvents, Result, Statement } from './connection.ts';
import { DatabaseError, databaseError, isStarting } from './database-error.ts';

/** Connections of one server process, those set apart not counted. */
export const POOL_SIZE = 10;
/** Statements under way on one connection. */
const MOST_AT_ONCE = 100;
/** Longest wait for a connection, in ms: while the database is away, or all are taken. */
const PATIENCE_MS = 10_000;
/** Between attempts to connect, in ms: doubled with each that fails. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

export interface Pool {
  /** @throws DatabaseError */
  run(statement: Statement): Promise<Result>;
  /** A connection that nobody else sends on while `work` runs. */
  alone<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** What was accepted is still answered, for so many ms at most; then the lines are cut. */
  end(withinMs: number): Promise<void>;
}

export type Connect = (events: Omit<ConnectionEvents, 'onNotice'>) => Promise<Connection>;

interface Waiting {
  /** The how manyth to wait. */
  readonly number: number;
  readonly until: number;
  readonly isAlone: boolean;
  hand(connection: Connection): void;
  refuse(error: Error): void;
}

/** @param size most connections at a time */
export function createPool(connect: Connect, size = POOL_SIZE): Pool {
  const connections = new Set<Connection>();
  let waiting: Waiting[] = [];
  let lastNumber = 0;
  let opening = 0;
  let failures = 0;
  let pause: NodeJS.Timeout | undefined;
  let impatience: NodeJS.Timeout | undefined;
  let ending: PromiseWithResolvers<void> | undefined;
  let isEnded = false;

  const mayOpen = () => connections.size + opening < size && pause === undefined;

  /** For a transaction an idle one; for a statement also the one with the shortest line. */
  function find(isAlone: boolean): Connection | undefined {
    let best: Connection | undefined;
    for (const one of connections) {
      if (one.isTaken || one.isRetired()) continue;
      if (one.load() === 0) return one;
      if (best === undefined || one.load() < best.load()) best = one;
    }
    if (isAlone || best === undefined || best.load() >= MOST_AT_ONCE) return undefined;
    // One of its own is better than standing in a line.
    return mayOpen() || opening > 0 ? undefined : best;
  }

  /** First come, first served, whatever they want. */
  function serve(): void {
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const connection = find(first.isAlone);
      if (connection === undefined) break;
      waiting.shift();
      first.hand(connection);
    }
    const most = failures > 0 ? 1 : waiting.length;
    while (opening < most && opening < waiting.length && mayOpen()) void open();
    watch();
    if (ending !== undefined && waiting.length === 0 && isAllQuiet()) ending.resolve();
  }

  const isAllQuiet = () => [...connections].every((one) => !one.isTaken && one.load() === 0);

  async function open(): Promise<void> {
    const upTo = lastNumber;
    opening += 1;
    try {
      const connection = await connect({
        onAnswer: () => {
          if (waiting.length > 0 || ending !== undefined) serve();
        },
        onEnd: (ended) => {
          connections.delete(ended);
          serve();
        },
      });
      failures = 0;
      if (isEnded) void connection.close();
      else connections.add(connection);
    } catch (fault) {
      failures += 1;
      takeBreath();
      // Others may still be served by what there is; who came later has an attempt to hope for yet.
      const error = databaseError(fault as Error);
      const isHopeless = connections.size === 0 && !isStarting(error);
      if (isHopeless) refuse(error, (one) => one.number <= upTo);
    } finally {
      opening -= 1;
    }
    serve();
  }

  function takeBreath(): void {
    clearTimeout(pause);
    const ms = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
    pause = setTimeout(() => {
      pause = undefined;
      serve();
    }, ms);
  }

  /** Tells the first in the line when their time is over. */
  function watch(): void {
    const [first] = waiting;
    if (first === undefined) {
      clearTimeout(impatience);
      impatience = undefined;
    } else {
      impatience ??= setTimeout(
        () => {
          impatience = undefined;
          const now = performance.now();
          const late = `no connection to the database within ${PATIENCE_MS / 1000} s`;
          refuse(new DatabaseError(late, 'NO_CONNECTION'), (one) => one.until <= now);
          serve();
        },
        first.until - performance.now() + 1,
      );
    }
  }

  function refuse(error: Error, isMeant: (one: Waiting) => boolean): void {
    const refused = waiting.filter(isMeant);
    waiting = waiting.filter((one) => !isMeant(one));
    for (const one of refused) one.refuse(error);
  }

  function whenFree<T>(isAlone: boolean, work: (connection: Connection) => Promise<T>): Promise<T> {
    if (ending !== undefined) return Promise.reject(ENDED());
    if (waiting.length === 0) {
      const connection = find(isAlone);
      if (connection !== undefined) return work(connection);
    }
    return new Promise((resolve, reject) => {
      waiting.push({
        number: ++lastNumber,
        until: performance.now() + PATIENCE_MS,
        isAlone,
        hand: (connection) => resolve(work(connection)),
        refuse: reject,
      });
      serve();
    });
  }

  async function lend<T>(connection: Connection, work: (connection: Connection) => Promise<T>) {
    connection.isTaken = true; // at once: nobody may come between
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  }

  return {
    run: (statement) => whenFree(false, (connection) => connection.send(statement)),
    alone: (work) => whenFree(true, (connection) => lend(connection, work)),

    async end(withinMs) {
      if (ending === undefined) {
        ending = Promise.withResolvers();
        serve();
      }
      const cut = setTimeout(
        () => {
          refuse(ENDED(), () => true);
          for (const one of connections) one.destroy();
          ending?.resolve();
        },
        Math.min(withinMs, 2 ** 31 - 1),
      );
      await ending.promise;
      isEnded = true;
      clearTimeout(pause);
      await Promise.all([...connections].map((one) => one.close()));
      clearTimeout(cut);
    },
  };
}

const ENDED = () => new DatabaseError('the pool of connections was ended', 'POOL_ENDED');
