/**
 * Buckets of rate limits that all servers take from. Redis counts, by its own clock and in one step;
 * while it is away or hangs, this server counts by itself.
 */
import { createHash } from 'node:crypto';
import type { BucketStore, Share } from '#server/http/limits.ts';
import type { Redis } from './redis.ts';

/** After an answer that did not come, this server counts by itself for so long, in ms. */
const REST_MS = 1_000;

/**
 * Fills the buckets up and takes the cost of a call out of each, or out of none when one of them has
 * less; one that would be full again is forgotten. A clock that was set back fills none up, and keeps
 * none from filling. Answers the milliseconds until every one has it, 0 when each had.
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

/** @param own counts while Redis does not */
export function createSharedRateLimits(
  redis: Pick<Redis, 'isUp' | 'command' | 'key'>,
  own: BucketStore,
): BucketStore {
  let restsUntil = Number.NEGATIVE_INFINITY;

  async function take(shares: readonly Share[]): Promise<number> {
    const rest = [
      String(shares.length),
      ...shares.map(({ key }) => redis.key(`limit:${key}`)),
      ...shares.flatMap(({ size, cost }) => [size.burst, size.perSecond, cost].map(String)),
    ];
    const wait = await redis.command('EVALSHA', TAKE_NAME, ...rest).catch((error: Error) => {
      // It forgets scripts when it starts anew.
      if (!error.message.startsWith('NOSCRIPT')) throw error;
      return redis.command('EVAL', TAKE, ...rest);
    });
    return Number(wait) / 1000;
  }

  return {
    take(shares) {
      if (!redis.isUp() || performance.now() < restsUntil) return own.take(shares);
      return take(shares).catch(() => {
        restsUntil = performance.now() + REST_MS;
        return own.take(shares);
      });
    },
  };
}
