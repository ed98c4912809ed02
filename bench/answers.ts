/** HTTP over a connection of one's own, with as little work as possible. */
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

export function openSocket(port: number, hostname = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname, () => resolve(socket));
    socket.setNoDelay(true).once('error', reject);
  });
}

/** Calls `heard` with the head of each answer, once its body is there too. One request at a time. */
export function onAnswer(socket: Socket, heard: (head: string) => void): void {
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf(HEAD_END);
    if (end === -1) return;
    const head = received.toString('latin1', 0, end);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (received.length < end + 4 + length) return;
    received = received.subarray(end + 4 + length);
    heard(head);
  });
}

export const statusOf = (head: string): string => head.slice(9, 12);
