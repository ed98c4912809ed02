/** Notices that the process at the other end of a channel stands still: stopped, or busy for seconds. */
import type { Channel } from './channel.ts';

/** Pause between an answer and the next question. */
const ASK_EVERY_MS = 1_000;
const SILENCE_MS = 3_000;

export interface Hearing {
  /** Whether the other end answered within the last seconds. */
  isHeard(): boolean;
}

interface Listeners {
  /**
   * Each time it has not answered for another while.
   * @param times in a row. Counted, because the time in which this process stood still itself is no silence.
   */
  onSilence(times: number): void;
  /** It answers again. */
  onReturn(): void;
}

/** Asks the other end for as long as it is there; one question at a time, so that none pile up. */
export function listenTo(channel: Channel, { onSilence, onReturn }: Listeners): Hearing {
  let silences = 0;

  async function ask(): Promise<void> {
    const silence = setInterval(() => {
      silences += 1;
      onSilence(silences);
    }, SILENCE_MS).unref();
    try {
      await channel.ask('are you there');
    } finally {
      clearInterval(silence);
    }
    if (silences > 0) {
      silences = 0;
      onReturn();
    }
    setTimeout(start, ASK_EVERY_MS).unref();
  }
  // Whoever is gone is asked no more.
  const start = (): void => void ask().catch(() => {});
  start();

  return { isHeard: () => silences === 0 };
}
