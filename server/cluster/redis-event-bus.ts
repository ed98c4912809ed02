/**
 * The bus between servers, over Redis. Listeners of this server are called at once, without Redis;
 * a server that may have missed events publishes `events-lost` to its own.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { throttle } from '#server/jobs/throttle.ts';
import type { Bus, BusEvents, EventKind, LocalEventBus } from './event-bus.ts';
import { readMessage, writeMessage } from './event-messages.ts';
import type { Redis } from './redis.ts';

/** Until the others are told once more that they missed events, in ms. */
const SEND_AGAIN_MS = 1_000;
/** Unknown messages are logged no more often than this, in ms. */
const WARN_EVERY_MS = 60_000;

export interface RedisBusDependencies {
  readonly redis: Omit<Redis, 'close'>;
  /** Who listens on this server. */
  readonly local: LocalEventBus;
  readonly log: Logger;
}

export function createRedisEventBus({ redis, local, log }: RedisBusDependencies): Bus {
  const here = randomUUID();
  const send = (kind: EventKind, event: BusEvents[EventKind]): Promise<unknown> =>
    redis.publish(writeMessage({ from: here, kind, event }));

  /** An event did not get out: the others are told that they missed some, as soon as that works. */
  const sendLost: () => void = throttle(
    SEND_AGAIN_MS,
    () => send('events-lost', {}),
    () => sendLost(),
  );
  const warn = seldom(WARN_EVERY_MS, (texts) => {
    log.warn({ texts }, 'unknown messages on the bus');
  });

  redis.onMessage((text) => {
    const message = readMessage(text);
    if (message === null) warn();
    else if (message.from !== here) local.receive(message.kind, message.event);
  });
  redis.onResubscribed(() => local.publish('events-lost', {}));

  return {
    ...local,
    publish(kind, event) {
      local.publish(kind, event);
      send(kind, event).catch(sendLost);
    },
    isWhole: redis.isSubscribed,
  };
}

/** Tells the first time at once, then how often it happened since, at most once in `everyMs`. */
function seldom(everyMs: number, tell: (times: number) => void): () => void {
  let times = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return () => {
    times += 1;
    if (performance.now() - toldAt < everyMs) return;
    toldAt = performance.now();
    tell(times);
    times = 0;
  };
}
