/** The real server process with REDIS_URL: wrong URLs, two servers, shutdown. */
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { Client } from '#demo/client.ts';
import { createEmptyWorld, DEMO_CARD_TYPE, mintMany } from '#demo/world.ts';
import { startTestNode } from '#tests/sui-node/test-node.ts';
import { type Fighter, fighterAt } from '#tests/support/battle-product.ts';
import { startDatabase } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { signedIn } from '#tests/support/people.ts';
import { type Product, runProduct, startProduct } from '#tests/support/product.ts';
import { liveMatch, lobbiesFor, pressQuickMatch, takeSeat } from '#tests/support/quick-match.ts';
import { HAS_REDIS, redisForThisFile, startRedis } from '#tests/support/server-pair.ts';
import { olderLobby } from '#web/battle/lobby/quick-match.ts';

const ledger = createEmptyWorld();
const [database, node] = [
  await forThisFile(startDatabase()),
  await forThisFile(startTestNode({ ledger })),
];
const redis = await redisForThisFile();
const products: Product[] = [];
afterEach(async () => {
  for (const product of products.splice(0)) await product[Symbol.asyncDispose]();
});

const settings = (redisUrl: string) => ({
  COLLECTION_TYPES: DEMO_CARD_TYPE,
  SUI_URL: node.url,
  DATABASE_URL: database.url,
  REDIS_URL: redisUrl,
  LOG_LEVEL: 'fatal',
});

async function start(): Promise<Product> {
  const product = await startProduct({ env: settings(redis.url()) });
  products.push(product);
  return product;
}

/** Presses 'Quick match' and, until there is a match, goes over to an older lobby and looks for a match of its own. */
async function seatOf(player: Fighter): Promise<Match> {
  const found = await pressQuickMatch(player);
  if ('match' in found) return found.match;
  for (let looks = 0; looks < 1_000; looks += 1) {
    const match = await liveMatch(player);
    if (match !== null) return match;
    const older = olderLobby(found.lobby, await lobbiesFor(player));
    const joined = older === null ? null : await takeSeat(player, older);
    if (joined !== null) return joined;
  }
  throw new Error('the two never met');
}

const readiness = async ({ url }: Product) => (await fetch(`${url}/readyz`)).json();

describe.skipIf(!HAS_REDIS)('a server with a REDIS_URL', () => {
  it('does not start without Redis, and says so in one line', async () => {
    const { code, output } = await runProduct(settings('redis://:hunter2@127.0.0.1:1/2'));
    expect(code).toBe(75);
    expect(output).toMatch(
      /^REDIS_URL: no use of Redis at redis:\/\/127\.0\.0\.1:1\/2 \(.*ECONNREFUSED.*\)\.\n$/,
    );
    expect(output).not.toContain('hunter2');
  });

  it('does not start when Redis refuses it, and says why', async () => {
    const guarded = await startRedis(['--requirepass', 'right']);
    onTestFinished(() => guarded.close());
    const url = guarded.url(9).replace('//', '//:hunter2@');
    const { code, output } = await runProduct(settings(url));
    expect(code).toBe(1);
    expect(output).toMatch(/^REDIS_URL: no use of Redis at \S+ \(WRONGPASS .*\)\.\n$/);
    expect(output).not.toContain('hunter2');
    const { output: beyond } = await runProduct(settings(redis.url(99)));
    expect(beyond).toMatch(/^REDIS_URL: .* \(ERR .*\)\.\n$/);
  });

  it('is worth another start when Redis has no connection left', async () => {
    const full = await startRedis();
    const { open } = await full.shut();
    onTestFinished(async () => {
      open();
      await full.close();
    });
    const { code, output } = await runProduct(settings(full.url()));
    expect(output).toMatch(/^REDIS_URL: .* \(ERR max number of clients reached\)\.\n$/);
    expect(code).toBe(75);
  });

  it('hears from another one, and stops in order while Redis hangs', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(await redis.ask('PUBSUB NUMSUB mainz:events:0')).toContain(':2');
    expect(await readiness(one)).toEqual({
      status: 'ok',
      database: true,
      writes: true,
      chain: true,
      redis: true,
    });
    const here = await signedIn(one.url, 'test twice here');
    const there = new Client({ origin: two.url, cookie: here.cookie });
    const status = async () => (await there.exchange('GET /api/auth/session', {})).status;
    expect(await status()).toBe(200);
    const recording = await redis.record();
    await here.signOut();
    await expect.poll(recording.text).toContain('session-ended');
    recording.close();
    await expect.poll(status).toBe(401);
    redis.hang();
    expect(await one.stop()).toBe(0);
    redis.wake();
    expect(await two.stop()).toBe(0);
  });

  it('brings two to one table who press Quick match at the same moment on different servers', {
    tags: 'battle-37',
    timeout: 60_000,
  }, async () => {
    const servers = await Promise.all([start(), start()]);
    const players = await Promise.all(
      servers.map(async ({ url }, index) => {
        const player = await fighterAt(url, `quick ${index}`);
        mintMany(ledger, player.wallet, 1);
        return player;
      }),
    );
    const [one, two] = players as [Fighter, Fighter];
    for (let again = 0; again < 8; again += 1) {
      const [here, there] = await Promise.all([seatOf(one), seatOf(two)]);
      expect(here.id).toBe(there.id);
      expect([here.player1Wallet, here.player2Wallet].sort()).toEqual(
        [one.wallet, two.wallet].sort(),
      );
      // What the other server did is heard a moment later.
      const open = async () =>
        (await one.client.call('GET /api/game/lobbies', {})).filter(
          ({ status }) => status === 'open',
        );
      await expect.poll(open, { timeout: 10_000 }).toEqual([]);
      await one.leave(here.id);
    }
  });
});
