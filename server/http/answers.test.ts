import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { HTTP_SETTINGS } from '#tests/support/http-settings.ts';
import { answerStyle, writeAnswer } from './answers.ts';
import { JsonText, Reply } from './handlers.ts';

const apps: FastifyInstance[] = [];
afterAll(() => Promise.all(apps.map((app) => app.close())));

/** A server with one polled route that answers `answer`, over a real connection. */
async function serve(answer: unknown) {
  const app = Fastify();
  const style = answerStyle(api['GET /api/game/matches/{id}'], HTTP_SETTINGS);
  app.get('/', async (request, reply) => writeAnswer(answer, style, request, reply));
  await app.listen({ port: 0, host: '127.0.0.1' });
  apps.push(app);
  const { port } = app.server.address() as { port: number };
  return (init?: RequestInit) => fetch(`http://127.0.0.1:${port}/`, init);
}

describe('an answer that is text already', () => {
  const text = `{"long":"${'é'.repeat(2_000)}"}`;
  let ask: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    ask = await serve(new Reply(new JsonText(text), { etag: 'v1' }));
  });

  it('is sent as it stands, with the name of its state', async () => {
    const answer = await ask({ headers: { 'accept-encoding': 'identity' } });
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get('etag')).toBe('"v1"');
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(answer.headers.get('vary')).toBe('cookie, accept-encoding');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is compressed for those who take it', async () => {
    const answer = await ask({ headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(await answer.text()).toBe(text);
  });

  it('is not sent again to those who know it', async () => {
    const answer = await ask({ headers: { 'if-none-match': '"v0", W/"v1"' } });
    expect([answer.status, await answer.text()]).toEqual([304, '']);
    expect(answer.headers.get('etag')).toBe('"v1"');
    expect(answer.headers.has('content-length')).toBe(false);
  });

  it('has its head alone for HEAD', async () => {
    const answer = await ask({ method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(await answer.text()).toBe('');
  });
});
