/**
 * Redis (or Valkey) as the other servers are reached through it. Nothing here is truth: whoever uses
 * it goes on without it, at once when it is away and after a moment when it hangs.
 */
import { createClient, ErrorReply } from '@redis/client';
import type { Logger } from 'pino';
import { printableUrl } from '#server/start/printable-url.ts';
import { StartError } from '#server/start/start-error.ts';

/** All keys and channels begin with it. */
const PREFIX = 'mainz:';
/** How long one answer is waited for, in ms: a request may be waiting behind it. */
const PATIENCE_MS = 500;
/** A line on which nothing came for this long is dead, in ms; pings are answered on one that is not. */
const SILENT_MS = 5_000;
const PING_EVERY_MS = 1_000;
const CONNECT_MS = 3_000;
/** How long a start waits for it, in ms: a machine may start both at once. */
const REACHABLE_WITHIN_MS = 5_000;
const LONGEST_PAUSE_MS = 500;
/** Most commands that wait for their answers. */
const MOST_WAITING = 10_000;
/** How long the last messages are given to leave, in ms. */
const GOODBYE_MS = 500;

/** Not ready yet, as against refusing us. */
const NOT_YET = /^(LOADING|BUSY|MASTERDOWN|TRYAGAIN)\b/;

/** Everything we ever ask of it: what is not allowed shows at the start. */
const TRIAL = "redis.call('SET', KEYS[1], '1', 'PX', 1000) return redis.call('TIME')[1]";

export interface Redis {
  /** Both connections are up: for commands, and for messages. */
  isUp(): boolean;
  isSubscribed(): boolean;
  /**
   * One command. Never waits long.
   * @throws when Redis is away, refuses, or does not answer in time
   */
  command(...words: string[]): Promise<unknown>;
  /** The name of a key, as `command` takes it. */
  key(name: string): string;
  /** To all servers that share this Redis and this database of it, us included. */
  publish(text: string): Promise<unknown>;
  onMessage(listener: (text: string) => void): void;
  /** Messages arrive again; those sent meanwhile are lost. */
  onResubscribed(listener: () => void): void;
  close(): Promise<void>;
}

/**
 * Opens both lines, and keeps them up from then on.
 * @throws StartError with one line for the operator
 */
export async function openRedis(url: string, log: Logger): Promise<Redis> {
  const giveUpAt = performance.now() + REACHABLE_WITHIN_MS;
  const commands = createLine(url, giveUpAt, log);
  const subscriber = createLine(url, giveUpAt, log);
  // Channels know no databases, so the number is part of the name.
  const channel = `${PREFIX}events:${commands.client.options.database ?? 0}`;
  const listeners: ((text: string) => void)[] = [];
  let isClosed = false;
  const close = async (): Promise<void> => {
    isClosed = true;
    await Promise.all([commands.close(), subscriber.close()]);
  };
  try {
    await Promise.all([commands.open(), subscriber.open()]);
    await subscriber.client.subscribe(channel, (text) => {
      for (const listener of listeners) listener(text);
    });
    await commands.command(['EVAL', TRIAL, '1', `${PREFIX}trial`], REACHABLE_WITHIN_MS);
    await commands.command(['PUBLISH', `${PREFIX}trial`, ''], REACHABLE_WITHIN_MS);
  } catch (error) {
    await close();
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    throw new StartError(`REDIS_URL: no use of Redis at ${printableUrl(url)} (${reason}).`);
  }
  return {
    isUp: () => commands.client.isReady && subscriber.client.isReady,
    isSubscribed: () => subscriber.client.isReady,
    command: (...words) => commands.command(words),
    key: (name) => PREFIX + name,
    // Whoever closed it owes the others nothing more.
    publish: async (text) => (isClosed ? null : commands.command(['PUBLISH', channel, text])),
    onMessage: (listener) => void listeners.push(listener),
    onResubscribed: subscriber.onBack,
    close,
  };
}

/** One connection that comes back by itself. */
function createLine(url: string, giveUpAt: number, log: Logger) {
  let isOpen = false;
  let isAway = false;
  const backs: (() => void)[] = [];
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_WAITING,
    pingInterval: PING_EVERY_MS,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    commandOptions: { timeout: 0 }, // ours, below, also ends once a command is on its way
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      reconnectStrategy(tries, cause) {
        if (!isOpen && (isRefusal(cause) || performance.now() > giveUpAt)) return false;
        return (
          Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(tries, 10)) * (0.5 + Math.random() / 2)
        );
      },
    },
  });
  client.on('error', (err: unknown) => {
    if (!isOpen || isAway || client.isReady) return;
    isAway = true;
    log.warn({ err }, 'Redis is away: this server goes on alone');
  });
  client.on('ready', () => {
    if (!isAway) return;
    isAway = false;
    log.warn('Redis is back');
    for (const tell of backs) tell();
  });

  return {
    client,
    async open(): Promise<void> {
      await client.connect();
      isOpen = true;
    },
    async command(words: string[], patienceMs = PATIENCE_MS): Promise<unknown> {
      if (!client.isReady) throw new Error('Redis is away');
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new Error('Redis does not answer')), patienceMs);
      try {
        return await Promise.race([client.sendCommand(words), late]);
      } finally {
        clearTimeout(timer);
      }
    },
    onBack: (tell: () => void) => void backs.push(tell),
    async close(): Promise<void> {
      isOpen = false;
      if (client.isReady) await Promise.race([client.close(), pause(GOODBYE_MS)]).catch(() => {});
      client.destroy();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof ErrorReply && !NOT_YET.test(cause.message);
}
