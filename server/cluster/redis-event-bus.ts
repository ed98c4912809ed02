/**
 * The bus between servers, over Redis. Who listens here is told at once and without Redis; others
 * hear it if they can, and whoever may have missed something is told that (`facts-missed`).
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { paced } from '#server/jobs/throttle.ts';
import type { Bus, FactKind, Facts, LocalBus } from './event-bus.ts';
import { readMessage, writeMessage } from './event-messages.ts';
import type { Redis } from './redis.ts';

/** Until others are told once more that they missed something, in ms. */
const TELL_AGAIN_MS = 1_000;
/** Texts that nobody understands are told to the operator this seldom, in ms. */
const COMPLAIN_EVERY_MS = 60_000;

export interface RedisBusParts {
  readonly redis: Omit<Redis, 'close'>;
  /** Who listens on this server. */
  readonly local: LocalBus;
  readonly log: Logger;
}

export function createRedisBus({ redis, local, log }: RedisBusParts): Bus {
  const here = randomUUID();
  const say = (kind: FactKind, fact: Facts[FactKind]): Promise<unknown> =>
    redis.say(writeMessage({ from: here, kind, fact }));

  /** Something was not said: as soon as they can hear it, the others hear that they missed it. */
  const owe: () => void = paced(
    TELL_AGAIN_MS,
    () => say('facts-missed', {}),
    () => owe(),
  );
  const complain = seldom(COMPLAIN_EVERY_MS, (texts) => {
    log.warn({ texts }, 'texts on the bus were not understood');
  });

  redis.onSaid((text) => {
    const message = readMessage(text);
    if (message === null) complain();
    else if (message.from !== here) local.receive(message.kind, message.fact);
  });
  redis.onHearingAgain(() => local.publish('facts-missed', {}));

  return {
    ...local,
    publish(kind, fact) {
      local.publish(kind, fact);
      say(kind, fact).catch(owe);
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
