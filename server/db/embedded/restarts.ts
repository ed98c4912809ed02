/** Starts the private PostgreSQL again when it dies. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { stopProcess } from './process.ts';

/** A server that needs more starts within this time is given up. */
const RESTARTS_ALLOWED = 5;
const RESTARTS_WITHIN_MS = 60_000;
const PAUSE_AFTER_FAILURE_MS = 200;
/** Pause before another start while the disk is full. */
const PAUSE_WITHOUT_ROOM_MS = 1_000;

interface Keeping {
  readonly start: () => Promise<ChildProcess>;
  /** Whether its disk is almost full. */
  readonly lacksRoom: () => boolean;
  readonly log: Logger;
  readonly onLost: (reason: Error) => void;
  readonly pauseWithoutRoomMs?: number;
}

/**
 * Starts PostgreSQL and restarts it when it crashes. Rejects if the first start fails; later `onLost` is called once
 * when it is given up. On a full disk it cannot start but is not given up: it starts as soon as there is space.
 */
export async function startWithRestarts(keeping: Keeping) {
  const { start, lacksRoom, log, onLost, pauseWithoutRoomMs = PAUSE_WITHOUT_ROOM_MS } = keeping;
  let restarts: number[] = [];
  let isStopping = false;
  let child = await start();
  let up: Promise<void> = Promise.resolve();

  const revive = async (): Promise<void> => {
    let reason = new Error('PostgreSQL keeps dying');
    while (!isStopping) {
      if (lacksRoom()) {
        await sleep(pauseWithoutRoomMs);
        if (isStopping) return;
      } else {
        const now = performance.now();
        restarts = [...restarts.filter((time) => now - time < RESTARTS_WITHIN_MS), now];
        if (restarts.length > RESTARTS_ALLOWED) throw reason;
      }
      try {
        child = await start();
        watch();
        log.warn('PostgreSQL runs again');
        return;
      } catch (error) {
        reason = error as Error;
        log.error({ err: reason }, 'PostgreSQL did not start');
        await sleep(PAUSE_AFTER_FAILURE_MS);
      }
    }
  };

  const watch = (): void => {
    const watched = child;
    // If we exit without stop(): a signal is enough, PostgreSQL then stops by itself.
    const lastOrder = (): void => void watched.kill('SIGINT');
    const onExit = (): void => {
      process.off('exit', lastOrder);
      if (isStopping) return;
      log.error({ code: watched.exitCode, signal: watched.signalCode }, 'PostgreSQL died');
      up = revive();
      up.catch(onLost);
    };
    process.once('exit', lastOrder);
    if (watched.exitCode === null && watched.signalCode === null) watched.once('exit', onExit);
    else onExit();
  };
  watch();

  return {
    /** Resolves when the server runs or is given up. */
    isUp: () => up.catch(() => {}),
    stop: async (): Promise<void> => {
      isStopping = true;
      await up.catch(() => {});
      await stopProcess(child);
    },
  };
}
