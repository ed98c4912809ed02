/**
 * `GET /healthz`: the process answers, with its version and its number if it is one of SERVERS. `GET /readyz`: database and
 * chain answer, too; `?exclude=chain` leaves the chain out. Proxies ask that of every server: no match needs the chain, and
 * were it asked for, they would take all servers out while it is away. Callers that may see monitoring learn what is out of
 * order. Two things are reported but not required: Redis, since a server works without it, and that the database takes
 * writes, since what is read is answered meanwhile.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { within } from '#server/jobs/within.ts';
import { VERSION } from '#server/start/version.ts';

const PROBE_TIMEOUT_MS = 3_000;
/** The result is reused that long, however many callers there are. */
const KEPT_MS = 1_000;

export interface Probes {
  /** Whether it takes writes, too. */
  database(): Promise<boolean>;
  chain(): Promise<unknown>;
  readonly redis?: (() => boolean) | undefined;
  /** The number of this one of SERVERS. */
  readonly server?: number | undefined;
  /** Called with every `/healthz`. */
  readonly onAlive?: (request: FastifyRequest) => void;
}

/** @param mayMonitor others see the status only */
export function answerHealth(
  app: FastifyInstance,
  probes: Probes,
  mayMonitor: (request: FastifyRequest) => boolean,
): void {
  app.get('/healthz', (request, reply) => {
    probes.onAlive?.(request);
    return reply
      .header('cache-control', 'no-store')
      .send({ status: 'ok', ...VERSION, server: probes.server });
  });

  const askDatabase = atMostOnce(() =>
    answerOf(probes.database).then(
      (writes) => ({ database: true, writes }),
      () => ({ database: false, writes: false }),
    ),
  );
  const isChainUp = atMostOnce(() =>
    answerOf(probes.chain).then(
      () => true,
      () => false,
    ),
  );
  app.get<{ Querystring: { exclude?: unknown } }>('/readyz', async (request, reply) => {
    const isChainAsked = request.query.exclude !== 'chain';
    const [stored, chain] = await Promise.all([askDatabase(), isChainAsked && isChainUp()]);
    const isReady = stored.database && (chain || !isChainAsked);
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: isReady ? 'ok' : 'unavailable',
        ...(mayMonitor(request) && {
          ...stored,
          ...(isChainAsked && { chain }),
          ...(probes.redis && { redis: probes.redis() }),
        }),
      });
  });
}

/** At most once in KEPT_MS, however often it is asked. */
function atMostOnce<T>(probe: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; result: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (kept === undefined || now - kept.at > KEPT_MS) kept = { at: now, result: probe() };
    return kept.result;
  };
}

const answerOf = <T>(ask: () => Promise<T>): Promise<T> =>
  within(PROBE_TIMEOUT_MS, ask(), 'no answer');
