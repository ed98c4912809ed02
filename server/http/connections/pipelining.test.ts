import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listening } from '#tests/support/listening.ts';
import { createAnswerInTurn } from './pipelining.ts';

const CALL = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

async function serve(handle: RequestListener) {
  const server = createServer(createAnswerInTurn()(handle));
  const port = await listening(server);
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return async (calls: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').resume();
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(CALL.repeat(calls));
    return socket;
  };
}

describe('many requests in one packet', () => {
  it('are each answered in a turn of its own', async () => {
    const inTurns = [0];
    let all = 0;
    const send = await serve((_, response) => {
      all += 1;
      inTurns.push((inTurns.pop() ?? 0) + 1);
      setImmediate(() => inTurns.push(0));
      response.end();
    });
    await send(200);
    await expect.poll(() => all).toBe(200);
    expect(Math.max(...inTurns)).toBe(1);
  });

  it('end their connection when more of them wait than may', async () => {
    const send = await serve(() => {});
    const [most, more] = [await send(301), await send(302)];
    await expect.poll(() => more.closed).toBe(true);
    expect(most.closed).toBe(false);
  });

  it('end the connection that has waited longest when too many wait in all', async () => {
    let taken = 0;
    const send = await serve(() => {
      taken += 1; // and never answered
    });
    const full: Socket[] = [];
    for (let count = 1; count <= 10; count += 1) {
      full.push(await send(301));
      await expect.poll(() => taken).toBe(count);
    }
    expect(full.map(({ closed }) => closed)).toEqual(Array(10).fill(false));
    await send(2);
    await expect.poll(() => full.map(({ closed }) => closed)).toContain(true);
    expect(full.map(({ closed }) => closed)).toEqual([true, ...Array(9).fill(false)]);
  });
});
