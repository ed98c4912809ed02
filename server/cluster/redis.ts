/**
 * Redis (or Valkey) connects the servers. It holds no lasting data: callers continue without it, at once
 * when it is down and after a time-out when it hangs.
 */
import { createHash } from 'node:crypto';
import { createClient, ErrorReply } from '@redis/client';
import type { Logger } from 'pino';
import { within } from '#server/jobs/within.ts';
import { printableUrl } from '#server/start/printable-url.ts';
import { AwayError, oneLine, StartError } from '#server/start/start-error.ts';

/** Prefix of all keys and channels. */
const PREFIX = 'mainz:';
/** Short, because a request may wait for the answer. */
const COMMAND_TIMEOUT_MS = 500;
/** A connection without data for this time is dead; a live one answers pings. */
const SOCKET_TIMEOUT_MS = 5_000;
const PING_EVERY_MS = 1_000;
const CONNECT_MS = 3_000;
/** How long the start waits for Redis, which may be starting too. */
const START_TIMEOUT_MS = 5_000;
const LONGEST_PAUSE_MS = 500;
const MOST_QUEUED_COMMANDS = 10_000;
/** How often a Redis that became a replica is left for the one that its address leads to by now. */
const LEAVE_EVERY_MS = 10_000;
/** How long the last commands may take when closing. */
const CLOSE_TIMEOUT_MS = 500;

/** Errors of a Redis that is not ready yet; all others are final. */
const NOT_READY = /^(LOADING|BUSY|MASTERDOWN|TRYAGAIN|ERR max number of clients)\b/;

/** Redis 6 writes more before it. */
const IS_REPLICA = /\bREADONLY\b/;

/**
 * Uses the commands that the server needs (see shared-rate-limits.ts), so that missing permissions show at the start.
 * Two keys, which a cluster refuses as it would those of a call.
 */
const TRIAL = `
redis.call('HSET', KEYS[1], 'calls', 1)
redis.call('HMGET', KEYS[1], 'calls')
redis.call('PEXPIRE', KEYS[1], 1000)
return redis.call('TIME')[1]`;
const TRIAL_NAME = createHash('sha1').update(TRIAL).digest('hex');

/** It is there, and refuses us, or is a cluster. */
const IS_REFUSAL = /^(CROSSSLOT|ERR|NOAUTH|NOPERM|WRONGPASS) /;

export type Redis = Awaited<ReturnType<typeof openRedis>>;

export type OnCommand = (ms: number, isAnswered: boolean) => void;

/**
 * Opens both connections; they reconnect by themselves.
 * @throws StartError with one line for the operator
 */
