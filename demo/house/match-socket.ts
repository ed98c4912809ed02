/** A WebSocket to the product at /ws, as a page opens it. */
import { once } from 'node:events';
import type { Agent } from 'node:http';
import { WebSocket } from 'ws';
import type { Match } from '#contract/battle.ts';
import type { ClientMessage, ServerMessage } from '#contract/live.ts';

/** The server pings every 10 s: after this silence the connection is dead, in ms. */
const SILENCE_MS = 75_000;
const HANDSHAKE_MS = 10_000;

interface MatchSocketOptions {
  readonly origin: string;
  /** The session cookie: decides whose matches arrive. */
  readonly cookie: string | null;
  readonly connections?: Agent | undefined;
  readonly onMatch: (match: Match) => void;
  /** What its calls call it: what they answer is not sent as well. */
  readonly name: string;
}

export type MatchSocket = Awaited<ReturnType<typeof openMatchSocket>>;

/**
 * @returns `closed` resolves when the connection has ended
 * @throws when the connection fails
 */
export async function openMatchSocket({
  origin,
  cookie,
  connections,
  onMatch,
  name,
}: MatchSocketOptions) {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/ws`, {
    // No Origin, like the calls: it would have to be the public one, and a program needs none.
    headers: cookie === null ? {} : { cookie },
    handshakeTimeout: HANDSHAKE_MS,
    perMessageDeflate: false,
    agent: connections,
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'open');
  const naming: ClientMessage = { type: 'name-socket', name };
  socket.send(JSON.stringify(naming));
  socket.on('error', () => {}); // 'close' comes next
  const watch = setTimeout(() => socket.terminate(), SILENCE_MS);
  socket.on('ping', () => watch.refresh());
  socket.on('message', (data) => {
    watch.refresh();
    const message = JSON.parse(String(data)) as ServerMessage;
    if ('match' in message) onMatch(message.match);
  });
  void closed.then(() => clearTimeout(watch));
  return { closed, close: () => socket.terminate() };
}
