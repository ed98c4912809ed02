import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { stopProcess } from './process.ts';

/** A server that needs more than this many starts within the time is given up. */
const RESTARTS_ALLOWED = 5;
const RESTARTS_WITHIN_MS = 60_000;
const PAUSE_AFTER_FAILURE_MS = 200;
/** Before another start while its disk is full: somebody has to make room first. */
const PAUSE_WITHOUT_ROOM_MS = 1_000;

export interface Keeping {
  readonly start: () => Promise<ChildProcess>;
  /** Whether its disk is as good as full. */
  readonly lacksRoom: () => boolean;
  readonly log: Logger;
  readonly onLost: (reason: Error) => void;
  readonly pauseWithoutRoomMs?: number;
}

export type KeptRunning = {
  /** Settles when the server runs, or will not any more. */
  isUp(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL, and starts it again whenever it dies unasked. Rejects when the first start
 * fails; later `onLost` hears, once, when it is given up. On a full disk it dies and does not start, but
 * is not given up: it runs again by itself as soon as there is room.
 */
export async function keepRunning(keeping: Keeping): Promise<KeptRunning> {
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
    // Should we leave without stop(): a signal is enough, PostgreSQL then ends by itself.
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
    isUp: () => up.catch(() => {}),
    stop: async () => {
      isStopping = true;
      await up.catch(() => {});
      await stopProcess(child);
    },
  };
}
