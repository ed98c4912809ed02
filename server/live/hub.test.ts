import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { canonicalAddress } from '#rules/address.ts';
import { createEventBus } from '#server/cluster/event-bus.ts';
import { blockOf, networkOf } from '#server/http/limits/networks.ts';
import type { SocketRequest } from '#server/http/upgrades.ts';
import { listening } from '#tests/support/listening.ts';
import { frame, TEXT } from '#tests/support/malformed/frames.ts';
import { UPGRADE } from '#tests/support/malformed/requests.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { createHub, type Hub } from './hub.ts';

const from = (ip: string, sessionToken: string | null = null): SocketRequest => ({
  wallet: sessionToken === null ? null : canonicalAddress('0xa11ce'),
  sessionToken,
  network: networkOf(ip),
  block: blockOf(ip),
});

const bus = createEventBus((fault) => {
  throw fault;
});
let hashed: number;
let hub: Hub;
let clock: ManualClock;
let port: number;
const server = createServer();
server.on('upgrade', (request, socket, head) => {
  const { 'x-from': ip, 'x-session': session } = request.headers as Record<string, string>;
  hub.open(from(ip ?? '', session ?? null), request, socket, head);
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  hashed = 0;
  clock = new ManualClock();
  hub = createHub({
    findSession: (token) => (token === 'ended before' ? null : canonicalAddress('0xa11ce')),
    keyOf: (token) => {
      hashed += 1;
      return `key of ${token}`;
    },
    bus,
    clock,
    log: pino({ level: 'silent' }),
    limits: { all: 6, network: 2, block: 4, wallet: 3 },
  });
  port = await listening(server);
});
afterEach(async () => {
  await hub.close();
  server.close();
  vi.useRealTimers();
});

async function enter(ip: string, session?: string): Promise<WebSocket> {
  const headers = { 'x-from': ip, ...(session && { 'x-session': session }) };
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers });
  await once(socket, 'open');
  return socket;
}

describe('the limits of sockets', () => {
  it('hold per network and per /48, and are free again after a close', async () => {
    const first = await enter('2001:db8::1');
    await enter('2001:db8::2');
    expect(hub.hasCapacity(from('2001:db8::3'))).toBe(false);
    expect(hub.hasCapacity(from('2001:db8:0:1::1'))).toBe(true);
    await enter('2001:db8:0:1::1');
    await enter('2001:db8:0:2::1');
    expect(hub.hasCapacity(from('2001:db8:0:3::1'))).toBe(false);
    expect(hub.hasCapacity(from('2001:db8:1::1'))).toBe(true);
    expect(hub.hasCapacity(from('192.0.2.1'))).toBe(true);
    first.close();
    await expect.poll(() => hub.hasCapacity(from('2001:db8:0:3::1'))).toBe(true);
  });
});

describe('a page that names every lobby of a full list at each reading of it', () => {
  it('keeps its socket', { tags: 'battle-28' }, async () => {
    let named = 0;
    hub.onMessage(() => {
      named += 1;
    });
    const page = await enter('192.0.2.1');
    for (let reading = 1; reading <= 10; reading += 1) {
      for (let lobby = 0; lobby < 101; lobby += 1) page.send('{"type":"join-lobby"}');
      await expect.poll(() => named, { interval: 1 }).toBe(reading * 101);
      await clock.advance(5_000);
    }
    expect(page.readyState).toBe(WebSocket.OPEN);
  });
});

describe('rooms', () => {
  it('are left by a socket that closes, and the first of a hundred by one that enters another', async () => {
    hub.onOpen((member) => {
      for (let n = 0; n <= 101; n += 1) member.enter(`room ${n}`);
      // Where it is already.
      member.enter('room 101');
    });
    const socket = await enter('192.0.2.1');
    expect([0, 1, 2, 101].map((n) => hub.inRoom(`room ${n}`).size)).toEqual([0, 0, 1, 1]);
    socket.close();
    await expect.poll(() => hub.rooms()).toEqual([]);
  });
});

describe('an ended session', () => {
  it('closes its own sockets only, without hashing a token again', async () => {
    const [one, two, other] = await Promise.all(
      ['ended', 'ended', 'going on'].map((session, index) => enter(`192.0.2.${index}`, session)),
    );
    await enter('192.0.2.9');
    expect(hashed).toBe(3);
    const closed = [one, two].map((socket) => once(socket!, 'close'));
    bus.publish('session-ended', { key: 'key of made up' });
    bus.publish('session-ended', { key: 'key of ended' });
    expect((await Promise.all(closed)).map(([code]) => code)).toEqual([1008, 1008]);
    expect(hashed).toBe(3);
    expect(other!.readyState).toBe(WebSocket.OPEN);
  });
});

