import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { refuseAbandonedWrites } from './abandoned-writes.ts';

const app = Fastify();
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

it('A write that was being let in when the process stood still is not made once it was given up', async () => {
  const asking: string[] = [];
  const letIn = Promise.withResolvers<void>();
  const made: string[] = [];
  refuseAbandonedWrites(app);
  app.setErrorHandler((_error, request, reply) => {
    made.push(`refused ${request.url}`);
    return reply.code(503).send();
  });
  app.route({
    method: 'POST',
    url: '/:write',
    // As the limits are asked at Redis.
    onRequest: async ({ url }) => {
      asking.push(url);
      await letIn.promise;
    },
    handler: async (request) => {
      made.push(`made ${request.url}`);
      return '';
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const waiting = fetch(`http://127.0.0.1:${port}/waited-for`, { method: 'POST' });
  const gone = connect(port, '127.0.0.1');
  gone.write('POST /given-up HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  await expect.poll(() => asking).toHaveLength(2);
  gone.destroy();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  letIn.resolve();
  expect((await waiting).status).toBe(200);
  await expect.poll(() => made.toSorted()).toEqual(['made /waited-for', 'refused /given-up']);
});
