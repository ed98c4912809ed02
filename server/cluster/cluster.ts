/**
 * What servers on one database have in common: news, rate limits and the time. A server without
 * REDIS_URL has all of it to itself.
 */
import type { Logger } from 'pino';
import type { AppParts } from '#server/app.ts';
import { createBucketStore } from '#server/http/limits.ts';
import { systemClock } from './clock.ts';
import { createBus } from './event-bus.ts';
import { openRedis } from './redis.ts';
import { createRedisBus } from './redis-event-bus.ts';
import { createSharedClock, MEASURE_EVERY_MS } from './shared-clock.ts';
import { createSharedBuckets } from './shared-rate-limits.ts';

export interface SideBySide extends Pick<AppParts, 'bus' | 'clock' | 'shared'> {
  close(): Promise<void>;
}

interface Options {
  readonly redisUrl: string | null;
  /** What the database's clock says. */
  readonly askTime: () => Promise<Date>;
  readonly log: Logger;
}

/** @throws CannotStart when there should be a Redis and there is none */
export async function openSideBySide({ redisUrl, askTime, log }: Options): Promise<SideBySide> {
  const local = createBus((err, fact) => log.error({ err, fact }, 'a listener failed'));
  if (redisUrl === null) {
    return { bus: local, clock: systemClock, shared: undefined, close: async () => {} };
  }
  const clock = await createSharedClock(askTime);
  const redis = await openRedis(redisUrl, log);
  const measuring = setInterval(() => {
    clock.measure().catch((err: unknown) => log.warn({ err }, 'the clocks were not compared'));
  }, MEASURE_EVERY_MS).unref();
  return {
    ...{ clock, bus: createRedisBus({ redis, local, log }) },
    shared: {
      buckets: createSharedBuckets(redis, createBucketStore(systemClock)),
      isUp: redis.isUp,
    },
    close() {
      clearInterval(measuring);
      return redis.close();
    },
  };
}
