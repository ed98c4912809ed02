/**
 * `GET /healthz`: the process answers, and says which version it is. `GET /readyz`: so do the database and the chain; which of them does
 * not is told to whoever watches the server. Redis is told
 * where it is used, and is no condition: without it a server goes on alone.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { VERSION } from '#server/start/version.ts';

/** How long one probe may take, in ms, and how long its result is told again. */
const PROBE_MS = 3_000;
const KEPT_MS = 1_000;

export interface Probes {
  database(): Promise<unknown>;
  chain(): Promise<unknown>;
  readonly redis?: (() => boolean) | undefined;
  /** Hears of every `/healthz`. */
  readonly onAlive?: (request: FastifyRequest) => void;
}

interface Readiness {
  readonly database: boolean;
  readonly chain: boolean;
}

/** @param mayWatch whether the caller is told more than the bare status */
export function answerHealth(
  app: FastifyInstance,
  probes: Probes,
  mayWatch: (request: FastifyRequest) => boolean,
): void {
  app.get('/healthz', (request, reply) => {
    probes.onAlive?.(request);
    return reply.header('cache-control', 'no-store').send({ status: 'ok', ...VERSION });
  });

  // However many ask, the database and the chain are asked once a second.
  let kept: { at: number; readiness: Promise<Readiness> } | undefined;
  app.get('/readyz', async (request, reply) => {
    const now = performance.now();
    if (kept === undefined || now - kept.at > KEPT_MS) kept = { at: now, readiness: probe(probes) };
    const readiness = await kept.readiness;
    const isReady = readiness.database && readiness.chain;
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: isReady ? 'ok' : 'unavailable',
        ...(mayWatch(request) && { ...readiness, ...(probes.redis && { redis: probes.redis() }) }),
      });
  });
}

async function probe(probes: Probes): Promise<Readiness> {
  const [database, chain] = await Promise.all([isUp(probes.database), isUp(probes.chain)]);
  return { database, chain };
}

async function isUp(ask: () => Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<boolean>();
  const timer = setTimeout(giveUp, PROBE_MS, false);
  try {
    return await Promise.race([
      ask().then(
        () => true,
        () => false,
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
