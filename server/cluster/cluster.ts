/**
 * What servers on one database share: events, rate limits and the clock. Over Redis, else over the supervisor that
 * started them, else each is alone.
 */
import type { Logger } from 'pino';
import type { AppParts } from '#server/app.ts';
import { createBucketStore, type Share } from '#server/http/limits/buckets.ts';
import { createSharedClock, MEASURE_EVERY_MS, systemClock } from './clock.ts';
import { createEventBus, type LocalEventBus } from './event-bus.ts';
import type { OnCommand } from './redis.ts';
import { createSharedEventBus } from './shared-event-bus.ts';
import { aloneWithout, createSharedRateLimits } from './shared-rate-limits.ts';
import type { Supervised } from './supervised.ts';

/** How long the supervisor may take to count a call; then this server counts alone. */
const TAKE_WITHIN_MS = 1_000;

interface Cluster extends Pick<AppParts, 'bus' | 'clock' | 'shared' | 'isRedisUp'> {
  close(): Promise<void>;
}

interface Options {
  readonly redisUrl: string | null;
  /** Only where a supervisor started this server. */
  readonly supervisor?: Supervised | undefined;
  /** Reads the database's clock. */
  readonly askTime: () => Promise<Date>;
  readonly log: Logger;
  readonly onRedisCommand?: OnCommand;
}

/** @throws StartError when REDIS_URL is set and Redis cannot be used */
export async function openCluster(options: Options): Promise<Cluster> {
  const { redisUrl, supervisor, askTime, log } = options;
  const local = createEventBus((err, event) => log.error({ err, event }, 'a listener failed'));
  if (redisUrl === null && supervisor !== undefined) return joinOthers(supervisor, local, log);
  if (redisUrl === null) {
    return { bus: local, clock: systemClock, shared: undefined, close: async () => {} };
  }
  const clock = await createSharedClock(askTime);
  // Only here: the client's modules take about a tenth of a second to load.
  const { openRedis } = await import('./redis.ts');
  const redis = await openRedis(redisUrl, log, options.onRedisCommand);
  const measuring = setInterval(() => {
    clock.measure().catch((err: unknown) => log.warn({ err }, 'comparing the clocks failed'));
  }, MEASURE_EVERY_MS).unref();
  return {
    clock,
    bus: createSharedEventBus({ link: redis, local, log }),
    shared: {
      buckets: createSharedRateLimits(redis, createBucketStore(systemClock)),
      isUp: redis.isUp,
    },
    isRedisUp: redis.isUp,
    close() {
      clearInterval(measuring);
      return redis.close();
    },
  };
}

/** Servers of one supervisor have one clock. Whoever loses the supervisor stops. */
function joinOthers(supervisor: Supervised, local: LocalEventBus, log: Logger): Cluster {
  const { isUp } = supervisor;
  const take = (shares: readonly Share[]) => supervisor.ask<number>('take', shares, TAKE_WITHIN_MS);
  return {
    clock: systemClock,
    bus: createSharedEventBus({
      link: {
        async publish(text) {
          // What it does not read would pile up.
          if (!isUp()) throw new Error('the supervisor does not answer');
          supervisor.tell('event', text);
        },
        onMessage: supervisor.onEvent,
        onResubscribed: supervisor.onReturn,
        isSubscribed: isUp,
      },
      local,
      log,
    }),
    shared: { buckets: aloneWithout({ take, isUp }, createBucketStore(systemClock)), isUp },
    close: async () => {},
  };
}
