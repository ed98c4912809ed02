import { EventEmitter, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUnreadAnswers } from './unread-answers.ts';

const MB = 1024 * 1024;
/** More than the system takes from a process for one connection. */
const ANSWER = Buffer.alloc(16 * MB);

let respond: (response: ServerResponse) => void;
const server = createServer((_request, response) => respond(response));
const sockets: Socket[] = [];
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Asks from this address and reads nothing, once the answer is on its way. @returns whether the server cut it off */
async function ask(ip: string, note: ReturnType<typeof createUnreadAnswers>) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => {});
  sockets.push(socket);
  const sent = Promise.withResolvers<ServerResponse>();
  respond = (response) => {
    note(ip, response);
    response.end(ANSWER);
    sent.resolve(response);
  };
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const { socket: ofServer } = await sent.promise;
  return () => ofServer?.destroyed;
}

describe('answers that nobody reads', () => {
  it('are cut off beyond a bound, the oldest of the network with most of them first', async () => {
    const note = createUnreadAnswers(ANSWER.length * 2.5);
    const elsewhere = await ask('192.0.2.1', note);
    const first = await ask('2001:db8:1:1::1', note);
    const second = await ask('2001:db8:1:2::1', note);
    const third = await ask('2001:db8:1:3::1', note);
    const isCut = () => [elsewhere, first, second, third].map((one) => one());
    expect(isCut()).toEqual([false, true, false, false]);
  });

  it('count no more once they are read', async () => {
    const note = createUnreadAnswers(ANSWER.length / 2);
    const read = await ask('192.0.2.1', note);
    let bytes = 0;
    sockets
      .at(-1)!
      .resume()
      .on('data', (part) => {
        bytes += part.length;
      });
    await expect.poll(() => bytes).toBeGreaterThan(ANSWER.length);
    await ask('192.0.2.1', note);
    expect(read()).toBe(false);
  });

  /** One of which so many bytes wait. */
  class Waiting extends EventEmitter {
    isAsked = false;
    destroyed = false;
    readonly #bytes: number;
    constructor(bytes: number) {
      super();
      this.#bytes = bytes;
    }
    get writableLength(): number {
      this.isAsked = true;
      return this.#bytes;
    }
    destroy(): void {
      this.destroyed = true;
    }
  }
  const noteAt = (note: ReturnType<typeof createUnreadAnswers>) => (one: Waiting) =>
    note('192.0.2.1', one as unknown as ServerResponse);

  it('leave one alone that is older and waits for nothing, such as a file between two portions', () => {
    const note = noteAt(createUnreadAnswers(15));
    const [file, older, newest] = [new Waiting(0), new Waiting(10), new Waiting(10)];
    for (const one of [file, older, newest]) note(one);
    expect([file, older, newest].map((one) => one.destroyed)).toEqual([false, true, false]);
  });

  it('are noted once, however many pieces one has, and not for longer than they are there', () => {
    const note = noteAt(createUnreadAnswers());
    const [left, gone] = [new Waiting(1), new Waiting(1)];
    for (let piece = 0; piece < 3; piece += 1) note(left);
    expect(left.listenerCount('close')).toBe(1);
    left.emit('close');
    left.isAsked = false;
    gone.destroyed = true;
    note(gone);
    note(new Waiting(1));
    expect([left.isAsked, gone.isAsked]).toEqual([false, false]);
  });
});
