/**
 * SERVERS=n: this process starts so many servers on one port (Node's cluster) and serves nobody itself. It owns the
 * private PostgreSQL and the demo's chain, hands on the servers' events, counts their rate limits together and gathers
 * their metrics.
 */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createBucketStore } from '#server/http/limits/buckets.ts';
import { type Figures, gatheredText, type Metrics } from '#server/http/metrics.ts';
import { AwayError, StartError } from '#server/start/start-error.ts';
import { type Answers, type Channel, openChannel, watchPeer } from './channel.ts';
import { systemClock } from './clock.ts';
import type { Message } from './event-messages.ts';

/** A shorter run counts as an immediate failure. */
const AT_ONCE_MS = 60_000;
/** After so many of one server in a row all end, and whoever started them decides. */
const MOST_AT_ONCE = 6;
const FIRST_PAUSE_MS = 1_000;
/** Servers that have not ended by then are killed; shorter than the lifecycle waits for a part. */
const STOP_WITHIN_MS = 9_000;
/** A server that starts again reads its code and connects: seconds, also on a busy machine. */
const START_WITHIN_MS = 60_000;
/** A server is killed when it has been silent so often in a row (see watchPeer): 15 s. */
const MOST_SILENCES = 5;
/** How long a scrape waits for the figures of a server. */
const FIGURES_WITHIN_MS = 1_000;
const EVENTS_LOST: Message = { from: 'supervisor', kind: 'events-lost', event: {} };

interface SupervisorParts {
  readonly servers: number;
  /** What a server gets to begin with, beside its number. */
  readonly settings: object;
  /** What else a server may ask. */
  readonly answers: Answers;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** A server that starts again and does not serve by then is killed. */
  readonly startWithinMs?: number;
  /** Called when a server keeps failing. */
  readonly onLost: (reason: Error) => void;
}

/** What a server that cannot start tells, before it ends. */
export interface StartFailure {
  readonly words: string;
  /** Something it needs is away for now. */
  readonly isAway: boolean;
  /** All must start again, so that the database is migrated. */
  readonly needsRestart: boolean;
}

interface Running {
  readonly worker: Worker;
  readonly channel: Channel;
  /** Set when it serves. */
  isAlive?: () => boolean;
}

