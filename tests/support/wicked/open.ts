/** Opens a wicked connection and sees how it goes. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { saysGoodbye } from './frames.ts';

export interface WickedConnection {
  readonly name: string;
  /** Pieces in their order; each goes when the one before was handed over. */
  readonly sends: readonly (string | Buffer)[];
  /** Sent when the first bytes of an answer are heard. */
  readonly thenSends?: Buffer;
  readonly goes: Going;
  /** Statuses of the answers in their order; left out where the server may choose. */
  readonly hears?: readonly number[];
}

/**
 * How the client goes. `waits`: until the server ended the connection or said all it is to say.
 * `waits for the end`: until it ended it, or the socket was told goodbye. `half-closes`: it sends its
 * end, then waits for the server's. `leaves`: when all is sent.
 */
export type Going =
  | 'waits'
  | 'waits for the end'
  | 'half-closes'
  | 'leaves'
  | 'resets'
  | 'resets when answered';

export interface Heard {
  readonly statuses: readonly number[];
  /** False where the server left the connection open for too long. */
  readonly isOver: boolean;
}

/** Longest wait for the server to say its last word or end the connection, in ms. */
const PATIENCE_MS = 10_000;

export async function openWicked(port: number, wicked: WickedConnection): Promise<Heard> {
  const { sends, thenSends, goes, hears } = wicked;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let heard = Buffer.alloc(0);
  const statuses = (): number[] =>
    [...heard.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) =>
      Number(status),
    );

  function isAllSaid(): boolean {
    if (goes === 'waits for the end') return saysGoodbye(heard);
    if (goes !== 'waits') return false;
    return (
      statuses().length >= (hears === undefined ? 1 : hears.length || Number.POSITIVE_INFINITY)
    );
  }

  /** What the client does when it has sent everything. */
  function go(): void {
    if (goes === 'half-closes') socket.end();
    else if (goes === 'resets') socket.resetAndDestroy();
    else if (goes === 'leaves') socket.destroy();
  }

  // Who breaks off is told by a reset, or by nothing: either is an end.
  socket.on('error', () => {});
  socket.on('close', () => resolve(true));
  socket.on('data', (bytes: Buffer) => {
    if (heard.length === 0 && thenSends !== undefined) socket.write(thenSends, go);
    heard = Buffer.concat([heard, bytes]);
    if (goes === 'resets when answered') socket.resetAndDestroy();
    else if (isAllSaid()) resolve(true);
  });
  const patience = setTimeout(resolve, PATIENCE_MS, false);
  await once(socket, 'connect');
  for (const piece of sends) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
    await new Promise((done) => socket.write(bytes, done));
  }
  if (thenSends === undefined) go();
  const isOver = await promise;
  clearTimeout(patience);
  socket.destroy();
  return { statuses: statuses(), isOver };
}
