/** Rate limit buckets shared by several servers, on the clock of Redis. */
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { openRedis } from '#server/cluster/redis.ts';
import { createSharedRateLimits } from '#server/cluster/shared-rate-limits.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { HAS_REDIS, redisForThisFile } from '#tests/support/redis.ts';

const redis = await redisForThisFile();
const link = HAS_REDIS
  ? await forThisFile(openRedis(redis.url(0), pino({ level: 'silent' })))
  : (undefined as never);

describe.skipIf(!HAS_REDIS)('shared buckets', () => {
  const size = { burst: 10, perSecond: 1_000 };
  const take = (...keys: string[]) => {
    const own = { take: () => Number.NaN };
    return createSharedRateLimits(link, own).take(keys.map((key) => ({ key, size, cost: 1 })));
  };

  it('fill up again after the clock of Redis was set back', async () => {
    const inAnHour = String(Date.now() + 3_600_000);
    await link.command('HSET', link.key('limit:empty'), 'calls', '0', 'at', inAnHour);
    expect(await take('full', 'empty')).toBeGreaterThan(0);
    await expect.poll(() => take('full', 'empty')).toBe(0);
  });
});
