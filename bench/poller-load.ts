/**
 * Polling players like open pages: each has its own connection and schedule. pollers.ts starts this as a process and
 * sends it the players; it returns the results.
 */
import type { Socket } from 'node:net';
import { onAnswer, openSocket, statusOf } from './answers.ts';

interface Poll {
  readonly path: string;
  readonly everyMs: number;
}

export interface Load {
  readonly port: number;
  readonly seconds: number;
  readonly pollers: readonly { readonly cookie: string; readonly polls: readonly Poll[] }[];
}

export interface Heard {
  /** Latency of each answer from the time it was due, in ms. */
  readonly ms: readonly number[];
  readonly statuses: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** How often the load checks which requests are due. */
const TICK_MS = 2;

/** One open page: sends due requests one after another over one connection. */
class Poller {
  readonly #socket: Socket;
  readonly #cookie: string;
  readonly #due: { path: string; everyMs: number; at: number; etag: string }[];
  readonly #heard: (status: string, ms: number) => void;
  #asked: { poll: { etag: string }; at: number } | undefined;

  constructor(
    socket: Socket,
    { cookie, polls }: Load['pollers'][number],
    heard: (status: string, ms: number) => void,
  ) {
    this.#socket = socket;
    this.#cookie = cookie;
    this.#heard = heard;
    const now = performance.now();
    this.#due = polls.map((poll) => ({
      ...poll,
      etag: '',
      at: now + Math.random() * poll.everyMs,
    }));
    onAnswer(socket, (head) => this.#hear(head));
  }

  ask(now: number): void {
    if (this.#asked !== undefined) return;
    const poll = this.#due.find(({ at }) => at <= now);
    if (poll === undefined) return;
    this.#asked = { poll, at: poll.at };
    poll.at += poll.everyMs;
    const known = poll.etag === '' ? '' : `if-none-match: ${poll.etag}\r\n`;
    this.#socket.write(
      `GET ${poll.path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${this.#cookie}\r\n${known}\r\n`,
    );
  }

  #hear(head: string): void {
    if (this.#asked === undefined) return;
    const { poll, at } = this.#asked;
    poll.etag = /^etag: (.*)$/im.exec(head)?.[1] ?? '';
    this.#asked = undefined;
    const now = performance.now();
    this.#heard(statusOf(head), now - at);
    this.ask(now);
  }
}

async function poll({ port, seconds, pollers }: Load): Promise<Heard> {
  let ms: number[] = [];
  const statuses: Record<string, number> = {};
  const sockets = await Promise.all(pollers.map(() => openSocket(port)));
  let isMeasured = false;
  const all = pollers.map(
    (poller, index) =>
      new Poller(sockets[index]!, poller, (status, took) => {
        if (!isMeasured) return;
        ms.push(took);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
  );
  const ticking = setInterval(() => {
    const now = performance.now();
    for (const poller of all) poller.ask(now);
  }, TICK_MS);
  const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time * 1_000));
  // Now every player has requested everything once and knows the ETags.
  await wait(Math.max(...pollers.flatMap(({ polls }) => polls.map((one) => one.everyMs))) / 1_000);
  process.send?.('begun');
  const began = performance.now();
  const before = process.cpuUsage();
  ms = [];
  isMeasured = true;
  await wait(seconds);
  isMeasured = false;
  const { user, system } = process.cpuUsage(before);
  clearInterval(ticking);
  for (const socket of sockets) socket.destroy();
  const took = (performance.now() - began) / 1_000;
  return { ms, statuses, seconds: took, cpuSeconds: (user + system) / 1e6 };
}

process.on('message', (load: Load) => {
  void poll(load).then((heard) => process.send?.(heard));
});
process.on('disconnect', () => process.exit());
