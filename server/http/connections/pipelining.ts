/** Answers the requests of one connection one after the other, however many it sends before it has an answer. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerUnderWay, cutConnection } from './connection-end.ts';

/** Requests that may wait for their turn; each takes some 5 kB. Browsers and proxies let none wait. */
const MOST_WAITING = { ofOne: 300, inAll: 3_000 };

type Waiting = [RequestListener, IncomingMessage, ServerResponse][];

/**
 * Lets a request wait until the answer before it is sent, and one of the same packet until others had their turn. Node
 * hands over every request of a packet at once, thousands of them: visitors would wait until all are answered, and the
 * answers in memory until they are read. A connection with more than may wait is ended without a word, since the answer
 * to that would wait, too. If too many wait in all, the connection is ended whose requests have waited longest: it reads
 * its answers slowly, or not at all.
 */
export function createAnswerInTurn(): (handle: RequestListener) => RequestListener {
  /** In the order in which their first request had to wait. */
  const queues = new Map<Socket, Waiting>();
  let waitingInAll = 0;
  /** The packet that the last request without one before it came in. */
  const packet: { of: Socket | null; endsAt: number } = { of: null, endsAt: 0 };

  function drop(queue: Waiting): void {
    waitingInAll -= queue.length;
    queue.length = 0;
  }

  function makeRoom(): void {
    for (const [socket, queue] of queues) {
      if (queue.length === 0) continue;
      drop(queue);
      cutConnection(socket);
      return;
    }
  }

  function startNext(socket: Socket, queue: Waiting): void {
    if (socket.destroyed) drop(queue);
    const next = queue.shift();
    if (next === undefined) {
      queues.delete(socket);
      return;
    }
    waitingInAll -= 1;
    const [handle, request, response] = next;
    response.once('close', () => setImmediate(startNext, socket, queue));
    handle(request, response);
  }

  /** The requests of a connection that wait. */
  function queueOf(socket: Socket, before: ServerResponse | null): Waiting {
    const known = queues.get(socket);
    if (known !== undefined) return known;
    const queue: Waiting = [];
    queues.set(socket, queue);
    const start = () => setImmediate(startNext, socket, queue);
    if (before === null) start();
    else before.once('close', start);
    return queue;
  }

  return (handle) => (request, response) => {
    const { socket } = request;
    const isNext = answerUnderWay(socket) === response;
    const { bytesRead } = socket;
    if (isNext && (packet.of !== socket || packet.endsAt !== bytesRead)) {
      packet.of = socket;
      packet.endsAt = bytesRead;
      return handle(request, response);
    }
    if (socket.destroyed) return;
    const queue = queueOf(socket, isNext ? null : answerUnderWay(socket));
    if (waitingInAll >= MOST_WAITING.inAll) makeRoom();
    if (queue.length >= MOST_WAITING.ofOne) cutConnection(socket);
    if (socket.destroyed) return;
    waitingInAll += 1;
    queue.push([handle, request, response]);
  };
}
