import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { listening } from '#tests/support/listening.ts';
import { boundConnections, mostConnections, openFilesLimit } from './connection-limits.ts';

it.each([
  [65_536, 65_336],
  [1_024, 824],
  [400, 200],
  [256, 128],
  ['unlimited', Number.POSITIVE_INFINITY],
  [undefined, Number.POSITIVE_INFINITY],
])('with %s open files a server takes %d connections', (openFiles, connections) => {
  expect(mostConnections(openFiles)).toBe(connections);
});

it('finds the limit of this process', () => {
  expect(mostConnections(openFilesLimit())).toBeGreaterThan(0);
  expect(openFilesLimit()).toBeDefined();
});

it('takes a quarter of them from one network, and any number from a proxy', async () => {
  for (const [isShared, taken] of [
    [false, 2],
    [true, 5],
  ] as const) {
    const server = createServer((_request, response) => response.end());
    boundConnections(server, 8, () => isShared);
    const port = await listening(server);
    const sockets: Socket[] = [];
    let answered = 0;
    for (let count = 0; count < 5; count += 1) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {});
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await new Promise<void>((over) => {
        socket.once('close', () => over());
        socket.once('data', () => {
          answered += 1;
          over();
        });
      });
    }
    expect(answered).toBe(taken);
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  }
});
