/**
 * How a call came in, for `npm run doctor`: `GET /healthz?arrival=<word>` is noted, and whoever may watch the
 * server asks for it by the word. So an operator sees what the proxy in front really hands on.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#rules/refusal.ts';
import type { AddressOf } from './forwarded.ts';

export interface Arrival {
  /** The address that limits are counted on. */
  readonly counted: string;
  /** Where the connection itself comes from. */
  readonly line: string;
  readonly forwardedFor: string | null;
  readonly host: string | null;
  readonly requestId: string | null;
}

export interface Arrivals {
  note(request: FastifyRequest): void;
  find(word: string): Arrival | undefined;
}

/** Drawn by the doctor: nobody guesses another's. */
const WORD = /^[0-9a-f]{32}$/;
/** The oldest goes: anybody may send one. */
const MOST_KEPT = 1_000;
const LONGEST_SHOWN = 200;

export function createArrivals(addressOf: AddressOf): Arrivals {
  const kept = new Map<string, Arrival>();
  return {
    note({ raw }) {
      const word = /[?&]arrival=([^&]*)/.exec(raw.url ?? '')?.[1];
      if (word === undefined || !WORD.test(word)) return;
      const header = (name: string): string | null =>
        raw.headers[name]?.toString().slice(0, LONGEST_SHOWN) ?? null;
      kept.set(word, {
        counted: addressOf(raw),
        line: raw.socket.remoteAddress ?? '',
        forwardedFor: header('x-forwarded-for'),
        host: header('host'),
        requestId: header('x-request-id'),
      });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    },
    find: (word) => kept.get(word),
  };
}

/** @param mayWatch for others there is no such address */
export function answerArrivals(
  app: FastifyInstance,
  arrivals: Arrivals,
  mayWatch: (request: FastifyRequest) => boolean,
): void {
  app.get<{ Params: { word: string } }>('/arrivals/:word', (request, reply) => {
    const arrival = mayWatch(request) ? arrivals.find(request.params.word) : undefined;
    if (arrival === undefined) throw new Refusal('not-found');
    return reply.header('cache-control', 'no-store').send(arrival);
  });
}
