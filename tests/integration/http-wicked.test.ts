/**
 * Connections that nobody means well with, on the real server: each ends that connection and nothing
 * else. `npm run bench -- hostile` opens thousands at once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SuiNode, startSuiNode } from '#demo/sui-node/server.ts';
import { createEmptyWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { startDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { openConnections } from '#tests/support/wicked/count.ts';
import { openWicked } from '#tests/support/wicked/open.ts';
import { SIGN_OF_LIFE, WICKED_REQUESTS } from '#tests/support/wicked/requests.ts';
import { WICKED_SOCKETS } from '#tests/support/wicked/sockets.ts';

let database: TestDatabase;
let node: SuiNode;
let product: Product;
beforeAll(async () => {
  database = await startDatabase({ empty: true });
  node = await startSuiNode({ ledger: createEmptyWorld() });
  const env = {
    ...{ DATABASE_URL: database.url, SUI_URL: node.url, LOG_LEVEL: 'warn' },
    ...{ COLLECTION_TYPES: DEMO_CARD_TYPE, RATE_LIMIT_FACTOR: '1000' },
  };
  product = await startProduct({ env });
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await node.close();
  await database.close();
});

describe('a wicked connection', () => {
  it.each([...WICKED_REQUESTS, ...WICKED_SOCKETS])('$name', async (wicked) => {
    const { statuses, isOver } = await openWicked(product.port, wicked);
    expect({ statuses, isOver }).toEqual({ statuses: wicked.hears ?? statuses, isOver: true });
    expect(Math.max(0, ...statuses)).toBeLessThan(500);
    expect(await openWicked(product.port, SIGN_OF_LIFE)).toEqual({ statuses: [200], isOver: true });
  });

  it('leaves no descriptor behind, no fault counted and none logged', async () => {
    await expect.poll(() => openConnections(product), { timeout: 30_000 }).toBe(0);
    const metrics = await (await fetch(`${product.url}/metrics`)).text();
    expect(metrics).toContain('mainz_http_request_seconds_count{');
    expect(metrics.match(/^mainz_http_request_seconds_count\{.*status="5.*$/gm)).toBeNull();
    expect(product.logs().match(/^\{"level":[56]0.*$/gm)).toBeNull();
  });
});
