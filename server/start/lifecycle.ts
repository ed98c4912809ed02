import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from '#server/start/start-error.ts';

/** Longest wait for one part to close before the next one is closed all the same. */
const CLOSE_PATIENCE_MS = 10_000;
/** Longest wait, once a stop is asked for, for the start to get to its end. */
const START_PATIENCE_MS = 15_000;

/** How the process ends, for whoever started it: only a fault is worth another try. */
const EXIT = { inOrder: 0, cannotStart: 1, fault: 70 } as const;

export type Lifecycle = {
  /** Registers what to close at the end; the last one registered is closed first. */
  onClose(name: string, close: () => Promise<unknown>): void;
  /** Prints the line that says we are ready, unless we are already being stopped. */
  ready(line: string): void;
  /** Ends the run with the reason: exit code 1 and one line when expected, else 70 and the whole fault. */
  fail(reason: unknown): void;
  logFaultsTo(log: Logger): void;
};

/**
 * One run of the server from start to exit. It ends in order, everything closed in reverse, on
 * SIGINT, on SIGTERM, when the launcher is gone, or when something fails.
 */
export function createLifecycle(): Lifecycle {
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
      const isLate = await Promise.race([closed, sleep(CLOSE_PATIENCE_MS, 'late')]);
      if (isLate === 'late') log?.error({ part: name }, 'closing took too long');
    }
    process.exit(exitCode);
  };

  let isStopAsked = false;
  // While we start, the part that is being opened is not ours to close yet: wait for it.
  const stop = (): void => {
    isStopAsked = true;
    if (isStarting) setTimeout(end, START_PATIENCE_MS);
    else void end();
  };
  const fail = (reason: unknown): void => {
    if (isEnding) return;
    report(reason);
    // What was up has the settings it needs: another try may get on.
    exitCode = reason instanceof StartError && isStarting ? EXIT.cannotStart : EXIT.fault;
    isStarting = false;
    void end();
  };

  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // The launcher's end of the channel closes however it dies.
  if (process.channel) process.on('disconnect', stop);
  process.on('uncaughtException', fail);
  // The terminal may be gone before us.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});

  return {
    onClose(name, close) {
      parts.push({ name, close });
    },
    ready(line) {
      isStarting = false;
      if (isStopAsked) void end();
      else console.log(line);
    },
    fail,
    logFaultsTo(logger) {
      log = logger;
    },
  };
}
