/** Repeats one GET, or GETs of the same kind, over keep-alive connections with as little work as possible. */
import type { Socket } from 'node:net';
import { onAnswer, openSocket, statusOf } from './answers.ts';

interface Hammering {
  readonly requests: number;
  readonly seconds: number;
  readonly statuses: ReadonlyMap<number, number>;
}

/** One connection that sends the next request after each answer until the time is over. */
async function ask(
  socket: Socket,
  next: () => Buffer,
  until: number,
  statuses: Map<number, number>,
) {
  return new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    onAnswer(socket, (head) => {
      const status = Number(statusOf(head));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (performance.now() < until) {
        socket.write(next());
      } else {
        socket.removeAllListeners('close');
        socket.destroy();
        resolve();
      }
    });
    socket.write(next());
  });
}

/** @param path a function gives each request its own */
export async function hammer(
  url: string,
  path: string | (() => string),
  options: {
    readonly headers: Readonly<Record<string, string>>;
    readonly connections: number;
    readonly seconds: number;
  },
): Promise<Hammering> {
  const { hostname, port, host } = new URL(url);
  const headers = Object.entries({ host, ...options.headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const requestOf = (one: string) => Buffer.from(`GET ${one} HTTP/1.1\r\n${headers.join('')}\r\n`);
  const same = typeof path === 'string' ? requestOf(path) : null;
  const next = () => same ?? requestOf((path as () => string)());
  const sockets = await Promise.all(
    Array.from({ length: options.connections }, () => openSocket(Number(port), hostname)),
  );
  const statuses = new Map<number, number>();
  const began = performance.now();
  const until = began + options.seconds * 1_000;
  // A load process that sleeps between answers must be woken, and the server's write pays for that: the slower server
  // of the two would seem dearer than it is. This one never sleeps.
  let isOver = false;
  const stayAwake = () => void (isOver || setImmediate(stayAwake));
  stayAwake();
  await Promise.all(sockets.map((socket) => ask(socket, next, until, statuses))).finally(() => {
    isOver = true;
  });
  const requests = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  return { requests, seconds: (performance.now() - began) / 1_000, statuses };
}
