/**
 * The bus between servers, over Redis. Who listens here is told at once and without Redis; others
 * hear it if they can, and whoever may have missed something is told that (`events-lost`).
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { throttle } from '#server/jobs/throttle.ts';
import type { Bus, BusEvents, EventKind, LocalEventBus } from './event-bus.ts';
import { readMessage, writeMessage } from './event-messages.ts';
import type { Redis } from './redis.ts';

/** Until others are told once more that they missed something, in ms. */
const TELL_AGAIN_MS = 1_000;
/** Texts that nobody understands are told to the operator this seldom, in ms. */
const COMPLAIN_EVERY_MS = 60_000;

export interface RedisBusParts {
  readonly redis: Omit<Redis, 'close'>;
  /** Who listens on this server. */
  readonly local: LocalEventBus;
  readonly log: Logger;
}

export function createRedisEventBus({ redis, local, log }: RedisBusParts): Bus {
  const here = randomUUID();
  const say = (kind: EventKind, event: BusEvents[EventKind]): Promise<unknown> =>
    redis.say(writeMessage({ from: here, kind, event }));

  /** Something was not said: as soon as they can hear it, the others hear that they missed it. */
  const owe: () => void = throttle(
    TELL_AGAIN_MS,
    () => say('events-lost', {}),
    () => owe(),
  );
  const complain = seldom(COMPLAIN_EVERY_MS, (texts) => {
    log.warn({ texts }, 'texts on the bus were not understood');
  });

  redis.onSaid((text) => {
    const message = readMessage(text);
    if (message === null) complain();
    else if (message.from !== here) local.receive(message.kind, message.event);
  });
  redis.onHearingAgain(() => local.publish('events-lost', {}));

  return {
    ...local,
    publish(kind, event) {
      local.publish(kind, event);
      say(kind, event).catch(owe);
    },
    isWhole: redis.isHearing,
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
