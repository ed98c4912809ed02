/** Raw sockets that send or read too slowly, on the real server process. */
import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Client } from '#demo/client.ts';
import { freePort } from '#server/jobs/free-port.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { REAL } from '#tests/support/private-database.ts';
import { startProduct } from '#tests/support/product.ts';

const SLOW = 150;
const product = await forThisFile(
  startProduct({ env: { ...REAL, LOG_LEVEL: 'fatal', RATE_LIMIT_FACTOR: '100' } }),
);
const sockets: net.Socket[] = [];
afterEach(async () => {
  const closed = sockets.splice(0).map((socket) => {
    socket.destroy();
    return socket.closed ? undefined : once(socket, 'close');
  });
  await Promise.all(closed);
});

/** A socket that has sent this and reads nothing. */
async function mute(text: string, port = product.port): Promise<net.Socket> {
  const socket = net.connect({ port, host: '127.0.0.1' }).pause();
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const many = (text: string) => Promise.all(Array.from({ length: SLOW }, () => mute(text)));
const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;

/** Calls of an ordinary visitor, one after another. @returns their statuses */
async function visit(): Promise<number[]> {
  const visitor = new Client({ origin: product.url });
  const statuses: number[] = [];
  for (let call = 0; call < 20; call += 1) {
    statuses.push((await visitor.exchange('GET /api/stats', {})).status);
  }
  return statuses;
}
const SERVED = Array.from({ length: 20 }, () => 200);

async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
}

describe('other callers', () => {
  it.each([
    ['say nothing', ''],
    ['stop within the headers', 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: '],
    [
      'stop within the body',
      'POST /api/user HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 6000\r\n\r\n{"wallet',
    ],
    ['read no answer', requestOf('/api/docs').repeat(3)],
  ])(`are served beside ${SLOW} that %s`, async (_, text) => {
    const slow = await many(text);
    for (const socket of slow) if (text !== '' && !text.startsWith('GET /api')) socket.write('a');
    expect(await visit()).toEqual(SERVED);
  });
});

describe('a reader that never reads', () => {
  it('is answered no more than its connection holds, however much it asks for', async () => {
    const asked = 2_000;
    const path = '/api/docs/openapi.json';
    const answered = () =>
      figure(`mainz_http_request_seconds_count\\{method="GET",route="${path}",status="200"\\}`);
    await mute(requestOf(path).repeat(asked));
    await expect.poll(answered).toBeGreaterThan(0);
    // A later caller is answered first.
    expect(await visit()).toEqual(SERVED);
    expect(await answered()).toBeLessThan(asked / 4);
  });
});

describe('a server with more connections than it may have files', () => {
  it('keeps some files for its own work, and accepts again when places are free', async () => {
    const openFiles = 400;
    const metricsPort = await freePort();
    const env = { ...REAL, LOG_LEVEL: 'fatal', METRICS_PORT: String(metricsPort) };
    await using small = await startProduct({ env, openFiles });
    let cut = 0;
    const silent = Array.from({ length: openFiles }, async () => {
      const socket = await mute('', small.port);
      socket.resume().once('close', () => {
        cut += 1;
      });
    });
    await Promise.all(silent);
    await expect.poll(() => cut).toBeGreaterThan(0);
    // Each needs a file of its own at the same time, as new connections to the database do.
    const asked = Array.from({ length: 50 }, () => mute('', metricsPort));
    const held = await Promise.all(asked);
    const answers = held.map(async (socket) => {
      socket.write('GET /readyz HTTP/1.0\r\n\r\n');
      return (await socket.toArray()).join('');
    });
    for (const answer of await Promise.all(answers)) expect(answer).toContain('"database":true');

    for (const socket of sockets) socket.destroy();
    await expect.poll(() => fetch(`${small.url}/healthz`).then(({ ok }) => ok, String)).toBe(true);
  });
});
