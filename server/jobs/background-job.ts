/** Work that goes on beside the requests: again and again, one round at a time. */
import type { Logger } from 'pino';

export interface BackgroundJob {
  start(): void;
  /** Resolves when the round under way, if any, is done. */
  stop(): Promise<void>;
}

export interface BackgroundJobOptions {
  /** For the log, e.g. `reading wallets again`. */
  readonly name: string;
  readonly everyMs: number;
  readonly round: () => Promise<unknown>;
  readonly log: Logger;
}

/** A round that fails is logged, and the next one comes all the same. */
export function createBackgroundJob({
  name,
  everyMs,
  round,
  log,
}: BackgroundJobOptions): BackgroundJob {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  return {
    start() {
      timer = setInterval(() => {
        current ??= round()
          .then(
            () => {},
            (fault: unknown) =>
              log.warn({ err: fault, work: name }, 'work in the background failed'),
          )
          .finally(() => {
            current = undefined;
          });
      }, everyMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
