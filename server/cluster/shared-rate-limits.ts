/**
 * Token buckets shared by all servers: Redis or their supervisor counts. While that is down or hangs, this server
 * counts alone.
 */
import { createHash } from 'node:crypto';
import type { BucketStore, Share } from '#server/http/limits/buckets.ts';
import type { Redis } from './redis.ts';

/** After a failure this server counts alone for this time. */
const ALONE_MS = 1_000;

/**
 * Refills the buckets and takes the cost of a call out of each, or out of none when one has too little.
 * Full buckets expire. A clock that was set back neither fills a bucket nor blocks its filling. Returns
 * the milliseconds until all buckets have enough, 0 when the cost was taken.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait, buckets = 0, {}
for i, key in ipairs(KEYS) do
  local burst, perMs = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]) / 1000
  local cost = tonumber(ARGV[3 * i])
  local kept = redis.call('HMGET', key, 'calls', 'at')
  local calls, at = tonumber(kept[1] or burst), tonumber(kept[2] or now)
  if at > now then redis.call('HSET', key, 'at', now) end
  calls = math.min(burst, calls + math.max(0, now - at) * perMs)
  if calls < cost then wait = math.max(wait, math.ceil((cost - calls) / perMs)) end
  buckets[i] = { key, calls - cost, math.ceil((burst - calls + cost) / perMs) + 1000 }
end
if wait == 0 then
  for _, bucket in ipairs(buckets) do
    redis.call('HSET', bucket[1], 'calls', bucket[2], 'at', now)
    redis.call('PEXPIRE', bucket[1], bucket[3])
  end
end
return wait`;
const TAKE_NAME = createHash('sha1').update(TAKE).digest('hex');

type BucketRedis = Pick<Redis, 'isUp' | 'command' | 'key'>;

/**
 * Redis counts, atomically and by its own clock.
 * @param local used while Redis is not available
 */
export function createSharedRateLimits(redis: BucketRedis, local: BucketStore): BucketStore {
  async function take(shares: readonly Share[]): Promise<number> {
    const rest = [
      String(shares.length),
      ...shares.map(({ key }) => redis.key(`limit:${key}`)),
      ...shares.flatMap(({ size, cost }) => [size.burst, size.perSecond, cost].map(String)),
    ];
    const wait = await redis.command('EVALSHA', TAKE_NAME, ...rest).catch((error: Error) => {
      // A restarted Redis has no scripts.
      if (!error.message.startsWith('NOSCRIPT')) throw error;
      return redis.command('EVAL', TAKE, ...rest);
    });
    return Number(wait) / 1000;
  }
  return aloneWithout({ take, isUp: redis.isUp }, local);
}

/** @param local counts while `shared` is not up, and for a while after it failed */
export function aloneWithout(
  shared: { take(shares: readonly Share[]): Promise<number>; isUp(): boolean },
  local: BucketStore,
): BucketStore {
  let aloneUntil = Number.NEGATIVE_INFINITY;
  return {
    take(shares) {
      if (!shared.isUp() || performance.now() < aloneUntil) return local.take(shares);
      return shared.take(shares).catch(() => {
        aloneUntil = performance.now() + ALONE_MS;
        return local.take(shares);
      });
    },
  };
}
