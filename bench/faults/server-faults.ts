/** Redis killed and paused under two servers; one server killed and paused, alone and next to another. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type OwnRedis, startOwnRedis } from '#tests/support/own-redis.ts';
import { type Product, removeData } from '#tests/support/product.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';
import { fetchRedis, findRedis } from '../../scripts/redis-server.ts';
import { openFaultFixture } from './fault-fixture.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { type Fault, type Outcome, outage, runFaults } from './run-faults.ts';

const REDIS_AWAY_MS = 5_000;
const REDIS_HANGS_MS = 12_000;
/** Longer than the gap in the heartbeat that counts as an outage of all servers. */
const ALONE_PAUSED_MS = 12_000;
/** Longer than a round with its grace time: a client that waits for this server loses the round. */
const PAUSED_MS = 45_000;
/** A client waits this long before it tries the other server, in ms. */
const CLIENT_TIMEOUT_MS = 3_000;

const KILLED = { silences: true, kills: true };

const paused = (name: string, server: Product, ms: number): Fault =>
  outage(
    `${name}: paused for ${ms / 1_000} s (SIGSTOP)`,
    () => process.kill(server.pid, 'SIGSTOP'),
    ms,
    () => process.kill(server.pid, 'SIGCONT'),
    { silences: true },
  );

const redisFaults = ({ kill9, restart, hang, wake }: OwnRedis): Fault[] => [
  outage('Redis: kill -9, started again after 5 s', kill9, REDIS_AWAY_MS, restart),
  outage('Redis: hangs for 12 s (SIGSTOP)', hang, REDIS_HANGS_MS, wake),
];

function firstOfTwo([first]: readonly Product[]): Fault[] {
  const { kill9, restart } = first!;
  const name = 'one of two servers';
  return [
    outage(`${name}: kill -9, started again after 3 s`, kill9, 3_000, restart, KILLED),
    paused(name, first!, PAUSED_MS),
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
    paused('the only server', server!, ALONE_PAUSED_MS),
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
