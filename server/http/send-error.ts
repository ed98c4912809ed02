/** Answers what a handler threw, and logs a fault. */
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { DatabaseError } from '#server/db/database-error.ts';
import { ClientGoneError, errorAnswer } from './answer-errors.ts';
import { endConnection } from './connections/connection-end.ts';

/** The request id that a proxy set, for the log. Anybody can send one, so it proves nothing. */
function requestIdOf(sent: string | string[] | undefined): { requestId?: string } {
  return typeof sent === 'string' && /^[\w.:-]{1,80}$/.test(sent) ? { requestId: sent } : {};
}

/** All calls fail alike while the database is away: one line is enough. */
const TELL_EVERY_MS = 60_000;

export function createErrorSender(log: Logger) {
  let toldAt = -TELL_EVERY_MS;

  function tellIfAway(thrown: unknown): void {
    if (!(thrown instanceof DatabaseError) || !thrown.isAway) return;
    const now = performance.now();
    if (now - toldAt < TELL_EVERY_MS) return;
    toldAt = now;
    log.warn({ err: thrown }, 'the database takes nothing');
  }

  return (thrown: unknown, reply: FastifyReply): FastifyReply => {
    tellIfAway(thrown);
    return sendError(thrown, reply, log);
  };
}

function sendError(thrown: unknown, reply: FastifyReply, log: Logger): FastifyReply {
  const { raw } = reply.request;
  // Node would close the connection while the body still arrives, and the client could lose the answer.
  if (!raw.complete) raw.socket.destroySoon = () => endConnection(raw.socket);
  // Reading the body failed: the client is gone.
  const isBrokenOff = thrown !== undefined && thrown === reply.request.raw.errored;
  const error = isBrokenOff ? new ClientGoneError() : thrown;
  const { status, body, faultId, retryAfterSeconds } = errorAnswer(error);
  if (faultId !== undefined) {
    // The route's pattern, never the path with the caller's text.
    const route = `${reply.request.method} ${reply.request.routeOptions.url ?? 'unknown path'}`;
    const requestId = requestIdOf(reply.request.headers['x-request-id']);
    log.error({ err: thrown, faultId, route, ...requestId }, 'request failed');
  }
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body));
}
