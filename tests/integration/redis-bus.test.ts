/** The event bus between servers: who receives what, how often, and invalid messages. */
import net from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { canonicalAddress } from '#rules/address.ts';
import { type Bus, createEventBus, type EventKind } from '#server/cluster/event-bus.ts';
import { openRedis, type Redis } from '#server/cluster/redis.ts';
import { createSharedEventBus } from '#server/cluster/shared-event-bus.ts';
import { listening } from '#tests/support/listening.ts';
import { HAS_REDIS, redisForThisFile, startRedis } from '#tests/support/server-pair.ts';

const wallet = canonicalAddress('0x1')!;
const redis = await redisForThisFile();
const links: Redis[] = [];

afterEach(async () => {
  for (const link of links.splice(0)) await link.close();
});

interface Server {
  readonly bus: Bus;
  readonly isUp: () => boolean;
  /** Kinds of what was heard by `subscribe`, and by `subscribeOwn`. */
  readonly heard: string[];
  readonly own: string[];
  readonly logged: string[];
  readonly faults: unknown[];
}

const KINDS = ['collector-changed', 'match-ended', 'holdings-changed', 'events-lost'] as const;

async function server(database = 0, url = redis.url(database)): Promise<Server> {
  const logged: string[] = [];
  const faults: unknown[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const link = await openRedis(url, log);
  links.push(link);
  const local = createEventBus((fault) => faults.push(fault));
  const bus = createSharedEventBus({ link, local, log });
  const [heard, own]: [string[], string[]] = [[], []];
  for (const kind of KINDS) {
    bus.subscribe(kind, (event) => void heard.push(`${kind} ${JSON.stringify(event)}`));
    bus.subscribeOwn(kind, () => void own.push(kind));
  }
  return { bus, isUp: link.isUp, heard, own, logged, faults };
}

let lasts = 0;

/** Waits until everything that was published before has come to all of them. */
async function settled(publisher: Server, servers: Server[]): Promise<void> {
  lasts += 1;
  const last = { matchId: `last ${lasts}`, players: [] };
  publisher.bus.publish('match-ended', last);
  for (const { heard } of servers) {
    await expect.poll(() => heard).toContain(`match-ended ${JSON.stringify(last)}`);
  }
}

const apartFromLast = ({ heard }: Server) => heard.filter((line) => !line.includes('last '));

describe.skipIf(!HAS_REDIS)('an event', () => {
  it('is heard once by everybody on every server, and own listeners hear only their own', async () => {
    const [here, there] = [await server(), await server()];
    here.bus.publish('collector-changed', { wallet });
    there.bus.publish('holdings-changed', { wallet });
    await settled(here, [here, there]);
    await settled(there, [here, there]);
    const once = (kind: EventKind) => `${kind} ${JSON.stringify({ wallet })}`;
    for (const one of [here, there]) {
      expect(apartFromLast(one).sort()).toEqual(
        [once('collector-changed'), once('holdings-changed')].sort(),
      );
      expect(one.heard).toHaveLength(4);
    }
    expect(here.own).toEqual(['collector-changed', 'match-ended']);
    expect(there.own).toEqual(['holdings-changed', 'match-ended']);
  });

  it('stays in its database of Redis', async () => {
    const [here, alike, elsewhere] = [await server(2), await server(2), await server(3)];
    here.bus.publish('collector-changed', { wallet });
    await settled(here, [here, alike]);
    await settled(elsewhere, [elsewhere]);
    expect(apartFromLast(elsewhere)).toEqual([]);
  });

  it('is a fault of the one listener that throws', async () => {
    const [here, there] = [await server(), await server()];
    there.bus.subscribe('collector-changed', () => Promise.reject(new Error('thrown')));
    here.bus.publish('collector-changed', { wallet });
    await settled(here, [here, there]);
    expect([here.faults.length, there.faults.length]).toEqual([0, 1]);
  });

  it('is made good when it could not be sent: others hear that they missed something', async () => {
    const [here, there] = [await server(), await server()];
    const { open } = await redis.shut();
    await expect.poll(here.isUp).toBe(false);
    expect(there.bus.isWhole()).toBe(true);
    here.bus.publish('collector-changed', { wallet });
    await expect.poll(() => here.heard).toContain(`collector-changed {"wallet":"${wallet}"}`);
    expect(there.heard).toEqual([]);
    open();
    await expect.poll(() => there.heard, { timeout: 10_000 }).toContain('events-lost {}');
    expect(there.heard.filter((line) => line.startsWith('collector-changed'))).toEqual([]);
  });
});

describe.skipIf(!HAS_REDIS)('a message that is no event', () => {
  it('is ignored and logged once, whatever it is', async () => {
    const [here, there] = [await server(), await server()];
    const noEvents = [
      ...['{', 'null', '7', '[]', '"text"', '{}', '{"from":"x","kind":"toString","event":{}}'],
      '{"from":"x","kind":"of-a-newer-server","event":{}}',
      '{"from":"x","kind":"collector-changed","event":{"wallet":"0x1"}}',
      '{"from":"x","kind":"collector-changed","event":null}',
      '{"from":7,"kind":"collector-changed","event":{}}',
      `{"from":"x","kind":"match-ended","event":{"matchId":"${'x'.repeat(300)}"}}`,
    ];
    for (const text of noEvents) {
      expect(await redis.ask(`PUBLISH mainz:events:0 '${text}'`)).toContain(':2');
    }
    await settled(here, [here, there]);
    expect(apartFromLast(there)).toEqual([]);
    expect(there.faults).toEqual([]);
    expect(there.logged).toHaveLength(1);
    expect(there.logged[0]).toContain('unknown messages');
  });
});

describe.skipIf(!HAS_REDIS)('a bus', () => {
  it('is not whole while it is cut off, and then says that it may have missed something', async () => {
    const here = await server();
    expect(here.bus.isWhole()).toBe(true);
    await redis.kill9();
    await expect.poll(here.bus.isWhole).toBe(false);
    here.bus.publish('collector-changed', { wallet });
    await expect.poll(() => here.heard).toEqual([`collector-changed {"wallet":"${wallet}"}`]);
    await redis.restart();
    await expect.poll(() => here.heard, { timeout: 10_000 }).toContain('events-lost {}');
    expect(here.bus.isWhole()).toBe(true);
    expect(here.logged.filter((line) => line.includes('Redis is away'))).not.toEqual([]);
    expect(here.logged.filter((line) => line.includes('Redis is back'))).not.toEqual([]);
  });

  it('waits for a Redis that starts a little later', async () => {
    await redis.kill9();
    const opening = server();
    await redis.restart();
    expect((await opening).bus.isWhole()).toBe(true);
  });

  it('is whole again when a Redis that refused its password takes it again', async () => {
    await redis.ask('ACL SETUSER one on >word ~* &* +@all');
    const here = await server(0, redis.url(0).replace('//', '//one:word@'));
    await redis.ask('ACL SETUSER one resetpass');
    await redis.ask('CLIENT KILL USER one');
    await expect.poll(() => redis.ask('ACL LOG')).toContain('one');
    expect(here.bus.isWhole()).toBe(false);
    await redis.ask('ACL SETUSER one >word');
    await expect.poll(here.bus.isWhole).toBe(true);
  });
});

/** An address that leads to one Redis, and then to another one. */
async function startAddress(port: number) {
  const led = { to: port };
  const door = net.createServer((socket) => {
    const beyond = net.connect(led.to, '127.0.0.1');
    socket.pipe(beyond).pipe(socket);
    for (const one of [socket, beyond]) one.on('error', () => {});
  });
  const url = `redis://127.0.0.1:${await listening(door)}/0`;
  return { led, url, close: async () => void door.close() };
}

describe.skipIf(!HAS_REDIS)('a failover', () => {
  it('is followed: a Redis that has become a replica is left for the one its address leads to', async () => {
    const [first, second] = [await startRedis(), await startRedis()];
    const address = await startAddress(first.port);
    for (const one of [first, second, address]) onTestFinished(() => one.close());
    const here = await server(0, address.url);
    const there = await server(0, second.url());
    await first.ask(`REPLICAOF 127.0.0.1 ${second.port}`);
    address.led.to = second.port;
    const [link] = links.slice(-2);
    const write = () => link!.command('SET', link!.key('written'), '1', 'PX', '1000');
    await expect(write()).rejects.toThrow('READONLY');
    await expect.poll(() => write().catch(String)).toBe('OK');
    here.bus.publish('collector-changed', { wallet });
    await expect.poll(() => there.heard).toContain(`collector-changed {"wallet":"${wallet}"}`);
  });
});
