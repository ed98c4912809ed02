/** The side of a server that was started by a supervisor (SERVERS). */
import type { SupervisorLine } from './cluster.ts';
import { openChannel } from './channel.ts';

/** What this process still answers the supervisor; set while the server starts. */
export interface Supervised extends SupervisorLine {
  /** @param tell the figures of this process, for the metrics of all */
  onFigures(tell: () => unknown): void;
}

export function joinSupervisor(): Supervised {
  const listeners: ((text: string) => void)[] = [];
  let tellFigures: () => unknown = () => [];
  const channel = openChannel(process, {
    event(text: string) {
      for (const listener of listeners) listener(text);
    },
    figures: () => tellFigures(),
  });
  return {
    ...channel,
    onEvent: (listener) => void listeners.push(listener),
    onFigures(tell) {
      tellFigures = tell;
    },
  };
}
