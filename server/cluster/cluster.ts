/**
 * What servers on one database share: events, rate limits and the clock. Over Redis, else over the supervisor that
 * started them, else each is alone.
 */
import type { Logger } from 'pino';
import type { AppParts } from '#server/app.ts';
import { createBucketStore } from '#server/http/limits.ts';
import { systemClock } from './clock.ts';
import type { Channel } from './channel.ts';
import { createEventBus, type LocalEventBus } from './event-bus.ts';
import { type OnCommand, openRedis } from './redis.ts';
import { createSharedClock, MEASURE_EVERY_MS } from './shared-clock.ts';
import { createSharedEventBus } from './shared-event-bus.ts';
import { createSharedRateLimits } from './shared-rate-limits.ts';

interface Cluster extends Pick<AppParts, 'bus' | 'clock' | 'shared' | 'isRedisUp'> {
  close(): Promise<void>;
}

/** The channel to the supervisor, and how to hear the events that it hands on. */
export interface SupervisorLine extends Pick<Channel, 'ask' | 'tell'> {
  onEvent(listener: (text: string) => void): void;
}

interface Options {
  readonly redisUrl: string | null;
  /** Of a server that was started by a supervisor. */
  readonly supervisor?: SupervisorLine | undefined;
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
  const redis = await openRedis(redisUrl, log, options.onRedisCommand);
  const measuring = setInterval(() => {
    clock.measure().catch((err: unknown) => log.warn({ err }, 'comparing the clocks failed'));
  }, MEASURE_EVERY_MS).unref();
  return {
    clock,
    bus: createSharedEventBus({ line: redis, local, log }),
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

/** Servers of one supervisor have one clock. Whoever loses the supervisor stops, so nothing is made up for here. */
function joinOthers(supervisor: SupervisorLine, local: LocalEventBus, log: Logger): Cluster {
  const alone = createBucketStore(systemClock);
  return {
    clock: systemClock,
    bus: createSharedEventBus({
      line: {
        publish: async (text) => supervisor.tell('event', text),
        onMessage: supervisor.onEvent,
        onResubscribed() {},
        isSubscribed: () => true,
      },
      local,
      log,
    }),
    shared: {
      buckets: {
        take: (shares) => supervisor.ask<number>('take', shares).catch(() => alone.take(shares)),
      },
      isUp: () => true,
    },
    close: async () => {},
  };
}
