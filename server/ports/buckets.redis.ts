/**
 * Buckets of rate limits that all servers take from. Redis counts, by its own clock and in one step;
 * while it is away or hangs, this server counts by itself.
 */
import { createHash } from 'node:crypto';
import type { BucketSize, BucketStore } from '#server/http/limits.ts';
import type { Redis } from './redis.ts';

/** After an answer that did not come, this server counts by itself for so long, in ms. */
const REST_MS = 1_000;

/**
 * Fills up and takes; a bucket that would be full again is forgotten. Answers the milliseconds until
 * there is a call in it, 0 when there was one.
 */
const TAKE = `
local burst, perMs = tonumber(ARGV[1]), tonumber(ARGV[2]) / 1000
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'calls', 'at')
local calls, at = tonumber(kept[1] or burst), tonumber(kept[2] or now)
calls = math.min(burst, calls + math.max(0, now - at) * perMs)
local wait = 0
if calls >= 1 then calls = calls - 1 else wait = math.ceil((1 - calls) / perMs) end
redis.call('HSET', KEYS[1], 'calls', calls, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - calls) / perMs) + 1000)
return wait`;
const TAKE_NAME = createHash('sha1').update(TAKE).digest('hex');

/** @param own counts while Redis does not */
export function createSharedBuckets(
  redis: Pick<Redis, 'isUp' | 'command' | 'key'>,
  own: BucketStore,
): BucketStore {
  let restsUntil = Number.NEGATIVE_INFINITY;

  async function take(key: string, { burst, perSecond }: BucketSize): Promise<number> {
    const rest = ['1', redis.key(`limit:${key}`), String(burst), String(perSecond)];
    const wait = await redis.command('EVALSHA', TAKE_NAME, ...rest).catch((error: Error) => {
      // It forgets scripts when it starts anew.
      if (!error.message.startsWith('NOSCRIPT')) throw error;
      return redis.command('EVAL', TAKE, ...rest);
    });
    return Number(wait) / 1000;
  }

  return {
    take(key, size) {
      if (!redis.isUp() || performance.now() < restsUntil) return own.take(key, size);
      return take(key, size).catch(() => {
        restsUntil = performance.now() + REST_MS;
        return own.take(key, size);
      });
    },
  };
}
