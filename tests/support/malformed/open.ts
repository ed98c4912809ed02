/** Opens a hostile connection and observes the result. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { hasCloseFrame } from './frames.ts';

export interface RawConnection {
  readonly name: string;
  /** Parts in order; each is sent after the previous one was written. */
  readonly sends: readonly (string | Buffer)[];
  /** Sent after the first bytes of an answer. */
  readonly thenSends?: Buffer;
  readonly goes: Going;
  /** Expected statuses in order; omitted where the server may choose. */
  readonly hears?: readonly number[];
}

/**
 * How the client ends. `waits`: until the server ended the connection or sent everything. `waits for the end`: until
 * the server closed it or sent a close frame. `half-closes`: sends FIN, then waits for the server. `leaves`: closes
 * after sending.
 */
export type Going =
  | 'waits'
  | 'waits for the end'
  | 'half-closes'
  | 'leaves'
  | 'resets'
  | 'resets when answered';

interface Heard {
  readonly statuses: readonly number[];
  /** Refusals that came whole, without words or without what keeps a browser from taking them for a page. */
  readonly wordless: readonly string[];
  /** False if the server left the connection open too long. */
  readonly isOver: boolean;
}

/** Longest wait for the server's last bytes or close. */
const WAIT_MS = 10_000;

export async function openMalformed(port: number, malformed: RawConnection): Promise<Heard> {
  const { sends, thenSends, goes, hears } = malformed;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let heard = Buffer.alloc(0);
  const statuses = (): number[] =>
    [...heard.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) =>
      Number(status),
    );

  function isAllSaid(): boolean {
    if (goes === 'waits for the end') return hasCloseFrame(heard);
    if (goes !== 'waits') return false;
    return (
      statuses().length >= (hears === undefined ? 1 : hears.length || Number.POSITIVE_INFINITY)
    );
  }

  /** Called when the client has sent everything. */
  function go(): void {
    if (goes === 'half-closes') socket.end();
    else if (goes === 'resets') socket.resetAndDestroy();
    else if (goes === 'leaves') socket.destroy();
  }

  // A reset is a normal end here.
  socket.on('error', () => {});
  socket.on('close', () => resolve(true));
  socket.on('data', (bytes: Buffer) => {
    if (heard.length === 0 && thenSends !== undefined) socket.write(thenSends, go);
    heard = Buffer.concat([heard, bytes]);
    if (goes === 'resets when answered') socket.resetAndDestroy();
    else if (isAllSaid()) resolve(true);
  });
  const patience = setTimeout(resolve, WAIT_MS, false);
  await once(socket, 'connect');
  for (const piece of sends) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
    await new Promise((done) => socket.write(bytes, done));
  }
  if (thenSends === undefined) go();
  const isOver = await promise;
  clearTimeout(patience);
  socket.destroy();
  return {
    statuses: statuses(),
    wordless: heard.toString('latin1').split(ANSWER).filter(isWordless),
    isOver,
  };
}

const ANSWER = /(?=HTTP\/1\.1 \d{3} )/;

function isWordless(answer: string): boolean {
  const [head = '', body] = answer.split('\r\n\r\n', 2);
  const isWhole =
    body !== undefined && body.length === Number(/^content-length: (\d+)/im.exec(head)?.[1]);
  if (!isWhole || !/^HTTP\/1\.1 [45]/.test(head)) return false;
  return (
    !/^x-content-type-options: nosniff\r?$/im.test(head) || !/^\{"error":"[^"]+".*\}$/s.test(body)
  );
}
