/** Checks that apply to every route of the contract (I1, I5-I8, E1). */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { anyone } from '#contract/route.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { json, send, startProduct } from '#tests/support/in-process-product.ts';
import { fill, sampleCalls } from '#tests/support/sample-calls.ts';

const calls = sampleCalls(`0x${'e'.repeat(64)}`);
const writes = calls.filter(({ method }) => method !== 'GET');

// One test makes a fault.
const product = await forThisFile(startProduct({ config: { logLevel: 'fatal' } }));
const owner = await product.collector('owner');
const stranger = await product.collector('stranger');
const { id: entryId } = await owner.client.register(product.mint(owner.address, 5));

/** Everything that is stored, as one text: what was refused must not have changed it. */
async function stored(): Promise<string> {
  const tables = await product.sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' ORDER BY 1`;
  const all = [];
  for (const { name } of tables) {
    if (name === 'schema_migrations') continue;
    all.push(name, await product.sql`SELECT * FROM ${product.sql(name)} ORDER BY 1`);
  }
  return JSON.stringify(all);
}

/** Of the tests beside its call. */
function storesNothing(): void {
  let before: string;
  beforeAll(async () => {
    before = await stored();
  });
  afterEach(async () => expect(await stored()).toBe(before));
}

function expectRefusal(answer: Awaited<ReturnType<typeof send>>, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body?.error).toMatch(/^[^<>]+$/);
}

describe('the access check', () => {
  storesNothing();

  const guarded = calls.filter(({ route }) => route.access.kind !== 'anyone');
  const isRead = ({ method }: (typeof calls)[0]) => method === 'GET';
  it('guards every write but five, and two reads', { tags: 'I5' }, () => {
    expect(writes.filter((call) => !guarded.includes(call)).map(({ key }) => key)).toEqual([
      'POST /api/user',
      'POST /api/nfts/sync/{address}',
      'POST /api/auth/nonce',
      'POST /api/auth/verify',
      'POST /api/auth/logout',
    ]);
    expect(guarded.filter(isRead).map(({ key }) => key)).toEqual([
      'GET /api/auth/session',
      'GET /api/transfers/{id}',
    ]);
  });

  it.each(guarded)(
    'answers 401 without a session, whatever the body: $key',
    {
      tags: ['collectors-8', 'I5'],
    },
    async (call) => {
      for (const body of [call.body, { rubbish: true }]) {
        const more = call.method === 'GET' ? {} : json(body);
        expectRefusal(await send(product, call.method, call.path, more), 401);
      }
      const forged = { cookie: `mainz_session=${'A'.repeat(43)}` };
      const more = call.method === 'GET' ? { headers: forged } : json(call.body, forged);
      expectRefusal(await send(product, call.method, call.path, more), 401);
    },
  );

  it.each(guarded.filter(({ route }) => route.access.kind !== 'session'))(
    'answers 403 to another wallet, whatever else is wrong: $key',
    { tags: ['collectors-8', 'I5', 'W5'] },
    async ({ key, method, path, body, route }) => {
      const cookie = { cookie: stranger.client.cookie! };
      const theirs = JSON.parse(
        JSON.stringify({ path, body }).replaceAll(`0x${'e'.repeat(64)}`, owner.address),
      ) as { path: string; body: Record<string, unknown> };
      expectRefusal(await send(product, method, theirs.path, json(theirs.body, cookie)), 403);
      const wrong = { walletAddress: owner.address, creatorWallet: owner.address, rubbish: 1 };
      const answer = await send(product, method, theirs.path, json(wrong, cookie));
      expectRefusal(answer, 403);
      const reason = route.access.kind === 'admin' ? 'not-admin' : 'not-yours';
      expect(answer.body?.reason, key).toBe(reason);
      expect(answer.body?.error).toMatch(/^[A-Z].*\.$/);
    },
  );

  it('refuses to take back the registration of another wallet', { tags: 'W4' }, async () => {
    const headers = { cookie: stranger.client.cookie! };
    const path = `/api/booster-pack/entry/${entryId}`;
    const answer = await send(product, 'DELETE', path, { headers });
    expectRefusal(answer, 403);
    expect(answer.body?.reason).toBe('not-yours');
  });
});

