/** The side of a server that was started by a supervisor (SERVERS). */
import type { Logger } from 'pino';
import { openChannel } from './channel.ts';
import type { SupervisorLine } from './cluster.ts';
import { watchPeer } from './liveness.ts';

/** What this process still answers the supervisor; set while the server starts. */
export interface Supervised extends SupervisorLine {
  /** @param tell the figures of this process, for the metrics of all */
  onFigures(tell: () => unknown): void;
  /** From now on notices when the supervisor stands still. */
  watch(log: Logger): void;
}

export function joinSupervisor(): Supervised {
  const listeners: ((text: string) => void)[] = [];
  const returnListeners: (() => void)[] = [];
  let tellFigures: () => unknown = () => [];
  let isAlive = () => true;
  const channel = openChannel(process, {
    event(text: string) {
      for (const listener of listeners) listener(text);
    },
    figures: () => tellFigures(),
  });
  return {
    ...channel,
    isUp: () => isAlive(),
    onEvent: (listener) => void listeners.push(listener),
    onReturn: (listener) => void returnListeners.push(listener),
    onFigures(tell) {
      tellFigures = tell;
    },
    watch(log) {
      const liveness = watchPeer(channel, {
        onMissed(times) {
          if (times === 1) log.warn('the supervisor does not answer: this server goes on alone');
        },
        onReturn() {
          log.warn('the supervisor answers again');
          for (const listener of returnListeners) listener();
        },
      });
      isAlive = liveness.isAlive;
    },
  };
}
