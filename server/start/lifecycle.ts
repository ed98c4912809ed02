/** One run of the process: signals, failures, and what is closed at its end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AwayError, StartError } from '#server/start/start-error.ts';

/** After this time the next part is closed anyway. */
const CLOSE_TIMEOUT_MS = 10_000;
/** How long a requested stop waits for the start to finish. */
const START_TIMEOUT_MS = 15_000;

/** Exit codes for the launcher: it restarts the server after a fault, and one that ran before when what it needs is away. */
const EXIT = { inOrder: 0, cannotStart: 1, fault: 70, away: 75 } as const;

export type Lifecycle = ReturnType<typeof createLifecycle>;

/**
 * One run of the server from start to exit. On SIGINT, SIGTERM, the launcher's exit or a failure everything is closed
 * in reverse order.
 */
export function createLifecycle() {
  const parts: { name: string; close: () => Promise<unknown> }[] = [];
  let log: Logger | undefined;
  let isEnding = false;
  let isStarting = true;
  let exitCode: number = EXIT.inOrder;

  const report = (reason: unknown): void => {
    if (reason instanceof StartError) console.error(reason.message);
    else if (log) log.fatal({ err: reason }, 'the server failed');
    else console.error(reason);
  };

  const end = async (): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    for (const { name, close } of parts.reverse()) {
      const closed = close().then(
        () => true,
        (error: unknown) => log?.error({ err: error, part: name }, 'closing failed') ?? true,
      );
      const isLate = await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, 'late')]);
      if (isLate === 'late') log?.error({ part: name }, 'closing took too long');
    }
    process.exit(exitCode);
  };

  let isStopAsked = false;
  // During the start a part may be half open, so wait for the start to finish.
  const stop = (): void => {
    isStopAsked = true;
    if (isStarting) setTimeout(end, START_TIMEOUT_MS);
    else void end();
  };
  /** Ends the run. An expected reason: exit code 1 or 75 and one line; else exit code 70 and the whole error. */
  const fail = (reason: unknown): void => {
    if (isEnding) return;
    report(reason);
    // A server that was running has valid settings, so a restart may help.
    if (!(reason instanceof StartError) || !isStarting) exitCode = EXIT.fault;
    else exitCode = reason instanceof AwayError ? EXIT.away : EXIT.cannotStart;
    isStarting = false;
    void end();
  };

  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // The channel closes however the launcher ends.
  if (process.channel) process.on('disconnect', stop);
  process.on('uncaughtException', fail);
  // The terminal may be closed already.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});

  return {
    /** Registers what to close at the end, in reverse order. */
    onClose(name: string, close: () => Promise<unknown>): void {
      parts.push({ name, close });
    },
    /** Calls `tell`, unless a stop was requested. */
    ready(tell: () => void): void {
      isStarting = false;
      if (isStopAsked) void end();
      else tell();
    },
    fail,
    logFaultsTo(logger: Logger): void {
      log = logger;
    },
  };
}