export async function openRedis(url: string, log: Logger, onCommand: OnCommand = () => {}) {
  const giveUpAt = performance.now() + START_TIMEOUT_MS;
  const commands = createConnection(url, giveUpAt, log);
  const subscriber = createConnection(url, giveUpAt, log);
  // Channels are not separated by database, so the number is part of the name.
  const channel = `${PREFIX}events:${commands.client.options.database ?? 0}`;
  const listeners: ((text: string) => void)[] = [];
  let isClosed = false;
  let leftAt = Number.NEGATIVE_INFINITY;
  /** After a failover: what is published at a replica is heard by those alone who are still there, too. */
  function leaveReplica(): void {
    if (isClosed || performance.now() - leftAt < LEAVE_EVERY_MS) return;
    leftAt = performance.now();
    log.warn('Redis has become a replica: its address is connected to anew');
    for (const one of [commands, subscriber]) one.leave();
  }
  const close = async (): Promise<void> => {
    isClosed = true;
    await Promise.all([commands.close(), subscriber.close()]);
  };
  try {
    await Promise.all([commands.open(), subscriber.open()]);
    await subscriber.client.subscribe(channel, (text) => {
      for (const listener of listeners) listener(text);
    });
    const onKeys = ['2', `${PREFIX}limit:trial`, `${PREFIX}limit:another trial`];
    await commands.command(['EVAL', TRIAL, ...onKeys], START_TIMEOUT_MS);
    await commands.command(['EVALSHA', TRIAL_NAME, ...onKeys], START_TIMEOUT_MS);
    await commands.command(['PUBLISH', `${PREFIX}trial`, ''], START_TIMEOUT_MS);
  } catch (error) {
    await close();
    const why = oneLine(error);
    const words = `REDIS_URL: no use of Redis at ${printableUrl(url)} (${why}).`;
    const isSettled = IS_REFUSAL.test(why) && !NOT_READY.test(why);
    throw isSettled ? new StartError(words) : new AwayError(words);
  }
  async function measured(words: string[]): Promise<unknown> {
    const began = performance.now();
    let isAnswered = false;
    try {
      const answer = await commands.command(words);
      isAnswered = true;
      return answer;
    } catch (error) {
      // A script that Redis does not know yet. Other refusals are failures: it is full, or became a replica.
      isAnswered = error instanceof ErrorReply && error.message.startsWith('NOSCRIPT');
      if (error instanceof ErrorReply && IS_REPLICA.test(error.message)) leaveReplica();
      throw error;
    } finally {
      onCommand(performance.now() - began, isAnswered);
    }
  }
  return {
    /** Both connections are up: commands and subscription. */
    isUp: (): boolean => commands.client.isReady && subscriber.client.isReady,
    isSubscribed: (): boolean => subscriber.client.isReady,
    /**
     * Sends one command.
     * @throws when Redis is down, returns an error, or does not answer within 500 ms
     */
    command: (...words: string[]): Promise<unknown> => measured(words),
    key: (name: string): string => PREFIX + name,
    /** To all servers on this Redis database, including this one. */
    publish: async (text: string): Promise<unknown> =>
      isClosed ? null : measured(['PUBLISH', channel, text]),
    onMessage: (listener: (text: string) => void): void => void listeners.push(listener),
    /** Its listener is called when messages arrive again; those sent meanwhile are lost. */
    onResubscribed: subscriber.onReadyAgain,
    close,
  };
}

/** A connection that reconnects by itself. */
function createConnection(url: string, giveUpAt: number, log: Logger) {
  let isOpen = false;
  let isDown = false;
  const readyListeners: (() => void)[] = [];
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_QUEUED_COMMANDS,
    pingInterval: PING_EVERY_MS,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    commandOptions: { timeout: 0 }, // `command` below also limits commands that were already sent
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      reconnectStrategy(tries, cause) {
        if (!isOpen && (isRefusal(cause) || performance.now() > giveUpAt)) return false;
        return (
          Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(tries, 10)) * (0.5 + Math.random() / 2)
        );
      },
    },
  });
  client.on('error', (err: unknown) => {
    if (!isOpen || isDown || client.isReady) return;
    isDown = true;
    log.warn({ err }, 'Redis is away: this server goes on alone');
  });
  client.on('ready', () => {
    if (!isDown) return;
    isDown = false;
    log.warn('Redis is back');
    for (const listener of readyListeners) listener();
  });

  return {
    client,
    async open(): Promise<void> {
      await client.connect();
      isOpen = true;
    },
    async command(words: string[], timeoutMs = COMMAND_TIMEOUT_MS): Promise<unknown> {
      if (!client.isReady) throw new Error('Redis is away');
      return within(timeoutMs, client.sendCommand(words), 'Redis does not answer');
    },
    /** Has Redis end the connection, which then reconnects. */
    leave: (): void => void client.sendCommand(['QUIT']).catch(() => {}),
    onReadyAgain: (listener: () => void): void => void readyListeners.push(listener),
    async close(): Promise<void> {
      isOpen = false;
      if (client.isReady)
        await within(CLOSE_TIMEOUT_MS, client.close(), 'Redis does not close').catch(() => {});
      client.destroy();
    },
  };
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof ErrorReply && !NOT_READY.test(cause.message);
}
