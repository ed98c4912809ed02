/**
 * `GET /healthz`: the process answers, with its version and its number if it is one of SERVERS. `GET /readyz`: database
 * and chain answer too; callers that may see monitoring learn which one does not. Redis is reported but not required: a server works without it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { within } from '#server/jobs/within.ts';
import { VERSION } from '#server/start/version.ts';

const PROBE_TIMEOUT_MS = 3_000;
/** The result is reused that long, however many callers there are. */
const KEPT_MS = 1_000;

export interface Probes {
  database(): Promise<unknown>;
  chain(): Promise<unknown>;
  readonly redis?: (() => boolean) | undefined;
  /** The number of this one of SERVERS. */
  readonly server?: number | undefined;
  /** Called with every `/healthz`. */
  readonly onAlive?: (request: FastifyRequest) => void;
}

interface Readiness {
  readonly database: boolean;
  readonly chain: boolean;
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
        ...(mayMonitor(request) && {
          ...readiness,
          ...(probes.redis && { redis: probes.redis() }),
        }),
      });
  });
}

async function probe(probes: Probes): Promise<Readiness> {
  const [database, chain] = await Promise.all([isUp(probes.database), isUp(probes.chain)]);
  return { database, chain };
}

function isUp(ask: () => Promise<unknown>): Promise<boolean> {
  return within(PROBE_TIMEOUT_MS, ask(), 'no answer').then(
    () => true,
    () => false,
  );
}
