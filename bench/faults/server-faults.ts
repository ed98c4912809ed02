/** Redis killed and paused under two servers; one server killed and paused, alone and next to another. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type OwnRedis, startOwnRedis } from '#tests/support/own-redis.ts';
import { type Product, removeData } from '#tests/support/product.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';
import { fetchRedis, findRedis } from '../../scripts/redis-server.ts';
import { openFaultFixture } from './fault-fixture.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { type Fault, type Outcome, runFaults } from './run-faults.ts';

const REDIS_AWAY_MS = 5_000;
const REDIS_HANGS_MS = 12_000;
/** Longer than the gap in the heartbeat that counts as an outage of all servers. */
const ALONE_PAUSED_MS = 12_000;
/** Longer than a round with its grace time: a client that waits for this server loses the round. */
const PAUSED_MS = 45_000;
/** A client waits this long before it tries the other server, in ms. */
const CLIENT_TIMEOUT_MS = 3_000;

const KILLED = { silences: true, kills: true };
const PAUSED = { silences: true };

function redisFaults(redis: OwnRedis): Fault[] {
  return [
    {
      name: 'Redis: kill -9, started again after 5 s',
      async strike() {
        await redis.kill9();
        await sleep(REDIS_AWAY_MS);
        await redis.restart();
      },
    },
    {
      name: 'Redis: hangs for 12 s (SIGSTOP)',
      async strike() {
        redis.hang();
        await sleep(REDIS_HANGS_MS);
        redis.wake();
      },
    },
  ];
}

function firstOfTwo([first]: readonly Product[]): Fault[] {
  return [
    {
      name: 'one of two servers: kill -9, started again after 3 s',
      ...KILLED,
      async strike() {
        await first!.kill9();
        await sleep(3_000);
        await first!.restart();
      },
    },
    {
      name: 'one of two servers: paused for 45 s (SIGSTOP)',
      ...PAUSED,
      async strike() {
        process.kill(first!.pid, 'SIGSTOP');
        await sleep(PAUSED_MS);
        process.kill(first!.pid, 'SIGCONT');
      },
    },
  ];
}

function alone([server]: readonly Product[]): Fault[] {
  return [
    {
      name: 'the only server: kill -9 three times',
      ...KILLED,
      async strike() {
        for (let time = 0; time < 3; time += 1) {
          await server!.kill9();
          await server!.restart();
          await sleep(700);
        }
      },
    },
    {
      name: 'the only server: paused for 12 s (SIGSTOP)',
      ...PAUSED,
      async strike() {
        process.kill(server!.pid, 'SIGSTOP');
        await sleep(ALONE_PAUSED_MS);
        process.kill(server!.pid, 'SIGCONT');
      },
    },
  ];
}

export async function pairFaults(): Promise<Outcome[]> {
  const program = findRedis() ?? fetchRedis();
  if (program === undefined) throw new Error('there is no Redis on this machine: set REDIS_SERVER');
  const folder = makeTempFolder('own-postgres');
  const [postgres, redis] = [await startOwnPostgres(folder), await startOwnRedis(program)];
  try {
    const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url() };
    await using fixture = await openFaultFixture({ servers: 2, env, timeoutMs: CLIENT_TIMEOUT_MS });
    return await runFaults(fixture, [...redisFaults(redis), ...firstOfTwo(fixture.servers)]);
  } finally {
    await redis.close();
    await postgres.close();
    await removeData(folder);
  }
}

export async function serverFaults(): Promise<Outcome[]> {
  await using fixture = await openFaultFixture();
  return await runFaults(fixture, alone(fixture.servers));
}
