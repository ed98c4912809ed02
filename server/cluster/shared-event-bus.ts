/**
 * The bus between servers, over Redis or their supervisor. Listeners on this server are called directly. A server that
 * may have missed events publishes `events-lost` to its own listeners.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { throttle } from '#server/jobs/throttle.ts';
import type { Bus, BusEvents, EventKind, LocalEventBus } from './event-bus.ts';
import { type Message, readMessage } from './event-messages.ts';
import type { Redis } from './redis.ts';

/** Pause between attempts to send `events-lost`. */
const RETRY_MS = 1_000;
const WARN_EVERY_MS = 60_000;

interface SharedBusDependencies {
  /** Carries texts between the servers. */
  readonly link: Pick<Redis, 'publish' | 'onMessage' | 'onResubscribed' | 'isSubscribed'>;
  readonly local: LocalEventBus;
  readonly log: Logger;
}

export function createSharedEventBus({ link, local, log }: SharedBusDependencies): Bus {
  const here = randomUUID();
  const send = (kind: EventKind, event: BusEvents[EventKind]): Promise<unknown> =>
    link.publish(JSON.stringify({ from: here, kind, event } satisfies Message));

  /** After an event could not be sent: notifies the other servers that they missed one; retries until sent. */
  const sendLost: () => void = throttle(
    RETRY_MS,
    () => send('events-lost', {}),
    () => sendLost(),
  );
  let unknown = 0;
  const warn = throttle(
    WARN_EVERY_MS,
    () => {
      log.warn({ messages: unknown }, 'unknown messages on the bus');
      unknown = 0;
    },
    () => {},
  );

  link.onMessage((text) => {
    const message = readMessage(text);
    if (message === null) {
      unknown += 1;
      warn();
    } else if (message.from !== here) local.receive(message.kind, message.event);
  });
  link.onResubscribed(() => local.publish('events-lost', {}));

  return {
    ...local,
    publish(kind, event) {
      local.publish(kind, event);
      send(kind, event).catch(sendLost);
    },
    isWhole: link.isSubscribed,
  };
}
