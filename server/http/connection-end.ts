/** How a connection ends that Node no longer looks after: its last words get out, and no socket is left behind. */
import type { OutgoingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long the other side may take to read our last words and to close its end, in ms. */
const LINGER_MS = 2_000;

/** The answer that is being written on this connection, if any. Node has no public name for it. */
export function answerUnderWay(socket: Duplex): OutgoingMessage | null {
  return (socket as { _httpMessage?: OutgoingMessage | null })._httpMessage ?? null;
}

const ending = new WeakSet<Duplex>();

/** True from `endConnection` on: whatever still goes wrong there is expected. */
export function isEnding(socket: Duplex): boolean {
  return ending.has(socket);
}

/**
 * Ends a connection after what was written to it. A socket closed while bytes lie unread in it resets
 * the connection, and the other side loses the answer: what still comes is read and thrown away.
 */
export function endConnection(socket: Duplex): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  socket.on('error', () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
  socket.end();
}
