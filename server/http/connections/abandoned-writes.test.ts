import { stat } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { refuseAbandonedWrites } from './abandoned-writes.ts';

const closing: FastifyInstance[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const app of closing.splice(0)) await app.close();
});

type Made = (write: string) => void;

/** A server on which all writes wait to be let in, as the limits are asked at Redis; and two writes that do. */
async function letInTwo(made: Made) {
  const asking: string[] = [];
  const letIn = Promise.withResolvers<void>();
  const app = Fastify();
  closing.push(app);
  refuseAbandonedWrites(app);
  app.setErrorHandler((_error, { url }, reply) => {
    made(`refused ${url}`);
    return reply.code(503).send();
  });
  app.route({
    method: 'POST',
    url: '/:write',
    onRequest: async ({ url }) => {
      asking.push(url);
      await letIn.promise;
    },
    handler: async ({ url }) => {
      made(`made ${url}`);
      return '';
    },
  });
  // One that need not wait.
  app.put('/seen', async () => '');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const gone = connect(port, '127.0.0.1');
  gone.write('POST /given-up HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  await expect.poll(() => asking).toHaveLength(1);
  const waiting = fetch(`${url}/waited-for`, { method: 'POST' });
  await expect.poll(() => asking).toHaveLength(2);
  return { waiting, gone, letIn, url };
}

it('A write that came while calls could be old ones is one also if it is let in long after that', async () => {
  const made: string[] = [];
  const { gone, waiting, letIn, url } = await letInTwo((write) => made.push(write));
  const now = performance.now.bind(performance);
  let later = 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  await fetch(`${url}/seen`, { method: 'PUT' });
  gone.destroy();
  later += 2_500;
  letIn.resolve();
  expect((await waiting).status).toBe(200);
  await expect.poll(() => made.toSorted()).toEqual(['made /waited-for', 'refused /given-up']);
});

it('A write is made while the process never stood still, though its client has left', async () => {
  const made: string[] = [];
  const { gone, waiting, letIn, url } = await letInTwo((write) => made.push(write));
  const now = performance.now.bind(performance);
  let later = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  // Each call looks at the time, too.
  for (; later < 5_000; later += 500) await fetch(`${url}/seen`, { method: 'PUT' });
  gone.destroy();
  letIn.resolve();
  expect((await waiting).status).toBe(200);
  await expect.poll(() => made.toSorted()).toEqual(['made /given-up', 'made /waited-for']);
});

it('A read gets no hook, which each poll would pay for', async () => {
  const app = Fastify();
  closing.push(app);
  refuseAbandonedWrites(app);
  const hooked: string[] = [];
  app.addHook('onRoute', ({ method, preHandler }) => {
    if (preHandler !== undefined) hooked.push(String(method));
  });
  for (const method of ['GET', 'PATCH'] as const) {
    app.route({ method, url: '/', handler: async () => '' });
  }
  await app.ready();
  expect(hooked).toEqual(['PATCH']);
});

it.each([
  ['the process goes on at once', 0, 'destroy'],
  ['its connection was broken off', 0, 'resetAndDestroy'],
  ['it is so busy afterwards that it has not read yet who is gone', 100, 'destroy'],
] as const)(
  'A write that was being let in when the process stood still is not made once it was given up: %s',
  async (_, busyMs, leave) => {
    const made: string[] = [];
    const { waiting, gone, letIn } = await letInTwo((write) => made.push(write));
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
    // Goes on where Node reads sockets, as calls do: timers that are due come before the next reading.
    await new Promise((resolve) => stat('.', resolve));
    gone[leave]();
    letIn.resolve();
    // Until the writes are about to be made.
    for (let step = 0; step < 100; step += 1) await null;
    for (const until = now() + busyMs; now() < until; );
    expect((await waiting).status).toBe(200);
    await expect.poll(() => made.toSorted()).toEqual(['made /waited-for', 'refused /given-up']);
  },
);