describe('the origin check', () => {
  it.each(writes)('refuses a write from another site: $key', { tags: 'I6' }, async (call) => {
    const { method, path, body } = call;
    const before = await stored();
    const cookie = owner.client.cookie!;
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${product.origin}.evil.example` },
      { origin: `https://127.0.0.1:${product.port}` },
      { origin: `http://127.0.0.1:${product.port + 1}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const from of foreign) {
      const headers = { ...from, cookie } as Record<string, string>;
      const sent = body === undefined ? { headers } : json(body, headers);
      const answer = await send(product, method, path, sent);
      expectRefusal(answer, 403);
      expect(answer.body?.reason).toBe('foreign-origin');
    }
    expect(await stored()).toBe(before);
  });

  it('comes first: a page of another site uses nothing up of what its visitor may send', {
    tags: ['I6', 'I8'],
  }, async () => {
    const strict = await product.another({ rateLimitFactor: 1 / 120 });
    const ask = (headers = {}) =>
      send(strict, 'POST', '/api/auth/nonce', json({ walletAddress: owner.address }, headers));
    for (let call = 0; call < 3; call += 1) {
      expectRefusal(await ask({ origin: 'https://evil.example' }), 403);
    }
    expect((await ask()).status).toBe(200);
    expectRefusal(await ask(), 429);
  });

  it('accepts our own page under both its names, and programs that are no page', async () => {
    const own = [
      { origin: product.origin },
      { origin: `http://localhost:${product.port}` },
      { 'sec-fetch-site': 'same-origin' },
      {},
    ];
    for (const headers of own) {
      const { status } = await send(product, 'POST', '/api/auth/logout', {
        headers: headers as Record<string, string>,
      });
      expect(status).toBe(200);
    }
  });

  it('refuses a read of a page of another site too, which could not see the answer; a link there may lead to it', {
    tags: ['I6', 'I8'],
  }, async () => {
    const strict = await product.another({ rateLimitFactor: 1 / 2000 });
    const path = `/api/nfts?walletAddress=${owner.address}`;
    const read = (headers: Record<string, string>, method = 'GET') =>
      send(strict, method, path, { headers });
    const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
    for (let call = 0; call < 3; call += 1) {
      expectRefusal(await read(image), 403);
    }
    expect((await read(image, 'HEAD')).status).toBe(403);
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
    const { status, headers } = await read(link);
    expect(status).toBe(200);
    expect(headers.has('access-control-allow-origin')).toBe(false);
    expectRefusal(await read(link), 429);
    expect((await read(link, 'HEAD')).status, 'a read like any other').toBe(429);
  });
});

describe('the input check', () => {
  storesNothing();

  const BAD_ADDRESSES = [
    ...['x', '0x', '0xg', `0x${'a'.repeat(65)}`, `0x${'a'.repeat(5_000)}`, ' 0x1', '0x1\n'],
    ...['<script>', "0x1'--", '../../etc/passwd', '0x\u0000', '\u202e0x1', '0x1,0x2', 'null'],
  ];
  const withAddress = calls.filter(
    ({ params, route }) =>
      route.access.kind === 'anyone' && Object.keys(params ?? {}).some((name) => name !== 'id'),
  );

  it.each(withAddress)('refuses what is no address: $key', async ({ key, method, params }) => {
    const name = Object.keys(params ?? {}).find((one) => one !== 'id') ?? '';
    for (const bad of BAD_ADDRESSES) {
      const path = fill(key.split(' ', 2)[1] ?? '', { params: { ...params, [name]: bad } });
      const answer = await send(product, method, path);
      expectRefusal(answer, 400);
      expect(answer.text).not.toContain(bad);
    }
  });

  it('refuses a bad or repeated address in a query', async () => {
    for (const query of ['walletAddress=x', 'walletAddress=0x1&walletAddress=0x2']) {
      expectRefusal(await send(product, 'GET', `/api/nfts?${query}`), 400);
    }
  });

  const withBody = writes.filter(({ route, body }) => route.access.kind === 'anyone' && body);
  it.each(withBody)('refuses bodies of the wrong shape: $key', async ({ method, path }) => {
    const bodies = [
      ...['', '{', 'null', '[]', '7', '"text"', '{"walletAddress":null}', '{"walletAddress":7}'],
      ...['{"walletAddress":["0x1"]}', '{"walletAddress":{"toString":"0x1"}}', '{"a":1}', '\u0000'],
      ...['{"walletAddress":"0x1\\u0000"}', '{"__proto__":{"walletAddress":"0x1"}}', '{}}'],
    ];
    for (const body of bodies) {
      const headers = { 'content-type': 'application/json' };
      expectRefusal(await send(product, method, path, { body, headers }), 400);
    }
    const invalid = new Uint8Array([0x7b, 0xff, 0xfe]);
    const headers = { 'content-type': 'application/json' };
    expectRefusal(await send(product, method, path, { body: invalid, headers }), 400);
  });

  it.each(withBody)('accepts only JSON: $key', async ({ method, path, body }) => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'json',
    ];
    for (const type of [...types, 'application/jsonx', 'text/json']) {
      const headers = { 'content-type': type };
      expectRefusal(
        await send(product, method, path, { body: JSON.stringify(body), headers }),
        415,
      );
    }
    const bare = { body: new Blob([JSON.stringify(body)]) };
    expectRefusal(await send(product, method, path, bare), 415);
  });

  it.each(withBody)('refuses over 64 KiB: $key', { tags: 'I6' }, async ({ method, path, body }) => {
    const large = json({ ...body, more: 'x'.repeat(64 * 1024) });
    expectRefusal(await send(product, method, path, large), 413);
  });

  it.each(['/api/%', '/api/user/%zz', '/api/user/%00'])(
    'refuses the malformed path %s',
    { tags: 'I1' },
    async (path) => {
      expectRefusal(await send(product, 'GET', path), 400);
    },
  );
});

