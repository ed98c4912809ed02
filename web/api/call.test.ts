import { afterEach, describe, expect, it, vi } from 'vitest';
import { call, callWithHeaders, pathOf, readJson, readQuery, urlLoader } from './call.ts';
import { HttpError, sentenceOf } from './http-error.ts';

const ADDRESS = `0x${'a'.repeat(64)}`;

function answerWith(body: string | null, init: ResponseInit = {}) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response(body, init));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
afterEach(() => void vi.unstubAllGlobals());

describe('a call of the contract', () => {
  it('fills the path, the query and the method from the key', async () => {
    const fetched = answerWith('[]');
    await call('GET /api/nfts', { query: { walletAddress: ADDRESS } });
    expect(fetched.mock.calls[0]?.[0]).toBe(`/api/nfts?walletAddress=${ADDRESS}`);
    expect(fetched.mock.calls[0]?.[1].method).toBe('GET');
    expect(pathOf('DELETE /api/booster-pack/entry/{id}', { params: { id: 'a/b' } })).toBe(
      '/api/booster-pack/entry/a%2Fb',
    );
  });

  it('cookies always; a JSON body and its type only with a body and never on GET', {
    tags: 'calls-1',
  }, async () => {
    const fetched = answerWith('{}');
    await call('POST /api/user', { body: { walletAddress: ADDRESS } });
    await call('POST /api/nfts/sync/{address}', { params: { address: ADDRESS } });
    await call('GET /api/stats', { body: { walletAddress: ADDRESS } } as never);
    const [withBody, without, read] = fetched.mock.calls.map(([, init]) => init);
    expect(withBody).toMatchObject({
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ walletAddress: ADDRESS }),
    });
    // A browser's cache is asked about every time; see call.ts.
    expect(read).toMatchObject({ cache: 'no-cache' });
    for (const init of [without, read]) {
      expect(init).toMatchObject({ credentials: 'include', headers: {} });
      expect(init?.body).toBeUndefined();
    }
  });

  it('half an answer is asked for past the cache, which may have kept it, and would answer each 304 with it', {
    tags: 'calls-2',
  }, async () => {
    const fetched = answerWith(null);
    fetched.mockImplementation(async () => Response.json([]));
    fetched.mockResolvedValueOnce(new Response('[{"id":'));
    await expect(call('GET /api/game/lobbies')).rejects.toThrow(SyntaxError);
    await call('GET /api/stats');
    await call('GET /api/game/lobbies');
    await call('GET /api/game/lobbies');
    const caches = fetched.mock.calls.map(([, { cache }]) => cache);
    expect(caches).toEqual(['no-cache', 'no-cache', 'reload', 'no-cache']);
  });

  it.each(['"groups-3"', 'W/"groups-3"'])(
    'the version of an answer is its ETag %s, and goes back as If-Match',
    {
      tags: 'G2',
    },
    async (etag) => {
      const fetched = answerWith('[]', { headers: { etag } });
      const params = { walletAddress: ADDRESS };
      const { version } = await callWithHeaders('GET /api/nft-groups/{walletAddress}', { params });
      expect(version).toBe('groups-3');
      const input = { params, body: { groups: [] } };
      await call('POST /api/nft-groups/{walletAddress}', input, { ifMatch: version! });
      expect(fetched.mock.calls[1]?.[1].headers).toMatchObject({ 'If-Match': '"groups-3"' });
    },
  );

  it('an answer that is not OK throws status, colon, space and the body', {
    tags: 'errors-2',
  }, async () => {
    answerWith('{"error":"No.","reason":"not-yours","facts":{"seconds":3}}', { status: 403 });
    const error = await call('GET /api/stats').catch((thrown) => thrown);
    expect(error).toBeInstanceOf(HttpError);
    expect(error.message).toBe('403: {"error":"No.","reason":"not-yours","facts":{"seconds":3}}');
    expect(error).toMatchObject({ sentence: 'No.', reason: 'not-yours', facts: { seconds: 3 } });
    expect(sentenceOf(error, 'default')).toBe('No.');
  });

  it('an empty body leaves the status text; a page of HTML is no sentence', {
    tags: 'errors-2',
  }, async () => {
    answerWith('', { status: 502, statusText: 'Bad Gateway' });
    await expect(call('GET /api/stats')).rejects.toThrow('502: Bad Gateway');
    answerWith('<h1>Bad</h1>', { status: 502 });
    const error = await call('GET /api/stats').catch((thrown) => thrown);
    expect(sentenceOf(error, 'default')).toBe('default');
    expect(sentenceOf(new TypeError('offline'), 'default')).toBe('default');
  });

  it('a 401 is an error unless it is asked to be null', { tags: 'calls-3' }, async () => {
    answerWith('{"error":"Please sign in."}', { status: 401 });
    await expect(readJson('/api/auth/session')).rejects.toThrow('401: ');
    expect(await readJson('/api/auth/session', { on401: 'null' })).toBeNull();
    answerWith('', { status: 500, statusText: 'Oh' });
    await expect(readJson('/api/auth/session', { on401: 'null' })).rejects.toThrow('500: Oh');
  });

  it('the default loader reads the URL that is the query key', { tags: 'calls-2' }, async () => {
    const fetched = answerWith('{"nftCount":3}');
    const { queryKey } = readQuery('GET /api/user/{address}', { params: { address: ADDRESS } });
    expect(await urlLoader()({ queryKey })).toEqual({ nftCount: 3 });
    expect(fetched.mock.calls[0]?.[0]).toBe(`/api/user/${ADDRESS}`);
  });
});
