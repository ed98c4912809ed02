/** Rate limit buckets shared by several servers, on the clock of Redis. */
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRedis } from '#server/cluster/redis.ts';
import { createSharedRateLimits } from '#server/cluster/shared-rate-limits.ts';
import { freePort } from '#server/jobs/free-port.ts';
import { AwayError } from '#server/start/start-error.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { HAS_REDIS, redisForThisFile, startRedis } from '#tests/support/server-pair.ts';

const redis = await redisForThisFile();
const link = HAS_REDIS
  ? await forThisFile(openRedis(redis.url(0), pino({ level: 'silent' })))
  : (undefined as never);

describe.skipIf(!HAS_REDIS)('shared buckets', () => {
  const taking =
    (burst: number, perSecond: number, cost = 1) =>
    (...keys: string[]) => {
      const own = { take: () => Number.NaN };
      const shares = keys.map((key) => ({ key, size: { burst, perSecond }, cost }));
      return createSharedRateLimits(link, own).take(shares);
    };

  it('give what a call costs all of them, or none, and tell how long to wait', async () => {
    const take = taking(2, 0.001);
    expect([await take('one'), await take('one')]).toEqual([0, 0]);
    const wait = await take('one', 'two');
    expect(wait).toBeGreaterThan(900);
    expect(wait).toBeLessThanOrEqual(1_000);
    expect(await take('two')).toBe(0);
    expect(await taking(2, 0.001, 2)('two')).toBeLessThanOrEqual(1_000); // one is left
    expect(await take('two')).toBe(0);
    expect(await take('two')).toBeGreaterThan(900);
  });

  it('fill up again after the clock of Redis was set back', async () => {
    const take = taking(10, 1_000);
    const inAnHour = String(Date.now() + 3_600_000);
    await link.command('HSET', link.key('limit:empty'), 'calls', '0', 'at', inAnHour);
    expect(await take('full', 'empty')).toBeGreaterThan(0);
    await expect.poll(() => take('full', 'empty')).toBe(0);
  });

  it('are counted alone, and the command as failed, while Redis takes no writes', async () => {
    const answered: boolean[] = [];
    const measured = await openRedis(redis.url(0), pino({ level: 'silent' }), (_ms, isAnswered) =>
      answered.push(isAnswered),
    );
    const { take } = createSharedRateLimits(measured, { take: () => 7 });
    await redis.ask('CONFIG SET maxmemory 1');
    onTestFinished(async () => {
      await redis.ask('CONFIG SET maxmemory 0');
      await measured.close();
    });
    expect(await take([{ key: 'one more', size: { burst: 1, perSecond: 1 }, cost: 1 }])).toBe(7);
    expect(answered.at(-1)).toBe(false);
  });

  it('are refused at the start to a user of Redis who may not do all that they take', async () => {
    for (const command of ['eval', 'evalsha', 'hset', 'hmget', 'pexpire', 'time']) {
      await redis.ask(`ACL SETUSER few on >word ~* &* +@all -${command}`);
      const opening = openRedis(
        redis.url(0).replace('//', '//few:word@'),
        pino({ level: 'silent' }),
      );
      const opened = opening.then(async (one) => {
        await one.close();
        return 'opened';
      });
      await expect(opened, command).rejects.toThrow(/permission|can't run/);
    }
  });

  it('are refused at the start to a cluster, where those of one call would lie at several servers', async () => {
    const inCluster = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())];
    const cluster = await startRedis(inCluster);
    onTestFinished(cluster.close);
    await cluster.ask('CLUSTER ADDSLOTSRANGE 0 16383');
    const state = expect.poll(() => cluster.ask('CLUSTER INFO'), { timeout: 30_000 });
    await state.toContain('cluster_state:ok');
    const opened = openRedis(cluster.url(), pino({ level: 'silent' })).then(async (one) => {
      await one.close();
      return 'opened';
    });
    // No try later would end otherwise.
    await expect(opened).rejects.toThrow(/CROSSSLOT/);
    await expect(opened).rejects.not.toBeInstanceOf(AwayError);
  });
});