describe('a body of very many small parts', () => {
  it('ends its connection while it arrives, also before its call has its turn', {
    tags: 'I8',
  }, async () => {
    const waiting = 'POST /api/user HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const sent = `GET /api/stats HTTP/1.1\r\nHost: x\r\n\r\n${waiting}${'1\r\n \r\n'.repeat(5_000)}`;
    const socket = connect(product.port, '127.0.0.1', () => socket.write(sent));
    let heard = '';
    socket.on('data', (chunk) => {
      heard += String(chunk);
    });
    socket.on('error', () => {}); // 'close' follows
    await once(socket, 'close');
    expect(heard).not.toContain('HTTP/1.1 415');
  });
});

describe('a server that stops', () => {
  it('answers what comes over connections that are open, and ends them', async () => {
    const stopping = await product.another();
    const socket = connect(stopping.port, '127.0.0.1');
    socket.write('GET /api/stats HTTP/1.1\r\nHost: x\r\n');
    // The server has read that when it answers a later call.
    await send(stopping, 'GET', '/api/stats');
    const held = await product.holdUpSync(product.person('late').address, stopping);
    const stopped = stopping.close();
    while (await isListening(stopping.port));
    socket.write('\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is);
    const { status, headers } = await held.end();
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    await stopped;
  });
});

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1', () => resolve(true));
    probe.on('error', () => resolve(false)).on('connect', () => probe.destroy());
  });
}

describe('the router', () => {
  it.each(calls)('refuses other methods than its own: $key', async ({ path, method }) => {
    const mine = calls.filter((call) => call.path.split('?')[0] === path.split('?')[0]);
    const allowed = mine.flatMap((call) =>
      call.method === 'GET' ? ['GET', 'HEAD'] : [call.method],
    );
    for (const other of ['PUT', 'OPTIONS', 'DELETE', 'PATCH', 'POST', 'GET']) {
      if (allowed.includes(other)) continue;
      const answer = await send(product, other, path);
      expectRefusal(answer, 405);
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed.sort());
    }
    expect(allowed).toContain(method);
  });

  it.each(['/api', '/api/', '/api/nothing', '/api/user', '/api/user/0x1/more'])(
    'finds no call at GET %s',
    async (path) => {
      const answer = await send(product, 'GET', path);
      expect([404, 405]).toContain(answer.status);
      expectRefusal(answer, answer.status);
    },
  );

  it('does not read the body of a call that it does not know', async () => {
    const large = json({ more: 'x'.repeat(100_000) });
    expectRefusal(await send(product, 'POST', '/api/nothing', large), 404);
    expectRefusal(await send(product, 'PUT', '/api/user', large), 405);
  });

  it('accepts any content type on a write without a body', async () => {
    const path = `/api/nfts/sync/${owner.address}`;
    for (const headers of [
      {},
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json' },
    ]) {
      expect(
        (await send(product, 'POST', path, { headers: headers as Record<string, string> })).status,
      ).toBe(200);
    }
    expect((await send(product, 'POST', path, json({}))).status).toBe(200);
  });
});

