/** Ends connections that Node no longer manages: what was written is delivered and no socket is left open. */
import type { ServerResponse } from 'node:http';
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
