import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listening } from '#tests/support/listening.ts';
import { type Attempt, createChainFetch } from './chain-fetch.ts';

let server: Server;
let url: string;
let answer: RequestListener;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response));
  url = `http://127.0.0.1:${await listening(server)}/`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function attempt(options: Partial<Attempt> = {}): Attempt {
  return {
    signal: new AbortController().signal,
    requestMs: 5_000,
    failure: null,
    ...options,
  };
}

async function failureOf(one: Attempt) {
  const chain = createChainFetch({ contentType: /json/ });
  await expect(chain.within(one, () => chain.fetch(url))).rejects.toBeInstanceOf(Error);
  return one.failure;
}

describe('createChainFetch', () => {
  it('passes a whole answer on, and sends the key under the name it was given', async () => {
    const seen: unknown[] = [];
    answer = ({ headers }, response) => {
      seen.push([headers['x-token'], headers.authorization]);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    };
    for (const apiKey of ['secret', 'authorization: Bearer secret']) {
      const chain = createChainFetch({ contentType: /json/, apiKey });
      const one = attempt();
      const response = await chain.within(one, () => chain.fetch(url));
      expect(await response.json()).toEqual({ ok: true });
      expect(one.failure).toBeNull();
    }
    expect(seen).toEqual([
      ['secret', undefined],
      [undefined, 'Bearer secret'],
    ]);
  });

  it('tells a status, and how long the server wants us to wait', async () => {
    answer = (_, response) => response.writeHead(429, { 'retry-after': '7' }).end();
    expect(await failureOf(attempt())).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7_000 });
    const date = new Date(Date.now() + 60_000).toUTCString();
    answer = (_, response) => response.writeHead(503, { 'retry-after': date }).end();
    const failure = await failureOf(attempt());
    expect(failure?.kind).toBe('server');
    expect(failure?.retryAfterMs).toBeGreaterThan(50_000);
    answer = (_, response) => response.writeHead(401, { 'retry-after': 'soon' }).end();
    expect(await failureOf(attempt())).toMatchObject({ kind: 'denied', retryAfterMs: 0 });
  });

  it('takes no answer of another protocol', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    expect(await failureOf(attempt())).toMatchObject({ kind: 'garbled' });
  });

  it('does not carry the key along a redirect', async () => {
    answer = (_, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
    expect(await failureOf(attempt())).toMatchObject({ kind: 'denied' });
  });

  it('takes a compressed answer, and breaks it off where it would be too long', async () => {
    const most = 4 * 1024 * 1024;
    const send =
      (text: string): RequestListener =>
      (_, response) => {
        const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
        response.writeHead(200, headers).end(gzipSync(text));
      };
    answer = send('{"ok":true}');
    const chain = createChainFetch({ contentType: /json/ });
    const whole = await chain.within(attempt(), () => chain.fetch(url));
    expect(await whole.json()).toEqual({ ok: true });
    answer = send('1'.padStart(most + 1));
    expect(await failureOf(attempt())).toMatchObject({ kind: 'too-long' });
    answer = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"ok":true}');
    };
    expect(await failureOf(attempt())).toMatchObject({ kind: 'network' });
  });

  it.each([1, 6])(
    'outlives an answer that is encoded in %i ways it does not know',
    async (ways) => {
      const broken = Promise.withResolvers<void>();
      answer = (_, response) => {
        const encodings = Array.from({ length: ways }, () => 'compress').join();
        response.writeHead(200, { 'content-encoding': encodings }).write('never ends');
        response.on('close', broken.resolve);
      };
      const job = new AbortController();
      expect(await failureOf(attempt({ signal: job.signal }))).toMatchObject({ kind: 'garbled' });
      job.abort();
      await broken.promise;
    },
  );

  it('gives up on a server that never answers', async () => {
    answer = () => {};
    expect(await failureOf(attempt({ requestMs: 20 }))).toMatchObject({ kind: 'timeout' });
  });

  it('gives up on an answer that never ends', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"half":');
    };
    expect(await failureOf(attempt({ requestMs: 100 }))).toMatchObject({ kind: 'timeout' });
  });

  it('does not take for a whole answer what came until it gave up on one of no declared length', async () => {
    answer = ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"whole":"perhaps"}');
    };
    expect(await failureOf(attempt({ requestMs: 100 }))).toMatchObject({ kind: 'timeout' });
  });

  it.each([
    [
      'wants to speak another protocol',
      'HTTP/1.1 101 Next\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n',
    ],
    ['speaks none', 'SSH-2.0-OpenSSH\r\n'],
  ])('gives up at once on a server that %s', async (_, bytes) => {
    answer = ({ socket }) => socket.write(bytes);
    expect(await failureOf(attempt())).toMatchObject({ kind: 'network' });
  });

  it('takes an answer of 4 MiB, and breaks a longer one off', async () => {
    const most = 4 * 1024 * 1024;
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('1'.padStart(most));
    };
    const chain = createChainFetch({ contentType: /json/ });
    const whole = await chain.within(attempt(), () => chain.fetch(url));
    expect((await whole.arrayBuffer()).byteLength).toBe(most);

    let isBrokenOff = false;
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('1'.padStart(most + 1)); // and never ends
      response.on('close', () => {
        isBrokenOff = true;
      });
    };
    expect(await failureOf(attempt())).toMatchObject({
      kind: 'too-long',
      message: `an answer of more than ${most} bytes`,
    });
    await expect.poll(() => isBrokenOff).toBe(true);
  });

  it('sees a connection that breaks in the middle of the answer', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"half":', () => response.destroy());
    };
    expect(await failureOf(attempt())).toMatchObject({ kind: 'network' });
  });

  it('sees that nobody is there', async () => {
    server.close();
    expect(await failureOf(attempt())).toMatchObject({ kind: 'network' });
  });

  it('stops when the job is stopped, before or during a request', async () => {
    answer = () => {};
    const stopped = AbortSignal.abort(new Error('out of time'));
    const late = await failureOf(attempt({ signal: stopped }));
    expect(late).toMatchObject({ kind: 'stopped', message: 'out of time' });
    const controller = new AbortController();
    answer = () => controller.abort(new Error('closed'));
    expect(await failureOf(attempt({ signal: controller.signal }))).toMatchObject({
      kind: 'stopped',
      message: 'closed',
    });
  });

  it('refuses a request that belongs to no call', async () => {
    const chain = createChainFetch({ contentType: /json/ });
    await expect(chain.fetch(url)).rejects.toThrow('outside of a call');
  });
});