describe('a session that ended while its socket was being let in', () => {
  it('closes it as soon as it is open', { tags: 'I3' }, async () => {
    const socket = await enter('192.0.2.1', 'ended before');
    const [code] = await once(socket, 'close');
    expect(code).toBe(1008);
  });
});

describe('a socket whose other end has gone silent', () => {
  it('is ended within 20 s: its player is away, and nobody has to wait for them', {
    tags: 'battle-27',
  }, async () => {
    const [gone, here] = [await enter('192.0.2.1'), await enter('192.0.2.2')];
    // It says nothing of its own, as most pages, and answers.
    const quiet = await enter('192.0.2.3');
    gone.pause();
    for (let seconds = 0; seconds < 20; seconds += 1) {
      vi.advanceTimersByTime(1_000);
      // Its answer to a ping of the server arrives before the one to this.
      here.ping();
      await once(here, 'pong');
    }
    await expect.poll(() => hub.size()).toBe(2);
    expect([here, quiet].map(({ readyState }) => readyState)).toEqual([
      WebSocket.OPEN,
      WebSocket.OPEN,
    ]);
  });
});

describe('a socket that sends a flood', () => {
  it('has one message handled at a time, so that others are served in between', async () => {
    let turn = 0;
    const counting = setImmediate(function count() {
      turn += 1;
      again = setImmediate(count);
    });
    let again = counting;
    const turns: number[] = [];
    hub.onMessage(() => void turns.push(turn));
    const flood = connect(port, '127.0.0.1');
    flood.write(Buffer.concat([Buffer.from(UPGRADE), ...Array(100).fill(frame(TEXT, '1'))]));
    await expect.poll(() => turns.length).toBe(100);
    expect(new Set(turns).size).toBe(100);
    clearImmediate(again);
    flood.destroy();
  });

  it('is told to stop after 120 messages, and 25 for each second since; a rest gives no more', async () => {
    let heard = 0;
    hub.onMessage(() => {
      heard += 1;
    });
    const flood = await enter('192.0.2.1');
    const send = async (count: number) => {
      const until = heard + count;
      for (let sent = 0; sent < count; sent += 1) flood.send('1');
      await expect.poll(() => heard, { interval: 1 }).toBe(until);
    };
    await clock.advance(3_600_000);
    await send(120);
    for (let second = 0; second < 3; second += 1) {
      await clock.advance(1_000);
      await send(25);
    }
    flood.send('1');
    const [code] = await once(flood, 'close');
    expect([code, heard]).toEqual([1008, 120 + 3 * 25]);
  });

  it('is none after the clock was set back', async () => {
    const heard: unknown[] = [];
    hub.onMessage((_member, message) => void heard.push(message));
    const page = await enter('192.0.2.1');
    await clock.advance(-3_600_000);
    page.send('1');
    await expect.poll(() => heard).toEqual([1]);
  });

  it('is cut off when it goes on after it was told to stop', async () => {
    const flood = await enter('192.0.2.1');
    // It does not hear the farewell, which it would answer.
    flood.pause();
    for (let sent = 0; sent < 300; sent += 1) flood.send('1');
    await expect.poll(() => hub.size()).toBe(0);
  });
});

describe('a socket that reads nothing', () => {
  it('is cut off before much is kept for it, and those that read hear everything', async () => {
    const [mute, reader] = [await enter('192.0.2.1'), await enter('192.0.2.2')];
    mute.pause();
    let heard = 0;
    reader.on('message', () => {
      heard += 1;
    });
    // More than the machine takes over for a connection.
    const [most, text] = [400, 'x'.repeat(100_000)];
    for (let sent = 1; sent <= most && hub.size() === 2; sent += 1) {
      hub.sendAll({ text });
      await expect.poll(() => heard, { interval: 1 }).toBe(sent);
    }
    await expect.poll(() => hub.size()).toBe(1);
    expect(reader.readyState).toBe(WebSocket.OPEN);
  });

  it('is cut off before more than 64 kB wait beside what the machine took over', async () => {
    const upgraded = once(server, 'upgrade');
    const reader = await enter('192.0.2.1');
    reader.pause();
    const [, socket] = (await upgraded) as [unknown, Duplex];
    let waiting = 0;
    // The system takes the first megabytes.
    for (let sent = 0; !socket.destroyed && sent < 100_000; sent += 1) {
      waiting = Math.max(waiting, socket.writableLength);
      hub.sendAll({ pad: 'x'.repeat(1000) });
    }
    expect(socket.destroyed).toBe(true);
    expect(waiting).toBeLessThan(70_000);
  });
});
