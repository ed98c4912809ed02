/** A Colyseus server with the battle room. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { tellFigures } from '../measured-process.ts';
import { BattleRoom } from './battle-room.ts';

/** More seldom than our server pings, which costs less. In ms. */
const PING_MS = 30_000;

/** Longer than a part of the benchmark, so that no connection ends while others play. */
const KEEP_ALIVE_MS = 600_000;

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
const colyseus = new Server({
  transport: new WebSocketTransport({ server, pingInterval: PING_MS }),
  greet: false,
  gracefullyShutdown: false,
});
colyseus.define('battle', BattleRoom);
await colyseus.listen(0, '127.0.0.1');
tellFigures((server.address() as AddressInfo).port);
