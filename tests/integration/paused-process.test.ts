import { existsSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createDemoWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { startTestNode } from '#tests/sui-node/test-node.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { signedIn } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';

const node = await forThisFile(startTestNode({ ledger: createDemoWorld() }));
const product = await forThisFile(
  startProduct({
    env: { COLLECTION_TYPES: DEMO_CARD_TYPE, SUI_URL: node.url, LOG_LEVEL: 'silent' },
  }),
);

it('a write that was given up while the server stood still is not made; one that is waited for is', async () => {
  const ace = await signedIn(product.url, 'ace');
  const duo = await signedIn(product.url, 'duo');
  for (const one of [ace, duo]) {
    await one.call('POST /api/user', { body: { walletAddress: one.walletAddress } });
  }
  await ace.rename('Before');
  process.kill(product.pid, 'SIGSTOP');
  const givenUp = fetch(`${product.url}/api/users/${ace.walletAddress}/profile`, {
    method: 'PATCH',
    headers: { cookie: ace.cookie ?? '', origin: product.url, 'content-type': 'application/json' },
    body: JSON.stringify({ displayName: 'Given up' }),
    signal: AbortSignal.timeout(500),
  });
  await expect(givenUp).rejects.toThrow();
  const waited = duo.rename('Waited for');
  await sleep(4_000);
  process.kill(product.pid, 'SIGCONT');
  expect(await waited).toMatchObject({ displayName: 'Waited for' });
  await sleep(500);
  expect(await ace.user()).toMatchObject({ displayName: 'Before' });
});

const LIMIT = '/proc/sys/net/core/somaxconn';
const RUSH = 700;
const takesMany = existsSync(LIMIT) && Number(readFileSync(LIMIT, 'utf8')) > RUSH;

it.runIf(takesMany)(
  'a rush of connections to a server that is busy waits there, so that no proxy counts it as gone',
  async () => {
    process.kill(product.pid, 'SIGSTOP');
    await sleep(200); // until it has stopped
    let connected = 0;
    const sockets = Array.from({ length: RUSH }, () =>
      net.connect(product.port, '127.0.0.1', () => {
        connected += 1;
      }),
    );
    try {
      await expect.poll(() => connected).toBe(RUSH);
    } finally {
      for (const socket of sockets) socket.on('error', () => {}).destroy();
      process.kill(product.pid, 'SIGCONT');
    }
  },
);
