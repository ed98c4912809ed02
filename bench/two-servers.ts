/** Two servers on one database and one Redis, as processes of their own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { DEMO_CARD_TYPE } from '#demo/world.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { findRedis, redisEnv } from '../scripts/redis-server.ts';
import { databaseUrl, type Stage } from './stage.ts';

export interface Servers {
  readonly servers: readonly [Product, Product];
  /** Where each tells its figures; behind a proxy it does so on a port of its own. */
  readonly figures: readonly [url: string, url: string];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts them on the database and the chain of the stage, whose own server is none of them. */
export async function startServers(stage: Stage, env: Record<string, string>): Promise<Servers> {
  const redis = await startRedis();
  const settings = {
    COLLECTION_TYPES: DEMO_CARD_TYPE,
    SUI_URL: stage.node.url,
    DATABASE_URL: databaseUrl(stage.product),
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
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
      redis.stop();
    },
  };
}

async function startRedis(): Promise<{ port: number; stop(): void }> {
  const found = findRedis();
  if (found === undefined) throw new Error('this needs a redis-server or valkey-server');
  const port = await freePort();
  const child = spawn(
    found.program,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--loglevel', 'warning'],
    { stdio: 'ignore', env: redisEnv(found) },
  );
  const stop = () => void child.kill('SIGKILL');
  process.once('exit', stop);
  await listens(port);
  return { port, stop };
}

/** Resolves once somebody listens there; gives up after 10 s. */
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

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
