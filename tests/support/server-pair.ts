/** A separate Redis for a test, if the machine has one, and two servers that share it, one database and one clock. */
import { inject } from 'vitest';
import { Client } from '#demo/client.ts';
import { personaKeypair } from '#demo/keys.ts';
import { createApp } from '#server/app.ts';
import { openRedis } from '#server/cluster/redis.ts';
import { createSharedEventBus } from '#server/cluster/shared-event-bus.ts';
import { createSharedRateLimits } from '#server/cluster/shared-rate-limits.ts';
import { createBucketStore } from '#server/http/limits/buckets.ts';
import type { Config } from '#server/start/config.ts';
import type { Chain } from '#server/sui/chain.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { listenOn, testAppParts } from './app-parts.ts';
import { CardChain, Fighter, fighterAt } from './battle-product.ts';
import { startDatabase } from './database.ts';
import { forThisFile } from './for-this-file.ts';
import { type OwnRedis, startOwnRedis } from './own-redis.ts';

export const HAS_REDIS = inject('redisServer') !== null;

/** @param settings further command line arguments */
export async function startRedis(settings: readonly string[] = []): Promise<OwnRedis> {
  const server = inject('redisServer');
  if (server === null) throw new Error('there is no Redis on this machine');
  return startOwnRedis(server, settings);
}

/** One for the tests of a file, which do not run on a machine without one. */
export const redisForThisFile = async (): Promise<OwnRedis> =>
  HAS_REDIS ? forThisFile(startRedis()) : (undefined as never);

export async function startPair(redis: OwnRedis, config: Partial<Config> = {}) {
  const database = await startDatabase();
  const clock = new ManualClock();
  const answering = Object.assign(new CardChain(), { ping: async () => {} });
  const chain = answering as Pick<Chain, 'heldCards' | 'ping'> as Chain;

  async function open() {
    // Test outages would fill the log.
    const parts = testAppParts(database.sql, { logLevel: 'fatal', trustProxy: null, ...config });
    const { log } = parts;
    const link = await openRedis(redis.url(), log);
    const bus = createSharedEventBus({ link, local: parts.bus, log });
    const buckets = createSharedRateLimits(link, createBucketStore(clock));
    const shared = { buckets, isUp: link.isUp };
    const app = createApp({ ...parts, bus, shared, isRedisUp: link.isUp, chain, clock });
    const { origin } = await listenOn(app);
    await app.battle.tick();
    return {
      app,
      bus,
      isUp: link.isUp,
      origin,
      async close() {
        await app.close();
        await link.close();
      },
    };
  }
  const [a, b] = [await open(), await open()];

  return {
    a,
    b,
    clock,
    sql: database.sql,
    /** The same person on both servers with one session. */
    async fighter(name: string): Promise<{ atA: Fighter; atB: Fighter }> {
      const atA = await fighterAt(a.origin, `fighter ${name}`);
      const signer = personaKeypair(`fighter ${name}`);
      const there = new Client({ origin: b.origin, signer, cookie: atA.client.cookie });
      return { atA, atB: new Fighter(there) };
    },
    async close() {
      await a.close();
      await b.close();
      await database.close();
    },
  };
}

/** Two with their Redis for the tests of a file, which do not run on a machine without one. */
export async function pairForThisFile() {
  const redis = await redisForThisFile();
  return { redis, pair: HAS_REDIS ? await forThisFile(startPair(redis)) : (undefined as never) };
}
