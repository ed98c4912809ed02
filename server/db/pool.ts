/**
 * The connections of one server process. A statement uses an idle connection, else the least loaded one; a
 * transaction has a connection to itself. Waiting for a connection is limited in time.
 */
import type { Connection, ConnectionEvents, Result, Statement } from './connection.ts';
import { DatabaseError, databaseError, isStarting } from './database-error.ts';

/** Connections per server process, without separate ones (`apart`). */
export const POOL_SIZE = 10;
/** Most unanswered statements per connection. */
const MOST_AT_ONCE = 100;
/** Longest wait for a connection. */
const WAIT_TIMEOUT_MS = 10_000;
/** First pause between attempts to connect; doubled after each failure. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

export interface PoolLoad {
  readonly connections: number;
  readonly busy: number;
  readonly waiting: number;
}

export type Pool = ReturnType<typeof createPool>;

export type Connect = (events: Omit<ConnectionEvents, 'onNotice'>) => Promise<Connection>;

interface Waiting {
  /** The order of waiting. */
  readonly number: number;
  readonly until: number;
  readonly isAlone: boolean;
  hand(connection: Connection): void;
  refuse(error: Error): void;
}

/** @param size most connections at a time */
export function createPool(connect: Connect, size = POOL_SIZE) {
  const connections = new Set<Connection>();
  let waiting: Waiting[] = [];
  let lastNumber = 0;
  let opening = 0;
  let failures = 0;
  let pause: NodeJS.Timeout | undefined;
  let waitTimer: NodeJS.Timeout | undefined;
  let ending: PromiseWithResolvers<void> | undefined;
  let isEnded = false;

  const mayOpen = () => connections.size + opening < size && pause === undefined;

  /** An idle connection for a transaction; for a statement also the least loaded one. */
  function find(isAlone: boolean): Connection | undefined {
    let best: Connection | undefined;
    for (const one of connections) {
      if (one.isTaken || one.isRetired()) continue;
      if (one.load() === 0) return one;
      if (best === undefined || one.load() < best.load()) best = one;
    }
    if (isAlone || best === undefined || best.load() >= MOST_AT_ONCE) return undefined;
    // Better wait for a new connection than share one.
    return mayOpen() || opening > 0 ? undefined : best;
  }

  /** Serves waiting work in order. */
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
      pauseOpening();
      // Later ones may still get an existing connection or the next attempt.
      const error = databaseError(fault as Error);
      const isHopeless = connections.size === 0 && !isStarting(error);
      if (isHopeless) refuse(error, (one) => one.number <= upTo);
    } finally {
      opening -= 1;
    }
    serve();
  }

  function pauseOpening(): void {
    clearTimeout(pause);
    const ms = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
    pause = setTimeout(() => {
      pause = undefined;
      serve();
    }, ms);
  }

  /** Rejects the longest waiting work when its time is over. */
  function watch(): void {
    const [first] = waiting;
    if (first === undefined) {
      clearTimeout(waitTimer);
      waitTimer = undefined;
    } else {
      waitTimer ??= setTimeout(
        () => {
          waitTimer = undefined;
          const now = performance.now();
          const late = `no connection to the database within ${WAIT_TIMEOUT_MS / 1000} s`;
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
        until: performance.now() + WAIT_TIMEOUT_MS,
        isAlone,
        hand: (connection) => resolve(work(connection)),
        refuse: reject,
      });
      serve();
    });
  }

  async function lend<T>(connection: Connection, work: (connection: Connection) => Promise<T>) {
    connection.isTaken = true; // now, before other work is served
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  }

  return {
    /** @throws DatabaseError */
    run: (statement: Statement): Promise<Result> =>
      whenFree(false, (connection) => connection.send(statement)),
    /** Runs `work` with a connection of its own. */
    alone: <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
      whenFree(true, (connection) => lend(connection, work)),

    /** Closes a connection that rests, if there is another. */
    giveUpOne(): void {
      const idle = find(true);
      if (idle !== undefined && connections.size > 1) void idle.close();
    },

    /** Connections, those that work, and what waits for one. */
    load: (): PoolLoad => ({
      connections: connections.size,
      busy: [...connections].filter((one) => one.isTaken || one.load() > 0).length,
      waiting: waiting.length,
    }),

    /** Waits for running statements, at most `withinMs`; then cuts the connections. */
    async end(withinMs: number): Promise<void> {
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