export function createSupervisor(parts: SupervisorParts) {
  const { log, startWithinMs = START_WITHIN_MS } = parts;
  /** Running ones by their number, from 1 on. */
  const running = new Map<number, Running>();
  const buckets = createBucketStore(systemClock);
  let isStopping = false;

  function tellOthers(number: number, text: string): void {
    for (const [other, { channel, isAlive }] of running) {
      // What a silent one does not read would pile up here; it is told so when it is back.
      if (other !== number && isAlive?.() !== false) channel.tell('event', text);
    }
  }

  // The servers accept by themselves. Node's default, the supervisor handing connections on, never answers the one it
  // has just given to a server that is killed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // JSON has no NaN, which a figure without a value is.
  cluster.setupPrimary({ serialization: 'advanced' });

  async function gather(): Promise<string> {
    const figures = [...running.values()].map(({ channel }) =>
      channel.ask<Figures>('figures', undefined, FIGURES_WITHIN_MS),
    );
    const told = await Promise.allSettled([parts.metrics.figures(), ...figures]);
    return gatheredText(told.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
  }

  /** Resolves with the port when the server serves. */
  function start(number: number, failuresBefore = 0): Promise<number> {
    const serving = Promise.withResolvers<number>();
    let failure: StartFailure | undefined;
    const startedAt = performance.now();
    const worker = cluster.fork();
    const isFirst = failuresBefore === 0;
    // Not at the first start, which may change a large database for minutes.
    const late = isFirst ? undefined : setTimeout(giveUp, startWithinMs);
    function giveUp(): void {
      log.error(`server ${number} does not serve after ${startWithinMs / 1000} s: it is killed`);
      worker.process.kill('SIGKILL');
    }
    const channel = openChannel(worker, {
      ...parts.answers,
      settings: () => ({ ...parts.settings, number }),
      event: (text: string) => tellOthers(number, text),
      take: buckets.take,
      metrics: gather,
      'cannot-start'(told: StartFailure) {
        failure = told;
        serving.reject(told.isAway ? new AwayError(told.words) : new StartError(told.words));
      },
      serving: (port: number) => serving.resolve(port),
    });
    const current: Running = { worker, channel };
    running.set(number, current);
    serving.promise.then(
      () => {
        clearTimeout(late);
        current.isAlive = watch(number, current);
      },
      () => {},
    );
    worker.once('exit', (code: number, signal: string | null) => {
      clearTimeout(late);
      running.delete(number);
      // Nobody knows which events it still had to send.
      tellOthers(number, JSON.stringify(EVENTS_LOST));
      const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
      serving.reject(new Error(`Server ${number} ${how} before it served.`));
      // Whoever asked for a first start is told that it failed.
      if (isStopping || (isFirst && current.isAlive === undefined)) return;
      const ranMs = performance.now() - startedAt;
      const failures = failuresAfter({ failuresBefore, ranMs, isRefused: failure !== undefined });
      const why = failure === undefined ? how : `cannot start: ${failure.words}`;
      // As long as another one serves, whoever changed the code may take their time.
      if (failure?.needsRestart && running.size === 0)
        parts.onLost(new Error(`Server ${number} ${why}`));
      else startAgain(number, failures, why);
    });
    return serving.promise;
  }

  function watch(number: number, { worker, channel }: Running) {
    return watchPeer(channel, {
      onMissed(times) {
        if (times !== MOST_SILENCES) return;
        log.error(`server ${number} does not answer: it is killed`);
        worker.process.kill('SIGKILL');
      },
      onReturn: () => channel.tell('event', JSON.stringify(EVENTS_LOST)),
    });
  }

  function startAgain(number: number, failures: number, how: string): void {
    if (failures >= MOST_AT_ONCE) {
      parts.onLost(new Error(`Server ${number} ${how}, ${failures} times in a row.`));
      return;
    }
    const pauseMs = FIRST_PAUSE_MS * 2 ** (failures - 1);
    log.error(`server ${number} ${how}: it is started again in ${pauseMs / 1000} s`);
    setTimeout(() => {
      // Why it does not start is said when it ends.
      if (!isStopping) start(number, failures).catch(() => {});
    }, pauseMs);
  }

  return {
    /** Resolves with the port when all servers serve. @throws StartError with the words of one that cannot start */
    async start(): Promise<number> {
      // The first one alone: what keeps it from starting is said once.
      const port = await start(1);
      const others = Array.from({ length: parts.servers - 1 }, (_, index) => start(index + 2));
      await Promise.all(others);
      return port;
    },
    /** Resolves when all have ended. */
    async stop(): Promise<void> {
      isStopping = true;
      const workers = [...running.values()].map(({ worker }) => worker);
      const ended = workers.map((worker) => new Promise((end) => worker.once('exit', end)));
      // Not `worker.kill`, which cuts the channel first: events still go through it.
      for (const worker of workers) worker.process.kill('SIGTERM');
      await Promise.race([Promise.all(ended), sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      for (const worker of workers) if (!worker.isDead()) worker.process.kill('SIGKILL');
    },
  };
}

/**
 * Failures in a row, with the end of this one. A server that says why it cannot start (no Redis) never reaches the number
 * at which all are ended: it is tried again for as long as the others serve.
 */
export function failuresAfter(ended: {
  failuresBefore: number;
  ranMs: number;
  isRefused: boolean;
}): number {
  if (ended.isRefused) return Math.min(ended.failuresBefore + 1, MOST_AT_ONCE - 1);
  return ended.ranMs < AT_ONCE_MS ? ended.failuresBefore + 1 : 1;
}
