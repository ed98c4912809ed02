import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { blockOf, networkOf } from '#server/http/caller.ts';
import { ManualClock } from '#server/ports/clock.ts';
import { createHub, type Visitor } from './hub.ts';

const from = (ip: string): Visitor => ({
  wallet: null,
  sessionToken: null,
  network: networkOf(ip),
  block: blockOf(ip),
});

const hub = createHub({
  findSession: async () => null,
  clock: new ManualClock(),
  log: pino({ level: 'silent' }),
  most: { all: 6, network: 2, block: 4, wallet: 1 },
});
const server = createServer();
server.on('upgrade', (request, socket, head) => {
  hub.take(from(request.headers['x-from'] as string), request, socket, head);
});

beforeEach(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  await hub.close();
  server.close();
});

async function enter(ip: string): Promise<WebSocket> {
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers: { 'x-from': ip } });
  await once(socket, 'open');
  return socket;
}

describe('the room for sockets', () => {
  it('is a share of the whole for a network and for a /48, and comes back', async () => {
    const first = await enter('2001:db8::1');
    await enter('2001:db8::2');
    expect(hub.hasRoom(from('2001:db8::3'))).toBe(false);
    expect(hub.hasRoom(from('2001:db8:0:1::1'))).toBe(true);
    await enter('2001:db8:0:1::1');
    await enter('2001:db8:0:2::1');
    expect(hub.hasRoom(from('2001:db8:0:3::1'))).toBe(false);
    expect(hub.hasRoom(from('2001:db8:1::1'))).toBe(true);
    expect(hub.hasRoom(from('192.0.2.1'))).toBe(true);
    first.close();
    await expect.poll(() => hub.hasRoom(from('2001:db8:0:3::1'))).toBe(true);
  });
});
