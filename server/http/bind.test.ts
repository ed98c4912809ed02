import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { pino } from 'pino';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type ApiKey, api } from '#contract/api.ts';
import type { Address } from '#rules/address.ts';
import { HTTP_SETTINGS } from '#tests/support/http-settings.ts';
import { BadInputError } from './answer-errors.ts';
import { type AnyHandlers, bindRoutes, read } from './bind.ts';
import { type Handler, JsonText, Lines } from './handlers.ts';
import { createLimits } from './limits/limits.ts';

function faultsIn(shape: z.ZodType, input: unknown): number {
  try {
    read(shape, input);
    return 0;
  } catch (error) {
    if (error instanceof BadInputError) return error.issues.length;
    throw error;
  }
}

describe('input', () => {
  it.each([['no address'], [0], [null], [{}]])('is looked at to the first fault: %j', (wrong) => {
    const { body } = api['POST /api/nft-groups/{walletAddress}'];
    const nftTokenIds = Array(19_000).fill(wrong);
    const groups = [{ groupId: 'g', groupName: 'Mine', nftTokenIds }];
    expect(faultsIn(body, { groups })).toBe(1);
  });

  it('is counted before any of it is looked at', () => {
    let looked = 0;
    const item = z.string().refine(() => {
      looked += 1;
      return true;
    });
    const shape = z.object({ ids: z.array(item).max(10) });
    expect(faultsIn(shape, { ids: Array(215_000).fill('right') })).toBe(1);
    expect(looked).toBe(0);
  });
});

async function serve(handlers: AnyHandlers) {
  const logged: string[] = [];
  const app = Fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  bindRoutes(app, handlers, {
    settings: HTTP_SETTINGS,
    limits: createLimits({ take: () => 0 }, 1),
    addressOf: () => '192.0.2.1',
    findSession: () => null,
    onSeen: () => {},
    checksAnswers: false,
    log: pino({}, { write: (line) => void logged.push(line) }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, logged };
}

const PIECE = 'x'.repeat(32 * 1024 * 1024);
const UNREAD = {
  'GET /api/nfts': async () => new JsonText<[]>(`["${PIECE}"]`),
  async 'GET /api/booster-pack/rounds/{id}/list'() {
    async function* pieces() {
      for (;;) yield PIECE;
    }
    return new Lines<string>(pieces, 'list');
  },
};

describe('answers that nobody reads', () => {
  it.each([['/api/nfts'], ['/api/booster-pack/rounds/1/list']])(
    'are cut off before all of them fill the memory: %s',
    async (path) => {
      const { app, port } = await serve(UNREAD);
      let cut = 0;
      app.server.on('connection', (socket) =>
        socket.on('close', () => {
          cut += 1;
        }),
      );
      for (let asked = 1; asked <= 4; asked += 1) {
        const reader = connect(port, '127.0.0.1').on('error', () => {});
        onTestFinished(() => void reader.destroy());
        reader.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
        await once(reader, 'readable');
      }
      await expect.poll(() => cut).toBeGreaterThan(0);
    },
  );
});

describe('an answer of lines', () => {
  const list = (pieces: Lines<string>['pieces']): AnyHandlers => ({
    'GET /api/booster-pack/rounds/{id}/list': async () => new Lines<string>(pieces, 'list'),
  });
  const readAll = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/booster-pack/rounds/1/list`);
    return answer.text();
  };

  it('that fails in the middle is cut off, and the log tells why', async () => {
    const { port, logged } = await serve(
      list(async function* () {
        yield 'one\n';
        throw new Error('the table is gone');
      }),
    );
    await expect(readAll(port)).rejects.toThrow();
    await expect.poll(() => logged.join()).toContain('the table is gone');
  });

  it('whose reader leaves is no fault', async () => {
    const over = Promise.withResolvers<void>();
    const { port, logged } = await serve(
      list(async function* () {
        try {
          for (;;) yield PIECE;
        } finally {
          over.resolve();
        }
      }),
    );
    const reader = connect(port, '127.0.0.1').on('error', () => {});
    reader.write('GET /api/booster-pack/rounds/1/list HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(reader, 'readable');
    reader.destroy();
    await over.promise;
    expect(logged).toEqual([]);
  });
});

type CallerWallet<K extends ApiKey> = Parameters<Handler<K>>[0]['caller']['wallet'];

/** Checked by the compiler. */
describe('the access of a route', () => {
  it('gives its handler a wallet where a session is needed', () => {
    expectTypeOf<CallerWallet<'GET /api/auth/session'>>().toEqualTypeOf<Address>();
    expectTypeOf<CallerWallet<'POST /api/transfers'>>().toEqualTypeOf<Address>();
    expectTypeOf<
      CallerWallet<'POST /api/booster-pack/whitelist/recheck'>
    >().toEqualTypeOf<Address>();
    expectTypeOf<CallerWallet<'GET /api/nfts'>>().toEqualTypeOf<Address | null>();
    expectTypeOf<CallerWallet<'GET /api/stats'>>().toEqualTypeOf<null>();
  });
});
