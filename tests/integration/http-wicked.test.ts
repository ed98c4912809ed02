/**
 * Hostile connections to the real server: each ends only its own connection.
 * `npm run bench -- hostile` opens thousands at once.
 */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createEmptyWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { startTestNode } from '#tests/sui-node/test-node.ts';
import { startDatabase } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startProduct } from '#tests/support/product.ts';
import { openConnections } from '#tests/support/wicked/count.ts';
import { openWicked } from '#tests/support/wicked/open.ts';
import { HEALTHY_CALL, WICKED_REQUESTS } from '#tests/support/wicked/requests.ts';
import { WICKED_SOCKETS } from '#tests/support/wicked/sockets.ts';

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

describe('a wicked connection', () => {
  it.each([...WICKED_REQUESTS, ...WICKED_SOCKETS])('$name', async (wicked) => {
    const { statuses, isOver } = await openWicked(product.port, wicked);
    expect({ statuses, isOver }).toEqual({ statuses: wicked.hears ?? statuses, isOver: true });
    expect(Math.max(0, ...statuses)).toBeLessThan(500);
    expect(await openWicked(product.port, HEALTHY_CALL)).toEqual({ statuses: [200], isOver: true });
  });

  it('that goes on sending a body that is too large still hears so in the end', async () => {
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

  it('leaves no descriptor behind, no fault counted and none logged', async () => {
    await expect.poll(() => openConnections(product), { timeout: 30_000 }).toBe(0);
    const metrics = await (await fetch(`${product.url}/metrics`)).text();
    expect(metrics).toContain('mainz_http_request_seconds_count{');
    expect(metrics.match(/^mainz_http_request_seconds_count\{.*status="5.*$/gm)).toBeNull();
    expect(product.logs().match(/^\{"level":[56]0.*$/gm)).toBeNull();
  });
});
