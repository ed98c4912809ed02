/** Ends connections that Node no longer manages: what was written is delivered and no socket is left open. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Time for the other side to read the rest and close its end. */
const LINGER_MS = 2_000;

/** The answer being written on this connection, if any. Node has no public name for it. */
export function answerUnderWay(socket: Duplex): ServerResponse | null {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? null;
}

const ending = new WeakSet<Duplex>();

/** True after `endConnection`: later errors are expected. */
export function isEnding(socket: Duplex): boolean {
  return ending.has(socket);
}

/**
 * Ends a connection after pending writes. Closing a socket with unread bytes resets the connection and the other side
 * loses the answer, so remaining input is read and discarded. Node would look for requests in it, which costs a hundred
 * times as much; a listener of our own takes the input from it.
 */
export function endConnection(socket: Duplex): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  socket.on('error', () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.removeAllListeners('data').on('data', () => {});
  socket.resume();
  socket.end();
}

/** An answer without Fastify: the status with its reason, and words for a person. */
export type RawRefusal = readonly [status: string, words: string];

export const TOO_LARGE: RawRefusal = ['413 Content Too Large', 'That request is too large.'];

export function refuseRaw(socket: Duplex, refusal: RawRefusal): void {
  if (!socket.writable) return;
  socket.write(rawAnswer(refusal));
  endConnection(socket);
}

function rawAnswer([status, words]: RawRefusal): string {
  const body = JSON.stringify({ error: words });
  return (
    `HTTP/1.1 ${status}\r\n` +
    `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n` +
    `X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`
  );
}

/** Node's parser keeps the function that gets each part of a body under this number. */
const ON_BODY = 3;

interface Parser {
  onIncoming: (() => number) | null;
  [ON_BODY]: unknown;
}

/**
 * For a connection that ends: Node makes no requests of the rest of the packet, which costs a tenth of making them. There
 * is no public way to stop it, but it stops where `onIncoming` says that an upgrade (2) begins.
 */
export function stopReading(socket: Socket): void {
  const { parser } = socket as { parser?: Parser | null };
  if (!parser) return;
  parser.onIncoming = () => 2;
  const onBody = parser[ON_BODY];
  parser[ON_BODY] = null;
  // Node uses the same parser for a later connection.
  socket.once('close', () => {
    parser[ON_BODY] ??= onBody;
  });
}

/**
 * Ends a connection at once, in the middle of a packet.
 * @param refusal lost when the client has sent more than that packet: reading that first would cost what this saves
 */
export function cutConnection(socket: Socket, refusal?: RawRefusal): void {
  stopReading(socket);
  if (refusal !== undefined) socket.write(rawAnswer(refusal), () => socket.destroy());
  else socket.destroy();
}
