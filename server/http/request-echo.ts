/**
 * Shows an operator what the proxy passes on: the server notes how `GET /healthz?echo=<id>` came in, and
 * `GET /echoes/<id>` answers it to callers that may see monitoring. Used by `npm run doctor`.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#rules/refusal.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import type { AddressOf } from './limits/forwarded.ts';

export interface RequestEcho {
  /** The address that rate limits use. */
  readonly clientAddress: string;
  /** The other end of the connection: the proxy, if there is one. */
  readonly peerAddress: string;
  readonly forwardedFor: string | null;
  readonly host: string | null;
  readonly requestId: string | null;
}

export type RequestEchoes = ReturnType<typeof createRequestEchoes>;

/** Random: it cannot be guessed. */
const ID = /^[0-9a-f]{32}$/;
/** Anybody may send one. */
const MOST_KEPT = 1_000;
const LONGEST_SHOWN = 200;

export function createRequestEchoes(addressOf: AddressOf) {
  const kept = new BoundedCache<string, RequestEcho>(MOST_KEPT);
  return {
    note({ raw }: FastifyRequest): void {
      const id = /[?&]echo=([^&]*)/.exec(raw.url ?? '')?.[1];
      if (id === undefined || !ID.test(id)) return;
      const header = (name: string): string | null =>
        raw.headers[name]?.toString().slice(0, LONGEST_SHOWN) ?? null;
      kept.set(id, {
        clientAddress: addressOf(raw),
        peerAddress: raw.socket.remoteAddress ?? '',
        forwardedFor: header('x-forwarded-for'),
        host: header('host'),
        requestId: header('x-request-id'),
      });
    },
    find: (id: string): RequestEcho | undefined => kept.get(id),
  };
}

/** @param mayMonitor others get 404 */
export function answerRequestEchoes(
  app: FastifyInstance,
  echoes: RequestEchoes,
  mayMonitor: (request: FastifyRequest) => boolean,
): void {
  app.get<{ Params: { id: string } }>('/echoes/:id', (request, reply) => {
    const echo = mayMonitor(request) ? echoes.find(request.params.id) : undefined;
    if (echo === undefined) throw new Refusal('not-found');
    return reply.header('cache-control', 'no-store').send(echo);
  });
}
