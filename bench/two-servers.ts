/** Two server processes on one database and one Redis. */
import { once } from 'node:events';
import net from 'node:net';
import { DEMO_CARD_TYPE } from '#demo/world.ts';
import { freePort } from '#server/jobs/free-port.ts';
import { startOwnRedis } from '#tests/support/own-redis.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { findRedis } from '../scripts/redis-server.ts';
import { databaseUrl, type Fixture } from './fixture.ts';

interface Servers {
  readonly servers: readonly [Product, Product];
  /** Each server's metrics address; behind a proxy on a separate port. */
  readonly figures: readonly [url: string, url: string];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts them on the fixture's database and chain; the fixture's own server is not one of them. */
export async function startServers(
  fixture: Fixture,
  env: Record<string, string>,
): Promise<Servers> {
  const found = findRedis();
  if (found === undefined) throw new Error('this needs a redis-server or valkey-server');
  const redis = await startOwnRedis(found);
  const settings = {
    COLLECTION_TYPES: DEMO_CARD_TYPE,
    SUI_URL: fixture.node.url,
    DATABASE_URL: databaseUrl(fixture.product),
    REDIS_URL: redis.url(),
    LOG_LEVEL: 'error',
    ...env,
  };
  const ports = [await freePort(), await freePort()] as const;
  const start = (METRICS_PORT: number) =>
    startProduct({ env: { ...settings, METRICS_PORT: String(METRICS_PORT) } });
  const [one, two] = [await start(ports[0]), await start(ports[1])];
  return {
    servers: [one, two],
    figures: [`http://127.0.0.1:${ports[0]}/metrics`, `http://127.0.0.1:${ports[1]}/metrics`],
    async [Symbol.asyncDispose]() {
      for (const server of [one, two]) await server[Symbol.asyncDispose]();
      await redis.close();
    },
  };
}

/** Resolves when something listens there; gives up after 10 s. */
export async function listens(port: number): Promise<void> {
  for (let tried = 0; tried < 200; tried += 1) {
    const socket = net.connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nobody listens on port ${port}`);
}