describe('an answer', () => {
  it.each(calls.filter(({ route, key }) => route.revalidated && !key.includes('{')))(
    'can be revalidated: $key',
    async ({ path }) => {
      const known = path.replace(`0x${'e'.repeat(64)}`, owner.address);
      const first = await send(product, 'GET', known);
      expect(first.status).toBe(200);
      expect(first.headers.get('cache-control')).toMatch(/^(private, )?no-cache$/);
      const etag = first.headers.get('etag')!;
      const again = await send(product, 'GET', known, { headers: { 'if-none-match': etag } });
      expect([again.status, again.text]).toEqual([304, '']);
      for (const name of ['etag', 'cache-control', 'vary']) {
        expect(again.headers.get(name)).toBe(first.headers.get(name));
      }
      expect(again.headers.has('content-length')).toBe(false);
      const other = { 'if-none-match': '"other"' };
      expect((await send(product, 'GET', known, { headers: other })).status).toBe(200);
    },
  );

  /** Whose session it is decides what they say, or that they say anything. */
  const PERSONAL = [
    ...['PATCH /api/user/{address}', 'PATCH /api/users/{walletAddress}/profile', 'GET /api/nfts'],
    ...['GET /api/auth/session', 'POST /api/nft-groups/{walletAddress}'],
    'GET /api/game/matches',
  ];
  const SHARED = calls.filter(({ route }) => route.access === anyone).map(({ key }) => key);

  it('is marked as private to its session, or else as the same for everybody', async () => {
    const seen = new Map<string, (string | null)[]>();
    for (const call of sampleCalls(owner.address)) {
      if (call.key === 'POST /api/auth/logout') continue;
      const more = call.body ? json(call.body) : {};
      const headers = { ...more.headers, cookie: owner.client.cookie! };
      const answer = await send(product, call.method, call.path, { ...more, headers });
      if (answer.status !== 200) continue;
      const control = answer.headers.get('cache-control')!.replace(/no-(cache|store)$/, 'fresh');
      const vary = answer.headers.get('vary')?.replace(/,? ?accept-encoding$/, '') ?? '';
      seen.set(call.key, [control, vary]);
    }
    for (const key of PERSONAL)
      expect([key, seen.get(key)]).toEqual([key, ['private, fresh', 'cookie']]);
    for (const [key, said] of seen) {
      if (SHARED.includes(key as never)) expect([key, said]).toEqual([key, ['fresh', '']]);
      else expect([key, said]).toEqual([key, ['private, fresh', 'cookie']]);
    }
  });

  it('has nothing that a browser could take for a page', async () => {
    for (const { method, path, body } of calls) {
      const answer = await send(product, method, path, body ? json(body) : {});
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.has('x-powered-by')).toBe(false);
      expect(answer.status).toBeLessThan(500);
    }
  });

  it('is compressed for those who take it, and comes without its body when HEAD asks', async () => {
    const groups = Array.from({ length: 30 }, (_, index) => {
      return { groupId: `group-${index}`, groupName: 'é'.repeat(30), nftTokenIds: [] };
    });
    const params = { walletAddress: owner.address };
    await owner.client.call('POST /api/nft-groups/{walletAddress}', { params, body: { groups } });
    const ask = (method: string, encoding: string) =>
      send(product, method, `/api/nft-groups/${owner.address}`, {
        headers: { 'accept-encoding': encoding },
      });
    const plain = await ask('GET', 'identity');
    const length = String(Buffer.byteLength(plain.text));
    expect(plain.headers.get('content-length')).toBe(length);
    const compressed = await ask('GET', 'br');
    expect(compressed.headers.get('content-encoding')).toBe('br');
    expect(compressed.text).toBe(plain.text);
    const head = await ask('HEAD', 'identity');
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', length]);
  });
});

describe('a fault of ours', () => {
  it('is answered with a reference and nothing else', async () => {
    await product.sql`ALTER TABLE collectors RENAME TO hidden`;
    onTestFinished(async () => void (await product.sql`ALTER TABLE hidden RENAME TO collectors`));
    const answer = await send(product, 'GET', `/api/user/${owner.address}`);
    expectRefusal(answer, 500);
    expect(answer.text).toMatch(
      /^\{"error":"Something went wrong on our side\..* \(Reference \w{12}\)"\}$/,
    );
  });
});
