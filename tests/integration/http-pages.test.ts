/** Pages, files, API documents and probes. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { formatCountOf } from '#rules/amounts.ts';
import { webFile } from '#server/http/pages/web-files.ts';
import { asked } from '#tests/support/asked.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { json, send, startProduct } from '#tests/support/in-process-product.ts';
import { sampleCalls } from '#tests/support/sample-calls.ts';

const HTML =
  '<!doctype html><html><head><title>The MAINZ</title><script type="application/json" id="settings"></script></head><body></body></html>';
const SCRIPT = 'console.log(1);'.repeat(200);
const EVIL = '</script><script>alert(1)</script>';

const files: [path: string, text: string][] = [
  ['/index.html', HTML],
  ['/assets/main-abc123.js', SCRIPT],
  ['/art/cards/1.svg', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
];
const product = await forThisFile(
  startProduct({
    config: {
      explorerTemplate: `https://explorer.example/{id}?${EVIL}`,
      ipfsGateways: ['http://gateway.test:8080/ipfs/{cid}'],
    },
    webFiles: new Map(files.map(([path, text]) => [path, webFile(path, Buffer.from(text))])),
  }),
);

describe('the page', () => {
  it.each([
    '/',
    '/profile',
    '/games',
    '/admin',
    '/the-mainz',
    '/trading-card-game',
    '/games?x=1',
    '/games/',
  ])('is there at %s', { tags: 'pages-1' }, async (path) => {
    const { status, headers, text } = await send(product, 'GET', path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(text).toMatch(/<title>(?:[\w ]+ · )?The MAINZ<\/title>/);
    expect(text).not.toContain('Page Not Found');
  });

  it.each([
    '/nothing',
    '/games/more',
    '/index.html',
    '/%2e%2e/etc/passwd',
    '/..%2fserver/main.ts',
    '//evil.example',
    '/<script>',
    '//',
    '/games//',
    '/games%2F',
    '/Games',
    '/100%',
    '/%c0%ae?x=%',
  ])('is there with status 404 at %s', async (path) => {
    const { status, text } = await send(product, 'GET', path);
    expect(status).toBe(404);
    expect(text).toContain('<title>Page Not Found · The MAINZ</title>');
    expect(text).toContain('<meta name="robots" content="noindex" />');
    expect(text).not.toContain('rel="canonical"');
    expect(text.match(/<script/g)).toHaveLength(1);
  });

  it.each(['/profile', '/', '?x', '/nowhere', '/art/cards/1.svg', '/api/nothing'])(
    'is at %s the same with a host in front, as some proxies ask for it',
    async (path) => {
      const { pathname, search } = new URL(path, 'http://x');
      const target = { port: product.port, path: `http://elsewhere.example${path}` };
      const { text, status } = await send(product, 'GET', pathname + search);
      expect(await asked(target)).toEqual({ status, text });
    },
  );

  it('carries the public settings, and nothing in them becomes markup', async () => {
    const { text } = await send(product, 'GET', '/');
    const [, written = ''] = /id="settings">(.*?)<\/script>/s.exec(text) ?? [];
    const settings = (await send(product, 'GET', '/api/settings')).body;
    expect(JSON.parse(written)).toEqual(settings);
    expect(settings).toMatchObject({ explorerTemplate: `https://explorer.example/{id}?${EVIL}` });
    expect(text).not.toContain(EVIL);
  });

  it('runs nothing but our own files', async () => {
    const { headers } = await send(product, 'GET', '/');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain('http://gateway.test:8080');
    expect(policy).toContain(`ws://127.0.0.1:${product.port}`);
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.has('strict-transport-security')).toBe(false);
  });

  it('is revalidated, and sent only when it changed', async () => {
    const first = await send(product, 'GET', '/games');
    const known = { headers: { 'if-none-match': first.headers.get('etag')! } };
    expect((await send(product, 'GET', '/games', known)).status).toBe(304);
    expect((await send(product, 'GET', '/games/', known)).status).toBe(304);
    expect((await send(product, 'GET', '/profile', known)).status).toBe(200);
    expect((await send(product, 'GET', '/nothing', known)).status).toBe(404);
  });

  it('is refused to other methods', async () => {
    for (const [method, more] of [
      ['POST', json({})],
      ['DELETE', {}],
      ['PUT', {}],
    ] as const) {
      const answer = await send(product, method, '/games', more);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });
});

describe('a file', () => {
  it('is kept for good when its name has a hash', async () => {
    const { status, headers, text } = await send(product, 'GET', '/assets/main-abc123.js');
    expect([status, text]).toEqual([200, SCRIPT]);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('is revalidated when its name has none', async () => {
    const first = await send(product, 'GET', '/art/cards/1.svg');
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(first.headers.get('content-security-policy')).toContain('sandbox');
    const etag = first.headers.get('etag')!;
    const again = await send(product, 'GET', '/art/cards/1.svg', {
      headers: { 'if-none-match': etag },
    });
    expect([again.status, again.headers.get('vary')]).toEqual([304, 'accept-encoding']);
  });

  it('is compressed for whoever accepts that', async () => {
    const response = await product.app.http.inject({
      url: '/assets/main-abc123.js',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(response.headers.vary).toBe('accept-encoding');
    expect(gunzipSync(response.rawPayload).toString()).toBe(SCRIPT);
  });

  it.each(['/assets/none.js', '/assets/', '/assets/..%2findex.html'])(
    '%s is not there',
    async (path) => {
      const { status, headers } = await send(product, 'GET', path);
      expect([status, headers.get('content-type')]).toEqual([
        404,
        'application/json; charset=utf-8',
      ]);
    },
  );
});

describe('the API document', () => {
  it('has every call of the contract with its refusals', async () => {
    const { body } = await send(product, 'GET', '/api/docs/openapi.json');
    const { openapi, paths } = body as unknown as {
      openapi: string;
      paths: Record<string, Record<string, { responses: object; parameters: { name: string }[] }>>;
    };
    expect(openapi).toBe('3.1.0');
    for (const key of Object.keys(api)) {
      const [method = '', path = ''] = key.split(' ', 2);
      const operation = paths[path]?.[method.toLowerCase()];
      expect(Object.keys(operation?.responses ?? {}), key).toEqual(
        expect.arrayContaining(['200', ...(method === 'GET' ? [] : ['403']), '429', '500']),
      );
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
      expect(operation?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(inPath));
    }
    expect(Object.keys(paths).sort()).toEqual(
      [...new Set(Object.keys(api).map((key) => key.split(' ', 2)[1]))].sort(),
    );
    expect(paths['/api/user/{address}']?.patch?.responses).toMatchObject({
      400: {},
      401: {},
      403: {},
      404: {},
      413: {},
      415: {},
    });
  });

  it('says where a session is needed, where it changes the answer, and where none is read', async () => {
    const { body } = await send(product, 'GET', '/api/docs/openapi.json');
    const { paths } = body as { paths: Record<string, Record<string, object>> };
    const session = { session: [] };
    expect(paths['/api/user']?.post).toMatchObject({ security: [] });
    expect(paths['/api/nfts']?.get).toMatchObject({ security: [{}, session] });
    expect(paths['/api/auth/session']?.get).toMatchObject({ security: [session] });
  });

  it('says of every write what its body is refused for, also where it takes none', async () => {
    const { body } = await send(product, 'GET', '/api/docs/openapi.json');
    const { paths } = body as { paths: Record<string, Record<string, { responses: object }>> };
    const ann = await product.collector('ann');
    const bodies: [string, string][] = [
      ['application/json', JSON.stringify('x'.repeat(3_000_000))],
      ['application/json', '{'],
      ['text/plain', 'words'],
    ];
    for (const { key, route, method, path } of sampleCalls(ann.address)) {
      // The admin's are refused earlier.
      if (method === 'GET' || route.access.kind === 'admin') continue;
      const [, template = ''] = key.split(' ', 2);
      const documented = Object.keys(paths[template]?.[method.toLowerCase()]?.responses ?? {});
      const statuses: string[] = [];
      for (const [type, sent] of bodies) {
        const headers = { 'content-type': type, cookie: ann.client.cookie ?? '' };
        const answer = await send(product, method, path, { body: sent, headers });
        statuses.push(String(answer.status));
      }
      expect(statuses, key).toEqual(['413', '400', '415']);
      expect(documented, key).toEqual(expect.arrayContaining(statuses));
    }
  });

  it('is a page that asks nobody else for anything', async () => {
    const { status, headers, text } = await send(product, 'GET', '/api/docs');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).not.toMatch(/<script|style=|(?:src|href)="(?:https?:)?\/\//);
    expect((await send(product, 'GET', '/api/docs/style.css')).status).toBe(200);
    const forPrograms = await send(product, 'GET', '/api/docs/openapi.json', {
      headers: { 'accept-encoding': 'br' },
    });
    expect(forPrograms.headers.get('content-encoding')).toBe('br');
    expect((await send(product, 'POST', '/api/docs')).status).toBe(405);
  });
});

describe('the rate limit', () => {
  it('says when to come back, and does not hit the polls of many people behind one address', {
    tags: 'I8',
  }, async () => {
    const limited = await product.another({ rateLimitFactor: 1 });
    const answers = [];
    for (let call = 0; call < 130; call += 1) {
      answers.push(await send(limited, 'POST', '/api/nfts/sync/0x1'));
    }
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body?.reason).toBe('too-many-requests');
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(refused.body?.error).toContain(` ${formatCountOf(seconds, 'second')}.`);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);

    const other = { headers: { 'x-forwarded-for': '203.0.113.9' } };
    expect((await send(limited, 'POST', '/api/nfts/sync/0x1', other)).status).toBe(200);
    // A port beside the address is no new visitor, and neither is what is no address.
    const ways = ['198.51.100.7:52011', '"198.51.100.7:52012"', '198.51.100.7'];
    const sync = (told = '') =>
      send(limited, 'POST', '/api/nfts/sync/0x1', { headers: { 'x-forwarded-for': told } });
    await Promise.all(Array.from({ length: 120 }, (_, call) => sync(ways[call % 3])));
    for (const told of ['198.51.100.7:1', 'unknown', 'x'.repeat(9_000), '[', ',']) {
      expect((await sync(told)).status, told).toBe(429);
    }
    const polls = await Promise.all(
      Array.from({ length: 1_000 }, () => send(limited, 'GET', '/api/stats')),
    );
    expect(new Set(polls.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
