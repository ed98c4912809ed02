import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listening } from '#tests/support/listening.ts';
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
    const port = await listening(server);
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume();
    const ended = once(client, 'close');
    client.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n');
    await expect.poll(() => parts).toEqual(['a']);
    client.end('1\r\nb\r\n1\r\nc\r\n0\r\n\r\n');
    await ended;
    expect(parts).toEqual(['a']);
  });
});
