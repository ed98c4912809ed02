/** What servers on one database share: events, rate limits and the clock. Local without REDIS_URL. */
import type { Logger } from 'pino';
import type { AppParts } from '#server/app.ts';
import { createBucketStore } from '#server/http/limits.ts';
import { systemClock } from './clock.ts';
import { createEventBus } from './event-bus.ts';
import { type OnCommand, openRedis } from './redis.ts';
import { createRedisEventBus } from './redis-event-bus.ts';
import { createSharedClock, MEASURE_EVERY_MS } from './shared-clock.ts';
import { createSharedRateLimits } from './shared-rate-limits.ts';

export interface Cluster extends Pick<AppParts, 'bus' | 'clock' | 'shared'> {
  close(): Promise<void>;
}

interface Options {
  readonly redisUrl: string | null;
  /** Reads the database's clock. */
  readonly askTime: () => Promise<Date>;
  readonly log: Logger;
  readonly onRedisCommand?: OnCommand;
}

/** @throws StartError when REDIS_URL is set and Redis cannot be used */
export async function openCluster(options: Options): Promise<Cluster> {
  const { redisUrl, askTime, log } = options;
  const local = createEventBus((err, event) => log.error({ err, event }, 'a listener failed'));
  if (redisUrl === null) {
    return { bus: local, clock: systemClock, shared: undefined, close: async () => {} };
  }
  const clock = await createSharedClock(askTime);
  const redis = await openRedis(redisUrl, log, options.onRedisCommand);
  const measuring = setInterval(() => {
    clock.measure().catch((err: unknown) => log.warn({ err }, 'comparing the clocks failed'));
  }, MEASURE_EVERY_MS).unref();
  return {
    clock,
    bus: createRedisEventBus({ redis, local, log }),
    shared: {
      buckets: createSharedRateLimits(redis, createBucketStore(systemClock)),
      isUp: redis.isUp,
    },
    close() {
      clearInterval(measuring);
      return redis.close();
    },
  };
}
