/** The side of a server that was started by a supervisor (SERVERS). */
import type { Logger } from 'pino';
import { openChannel, watchPeer } from './channel.ts';

export type Supervised = ReturnType<typeof joinSupervisor>;

export function joinSupervisor() {
  let onEvent: (text: string) => void = () => {};
  let onReturn = (): void => {};
  let tellFigures: () => unknown = () => [];
  let isUp = (): boolean => true;
  const channel = openChannel(process, {
    event: (text: string) => onEvent(text),
    figures: () => tellFigures(),
  });
  return {
    ...channel,
    /** False while it stands still; when it is gone this process ends. */
    isUp: () => isUp(),
    /** @param listener gets the events that it hands on */
    onEvent(listener: (text: string) => void): void {
      onEvent = listener;
    },
    /** @param listener called when it answers again */
    onReturn(listener: () => void): void {
      onReturn = listener;
    },
    /** @param tell the figures of this process, for the metrics of all */
    onFigures(tell: () => unknown): void {
      tellFigures = tell;
    },
    /** From now on notices when the supervisor stands still. */
    watch(log: Logger): void {
      isUp = watchPeer(channel, {
        onMissed(times) {
          if (times === 1) log.warn('the supervisor does not answer: this server goes on alone');
        },
        onReturn() {
          log.warn('the supervisor answers again');
          onReturn();
        },
      });
    },
  };
}
