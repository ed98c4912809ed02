import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { endConnection } from './connection-end.ts';

describe('a connection that is ended', () => {
  const server = createServer();
  afterEach(() => server.close());

  it('throws away what still comes, without reading it as a request', async () => {
    const parts: string[] = [];
    server.on('request', (request) => {
      request.on('error', () => {}); // its body never ends
      request.on('data', (part) => {
        parts.push(String(part));
        endConnection(request.socket);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.resume();
    client.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n');
    await expect.poll(() => parts).toEqual(['a']);
    const ended = once(client, 'close');
    client.end('1\r\nb\r\n1\r\nc\r\n0\r\n\r\n');
    await ended;
    expect(parts).toEqual(['a']);
  });
});
