/**
 * Calls between the supervisor and one of its servers, over the channel that Node opens between the two processes, and
 * whether the other one still answers.
 */
import type { Worker } from 'node:cluster';
import { within } from '#server/jobs/within.ts';

/** What one end answers: a function for each name. */
export type Answers = Readonly<Record<string, (input: never) => unknown>>;

export type Channel = ReturnType<typeof openChannel>;

interface Call {
  readonly call: string;
  readonly input?: unknown;
  /** Unset: nobody waits for the answer. */
  readonly id?: number;
}
interface Answer {
  readonly answerTo: number;
  readonly output?: unknown;
  readonly failure?: string;
}

/** @param end the other process: `process` in a server, the worker in the supervisor */
export function openChannel(end: NodeJS.Process | Worker, answers: Answers) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let isGone = false;

  // The callback takes the error of a channel that has just closed; 'disconnect' follows.
  const post = (message: Call | Answer): void => {
    if (!isGone) end.send?.(message, undefined, undefined, () => {});
  };

  async function answer({ call, input, id }: Call): Promise<void> {
    let result: Pick<Answer, 'output' | 'failure'>;
    try {
      // A name without a function is answered too: see watchPeer.
      result = { output: await answers[call]?.(input as never) };
    } catch (error) {
      result = { failure: (error as Error).message };
    }
    if (id !== undefined) post({ answerTo: id, ...result });
  }

  function settle({ answerTo, output, failure }: Answer): void {
    const asked = waiting.get(answerTo);
    waiting.delete(answerTo);
    if (failure === undefined) asked?.resolve(output);
    else asked?.reject(new Error(failure));
  }

  end.on('message', (message: Call | Answer) => {
    if ('call' in message) void answer(message);
    else if ('answerTo' in message) settle(message);
  });
  end.on('disconnect', () => {
    isGone = true;
    for (const { reject } of waiting.values()) reject(new Error('the other process is gone'));
    waiting.clear();
  });

  return {
    /**
     * @param withinMs how long to wait for the answer
     * @throws when the other end failed, is gone, or did not answer in time
     */
    async ask<T>(name: string, input?: unknown, withinMs?: number): Promise<T> {
      if (isGone) throw new Error('the other process is gone');
      lastId += 1;
      const id = lastId;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(id, asked);
      post({ call: name, input, id });
      if (withinMs === undefined) return (await asked.promise) as T;
      try {
        return (await within(withinMs, asked.promise, 'the other process does not answer')) as T;
      } finally {
        waiting.delete(id);
      }
    },
    /** Sends without waiting; lost when the other end is gone. */
    tell: (name: string, input?: unknown): void => post({ call: name, input }),
  };
}

/** Pause between an answer and the next question. */
const ASK_EVERY_MS = 1_000;
const MISSED_AFTER_MS = 3_000;

interface PeerListeners {
  /**
   * Each time it has not answered for another 3 s.
   * @param times in a row. Counted by a timer of this process: a pause of this process itself is not counted.
   */
  onMissed(times: number): void;
  /** It answers again. */
  onReturn(): void;
}

/**
 * Asks the other end for as long as it is there; one question at a time, so that none pile up.
 * @returns whether it answered within the last seconds: else it is stopped, or busy
 */
export function watchPeer(
  channel: Pick<Channel, 'ask'>,
  { onMissed, onReturn }: PeerListeners,
): () => boolean {
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
  return () => missed === 0;
}
