/**
 * Hostile connections to the real server: each ends only its own connection.
 * `npm run bench -- hostile` opens thousands at once.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createEmptyWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { startTestNode } from '#tests/sui-node/test-node.ts';
import { startDatabase } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { openConnections } from '#tests/support/malformed/count.ts';
import { openMalformed } from '#tests/support/malformed/open.ts';
import {
  HEALTHY_CALL,
  MALFORMED_REQUESTS,
  STALLED_REQUESTS,
} from '#tests/support/malformed/requests.ts';
import { MALFORMED_SOCKETS } from '#tests/support/malformed/sockets.ts';
import { startProduct } from '#tests/support/product.ts';

const database = await forThisFile(startDatabase({ empty: true }));
const node = await forThisFile(startTestNode({ ledger: createEmptyWorld() }));
const env = {
  DATABASE_URL: database.url,
  SUI_URL: node.url,
  LOG_LEVEL: 'warn',
  COLLECTION_TYPES: DEMO_CARD_TYPE,
  RATE_LIMIT_FACTOR: '1000',
};
const product = await forThisFile(startProduct({ env }));

describe('a malformed connection', () => {
  it.each([...MALFORMED_REQUESTS, ...MALFORMED_SOCKETS])(
    '$name',
    { tags: 'E1' },
    async (malformed) => {
      const heard = await openMalformed(product.port, malformed);
      const { statuses } = heard;
      expect(heard).toEqual({ statuses: malformed.hears ?? statuses, wordless: [], isOver: true });
      expect(Math.max(0, ...statuses)).toBeLessThan(500);
      const alive = await openMalformed(product.port, HEALTHY_CALL);
      expect(alive).toEqual({ statuses: [200], wordless: [], isOver: true });
    },
  );

  it('hears in the end that its body is too large, even when it goes on sending', async () => {
    const socket = connect({ port: product.port, host: '127.0.0.1', allowHalfOpen: true }).pause();
    const faults: Error[] = [];
    socket.on('error', (fault) => faults.push(fault));
    socket.write('POST /api/user HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
    socket.write(`Origin: ${product.url}\r\nContent-Length: 3000000\r\n\r\n`);
    // The answer is there long before the body is.
    for (let piece = 0; piece < 10; piece += 1) {
      await sleep(50);
      socket.write(' '.repeat(10_000));
    }
    await sleep(50);
    const heard = (
      await socket
        .setEncoding('latin1')
        .toArray()
        .catch(() => [])
    ).join('');
    expect({ heard: heard.slice(0, 12), faults }).toEqual({ heard: 'HTTP/1.1 413', faults: [] });
    socket.destroy();
  });

  it('that reads none of its answers does not use up the room for requests that wait', async () => {
    const unread = STALLED_REQUESTS.find(({ name }) => name === 'many answers that nobody reads')!;
    const pipelined = MALFORMED_REQUESTS.find(({ name }) => name === '300 calls in one write')!;
    const stalled: Socket[] = [];
    // Some answers are taken by the system, so that there is room again.
    for (let wave = 0; wave < 4; wave += 1) {
      for (let count = 0; count < 20; count += 1) {
        const socket = connect({ port: product.port, host: '127.0.0.1' }).pause();
        socket.on('error', () => {});
        for (const piece of unread.sends) socket.write(piece);
        stalled.push(socket);
      }
      await sleep(300);
    }
    const { statuses } = await openMalformed(product.port, pipelined);
    for (const socket of stalled) socket.destroy();
    expect(statuses).toEqual(pipelined.hears);
  });

  it('leaves no open descriptor, no counted fault and no logged one', async () => {
    await Promise.all(MALFORMED_REQUESTS.map((one) => openMalformed(product.port, one)));
    await expect.poll(() => openConnections(product), { timeout: 30_000 }).toBe(0);
    const metrics = await (await fetch(`${product.url}/metrics`)).text();
    expect(metrics).toContain('mainz_http_request_seconds_count{');
    expect(metrics.match(/^mainz_http_request_seconds_count\{.*status="5.*$/gm)).toBeNull();
    expect(product.logs().match(/^\{"level":[56]0.*$/gm)).toBeNull();
  });
});
