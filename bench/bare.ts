/** Starts the yardstick and speaks to it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Recorded } from './bare-server.ts';

export interface Bare {
  readonly url: string;
  record(answer: Recorded): Promise<void>;
  cpuSeconds(): Promise<number>;
  close(): void;
}

export async function startBare(): Promise<Bare> {
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'));
  const said = async <T>(): Promise<T> => ((await once(child, 'message')) as [T])[0];
  const { port } = await said<{ port: number }>();
  const ask = <T>(message: object): Promise<T> => {
    const answer = said<T>();
    child.send(message);
    return answer;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    record: async (record) => void (await ask({ record })),
    cpuSeconds: async () => (await ask<{ cpuSeconds: number }>({ cpu: true })).cpuSeconds,
    close: () => child.disconnect(),
  };
}
