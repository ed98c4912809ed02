/** Metrics and probes: who may see them, and what they say. */
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { VERSION } from '#server/start/version.ts';
import { asked } from '#tests/support/asked.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { send, startProduct } from '#tests/support/in-process-product.ts';

const product = await forThisFile(startProduct({ config: { trustProxy: null } }));
const apart = await forThisFile(startProduct({ config: { trustProxy: null, metricsPort: 0 } }));

const READY = { status: 'ok', database: true, writes: true, chain: true };

describe('a stranger', () => {
  const NOT_FOUND = [404, { error: 'There is nothing at this address.', reason: 'not-found' }];
  const tell = async (at: { readonly origin: string }, headers = {}) => {
    const [ready, metrics] = [
      await send(at, 'GET', '/readyz', { headers }),
      await send(at, 'GET', '/metrics', { headers }),
    ];
    return { ready: [ready.status, ready.body], metrics: [metrics.status, metrics.body] };
  };
  const calledAs = async (host: string, path: string) => {
    const { status, text } = await asked({ port: product.port, path, headers: { host } });
    return [status, text];
  };
  const NOTHING = { ready: [200, { status: 'ok' }], metrics: NOT_FOUND };

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'comes through a proxy of this machine, which says so in %s',
    async (name) => {
      expect(await tell(product, { [name]: '127.0.0.1' })).toEqual(NOTHING);
    },
  );

  it.each(['cards.example', '127.0.0.1.example', 'localhost.example', '[::1].example'])(
    'is a page in a browser of this machine, whose name %s leads here',
    async (name) => {
      for (const host of [name, `${name}:${product.port}`]) {
        expect([await calledAs(host, '/readyz'), await calledAs(host, '/metrics')]).toEqual([
          [200, JSON.stringify({ status: 'ok' })],
          [404, JSON.stringify(NOT_FOUND[1])],
        ]);
      }
    },
  );

  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:3000', '[::1]:3000'])(
    'is nobody who asks for %s',
    async (host) => {
      expect(await calledAs(host, '/readyz')).toEqual([200, JSON.stringify(READY)]);
    },
  );

  it.each([
    ['a proxy is set', { trustProxy: '127.0.0.1' }],
    ['only a proxy can serve PUBLIC_ORIGIN', { publicOrigin: 'https://cards.example' }],
  ])('is everybody where %s', async (_, config) => {
    expect(await tell(await product.another(config))).toEqual(NOTHING);
  });

  it('is everybody beside the port that is made for it', async () => {
    expect(await tell(apart)).toEqual(NOTHING);
    await apart.app.monitoring!.listen({ host: '127.0.0.1', port: 0 });
    const { port } = apart.app.monitoring!.server.address() as AddressInfo;
    const monitoring = { origin: `http://127.0.0.1:${port}` };
    expect((await send(monitoring, 'GET', '/readyz', { headers: { via: 'x' } })).body).toEqual(
      READY,
    );
    expect((await send(monitoring, 'GET', '/metrics')).text).toContain(
      'mainz_http_request_seconds',
    );
    const echo = '/echoes/00000000000000000000000000000000';
    for (const [method, path] of [
      ['GET', '/api/stats'],
      ['GET', echo],
      ['POST', '/healthz'],
    ] as const) {
      const { status, body } = await send(monitoring, method, path);
      expect([status, body], path).toEqual(NOT_FOUND);
    }
    // A page of another site, whose name leads to that port, is read by a browser; Prometheus has no language.
    const browser = { 'accept-language': 'en' };
    const figures = async (host: string, headers = {}) => {
      const { status } = await asked({ port, path: '/metrics', headers: { host, ...headers } });
      return status;
    };
    for (const host of ['cards.example', `cards.example:${port}`, `10.0.0.1.example.:${port}`]) {
      expect([await figures(host, browser), await figures(host)], host).toEqual([404, 200]);
    }
    for (const host of [`localhost:${port}`, `10.0.0.1:${port}`, `[fd00::1]:${port}`, 'one:9464']) {
      expect(await figures(host, browser), host).toBe(200);
    }
  });
});

describe('the probes', () => {
  /** The last answer is kept for a second. */
  const askedAnew = async (path: string) => {
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const { status, body } = await send(product, 'GET', path);
    return [status, body];
  };

  it('tell whether we live, and whether database and chain answer', { tags: 'B4' }, async () => {
    expect((await send(product, 'GET', '/healthz')).body).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commit: VERSION.commit,
    });
    expect((await send(product, 'GET', '/readyz')).body).toEqual(READY);
    product.node.faults.set({ kind: '502' });
    expect(await askedAnew('/readyz')).toEqual([
      503,
      { status: 'unavailable', database: true, writes: true, chain: false },
    ]);
    // A proxy can exclude the chain, and does not wait for it either.
    product.node.requests.reset();
    const { chain: _, ...withoutChain } = READY;
    expect(await askedAnew('/readyz?exclude=chain')).toEqual([200, withoutChain]);
    expect(product.node.requests.count()).toBe(0);
    product.node.faults.clear();
    await product.shutDatabase();
    expect(await askedAnew('/readyz')).toEqual([
      503,
      { status: 'unavailable', database: false, writes: false, chain: true },
    ]);
    expect((await askedAnew('/readyz?exclude=chain'))[0]).toBe(503);
    await product.openDatabase();
    expect((await send(product, 'GET', '/healthz')).status).toBe(200);
  });

  it("tell of the battle's three lanes what waits, what is under way and since when", async () => {
    const { text } = await send(product, 'GET', '/metrics');
    for (const name of ['waiting', 'under_way', 'oldest_seconds']) {
      for (const lane of ['openings', 'starts', 'changes']) {
        expect(text).toContain(`mainz_lane_${name}{lane="${lane}"} 0\n`);
      }
    }
  });

  it('count by route, not by what was typed', async () => {
    await send(product, 'GET', '/api/user/0x1');
    const { headers, text } = await send(product, 'GET', '/metrics');
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(
      /mainz_http_request_seconds_count\{method="GET",route="\/api\/user\/:address",status="404"\} \d+/,
    );
    expect(text).not.toContain('0x1');
  });
});
