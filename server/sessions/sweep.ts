/** Clears away sessions and messages that are over, now and then. */
import type { Logger } from 'pino';
import type { Sessions } from './sessions.ts';

const SWEEP_EVERY_MS = 10 * 60 * 1000;

export interface Sweep {
  start(): void;
  /** Resolves when the sweep under way, if any, is done. */
  stop(): Promise<void>;
}

/** Several servers may sweep the same tables: what one deleted the other does not find. */
export function createSweep(sessions: Pick<Sessions, 'sweep'>, log: Logger): Sweep {
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;

  const sweep = () => {
    sweeping ??= sessions
      .sweep()
      .catch((fault: unknown) => log.warn({ err: fault }, 'old sessions were not cleared away'))
      .finally(() => {
        sweeping = undefined;
      });
  };

  return {
    start() {
      sweep();
      timer = setInterval(sweep, SWEEP_EVERY_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
