/** Thirty thousand hostile connections during hostile calls, and what they leave behind in the server. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { inParallel } from '#server/jobs/in-parallel.ts';
import { descriptorCount, openConnections } from '#tests/support/malformed/count.ts';
import { openMalformed, type RawConnection } from '#tests/support/malformed/open.ts';
import {
  HEALTHY_CALL,
  MALFORMED_REQUESTS,
  STALLED_REQUESTS,
} from '#tests/support/malformed/requests.ts';
import { MALFORMED_SOCKETS, STALLED_SOCKETS } from '#tests/support/malformed/sockets.ts';
import { residentMegabytes } from './figures.ts';
import type { Fixture } from './fixture.ts';

const AT_ONCE = 32;
const ALL = [...MALFORMED_REQUESTS, ...MALFORMED_SOCKETS];
const STALLED = [...STALLED_REQUESTS, ...STALLED_SOCKETS];
/** Longest wait until the server has closed abandoned connections: for an unread answer Node waits its time twice. */
const DRAINED_MS = 220_000;
/** Time in which an idle server releases memory. */
const REST_MS = 5_000;
/** Lets the server's inspector listen on any free port when requested. */
export const INSPECTED = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

/** Opens connections of each kind in turn; returns what was wrong. */
export async function sendMalformed({ product }: Fixture, count: number): Promise<string[]> {
  const wrong: string[] = [];
  const turns = Array.from({ length: count }, (_, index) => ALL[index % ALL.length]!);
  await inParallel([...turns.entries()], AT_ONCE, async ([index, malformed]) => {
    const { statuses, isOver } = await openMalformed(product.port, malformed);
    const isFault = statuses.some((status) => status >= 500);
    const isOther = malformed.hears !== undefined && `${malformed.hears}` !== `${statuses}`;
    if (isFault || isOther || !isOver) {
      wrong.push(`${malformed.name}: ${statuses.slice(0, 5)}${isOver ? '' : ' and left open'}`);
    }
    if (index % 100 !== 0) return;
    const alive = await openMalformed(product.port, HEALTHY_CALL);
    if (`${alive.statuses}` !== '200') wrong.push(`no sign of life after ${malformed.name}`);
  });
  return wrong;
}

/** Opens connections that stop half-way and never end; the server must close them. */
export function stall({ product }: Fixture, count: number): Socket[] {
  return Array.from({ length: count }, (_, index) => {
    const { sends } = STALLED[index % STALLED.length] as RawConnection;
    const socket = connect({ port: product.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    socket.pause();
    for (const piece of sends) socket.write(piece);
    return socket;
  });
}

export interface Held {
  readonly connections: number;
  /** Without connections to PostgreSQL, which the pool opens as needed. */
  readonly descriptors: number;
  readonly megabytes: number;
}

async function held({ product, sql }: Fixture): Promise<Held> {
  const [pool] = await sql<[{ size: number }]>`
    SELECT count(*) AS size FROM pg_stat_activity WHERE application_name = 'the-mainz'`;
  return {
    connections: openConnections(product),
    descriptors: descriptorCount(product.pid) - pool.size,
    megabytes: residentMegabytes(product.pid),
  };
}

/** Garbage is no leak, so the inspector makes the server collect it. */
async function collectGarbage({ product }: Fixture): Promise<void> {
  process.kill(product.pid, 'SIGUSR1');
  let inspector: string | undefined;
  for (const end = performance.now() + 10_000; inspector === undefined; await sleep(100)) {
    inspector = product
      .logs()
      .match(/ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/g)
      ?.at(-1);
    if (performance.now() > end) throw new Error('the inspector of the server does not listen');
  }
  const socket = new WebSocket(inspector);
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  await once(socket, 'message');
  socket.close();
  await once(socket, 'close');
}

/** Open resources after the server has closed every connection, or after two minutes. */
export async function heldAtRest(fixture: Fixture): Promise<Held> {
  const end = performance.now() + DRAINED_MS;
  while (openConnections(fixture.product) > 0 && performance.now() < end) await sleep(500);
  await collectGarbage(fixture);
  await sleep(REST_MS);
  return held(fixture);
}
