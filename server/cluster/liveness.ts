/** Checks whether the process at the other end of a channel still answers, or is stopped or busy for seconds. */
import type { Channel } from './channel.ts';

/** Pause between an answer and the next question. */
const ASK_EVERY_MS = 1_000;
const MISSED_AFTER_MS = 3_000;

export interface Liveness {
  /** Whether the other end answered within the last seconds. */
  isAlive(): boolean;
}

interface Listeners {
  /**
   * Each time it has not answered for another 3 s.
   * @param times in a row. Counted by a timer of this process: a pause of this process itself is not counted.
   */
  onMissed(times: number): void;
  /** It answers again. */
  onReturn(): void;
}

/** Asks the other end for as long as it is there; one question at a time, so that none pile up. */
export function watchPeer(channel: Channel, { onMissed, onReturn }: Listeners): Liveness {
  let missed = 0;

  async function ask(): Promise<void> {
    const timer = setInterval(() => {
      missed += 1;
      onMissed(missed);
    }, MISSED_AFTER_MS).unref();
    try {
      await channel.ask('are you there');
    } finally {
      clearInterval(timer);
    }
    if (missed > 0) {
      missed = 0;
      onReturn();
    }
    setTimeout(start, ASK_EVERY_MS).unref();
  }
  // A peer that is gone is not asked again.
  const start = (): void => void ask().catch(() => {});
  start();

  return { isAlive: () => missed === 0 };
}
