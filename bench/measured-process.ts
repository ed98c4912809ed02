/** A measured server process and the channel to it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Figures {
  /** CPU used since the process began, in seconds. */
  readonly cpuSeconds: number;
  readonly residentBytes: number;
}

export type MeasuredProcess = Awaited<ReturnType<typeof startMeasured>>;

/** Starts a file that calls `tellFigures`. @throws if it exits before it listens */
export async function startMeasured(file: string) {
  const child = fork(file);
  const { port } = await answerOf<{ port: number }>(child);
  const ask = <T>(message: object): Promise<T> => {
    const answer = answerOf<T>(child);
    child.send(message);
    return answer;
  };
  return {
    port,
    figures: () => ask<Figures>({ figures: true }),
    /** Sends a message and waits for the answer; one at a time. */
    ask,
    async close() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`it ended with code ${code}`));
    child.once('exit', onExit);
    child.once('message', (answer) => {
      child.off('exit', onExit);
      resolve(answer as T);
    });
  });
}

/** Called in the process: reports its address, answers requests for CPU figures, and exits with its parent. */
export function tellFigures(port: number): void {
  process.on('message', (message: { figures?: true }) => {
    if (message.figures === undefined) return;
    const { user, system } = process.cpuUsage();
    const figures: Figures = {
      cpuSeconds: (user + system) / 1e6,
      residentBytes: process.memoryUsage.rss(),
    };
    process.send?.(figures);
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ port });
}
