import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#rules/refusal.ts';
import { acceptOnlyJson, boundParts, parseJson, scan } from './json-body.ts';

describe('a body', () => {
  it('is the value of its text, or none', () => {
    expect(parseJson(Buffer.from('{"a":[1,"ü"]}'))).toEqual({ a: [1, 'ü'] });
    expect(parseJson(Buffer.alloc(0))).toBeUndefined();
  });

  it.each(['{', 'undefined', '{"a":1}x', "{'a':1}", 'NaN', ' '])('is refused as %j', (text) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(Refusal);
  });

  it('is refused when its bytes are no UTF-8', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(Refusal);
  });

  it.each(['{"a":"x\\u0000"}', '{"a":[{"b":"\\u0000"}]}', '{"\\u0000":1}'])(
    'is refused with a NUL in %s, which no database keeps',
    (text) => {
      expect(() => parseJson(Buffer.from(text))).toThrow(Refusal);
    },
  );

  it('may speak of NUL without having one', () => {
    expect(parseJson(Buffer.from('{"a":"\\\\u0000"}'))).toEqual({ a: '\\u0000' });
  });

  it.each(['\\u00fc', '\\n0000'])('may have %s beside that', (text) => {
    expect(parseJson(Buffer.from(`["${text}","\\\\u0000"]`))).toHaveLength(2);
  });

  it('may end a text in a backslash and speak of NUL in the next one', () => {
    expect(parseJson(Buffer.from('["\\\\","u0000"]'))).toEqual(['\\', 'u0000']);
  });

  /** Of a body that was refused before anything was made of it. */
  const reasonOf = (body: string, limit?: number): string => {
    try {
      parseJson(Buffer.from(body), limit);
      return 'taken';
    } catch (error) {
      return error instanceof Refusal ? error.reason : String(error);
    }
  };

  it.each([
    ['brackets', '['.repeat(60_000)],
    ['nested objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['numbers', `[${'0,'.repeat(30_000)}0]`],
    ['keys', `{${Array.from({ length: 5_000 }, (_, key) => `"${key}":0`).join(',')}}`],
  ])('is never read when it is made of thousands of %s', (_, body) => {
    expect(reasonOf(body)).toBe('too-large');
  });

  it('holds as many card ids as its bytes allow', () => {
    const ids = (count: number) =>
      JSON.stringify({ ids: Array(count).fill(`0x${'a'.repeat(64)}`) });
    expect(reasonOf(ids(949))).toBe('taken');
    expect(reasonOf(ids(20_000), 2 * 1024 * 1024)).toBe('taken');
  });

  it('counts no commas and brackets of a text', () => {
    expect(scan(Buffer.from('{"a":"[,{\\",[","b":[1,2]}')).values).toBe(5);
    expect(reasonOf(JSON.stringify({ name: '[,'.repeat(20_000) }))).toBe('taken');
  });
});

describe('a body in chunks', () => {
  const send = (parts: number, bytes: number) => {
    const request = new IncomingMessage(new Socket());
    boundParts(request, new ServerResponse(request));
    for (let part = 0; part < parts; part += 1) request.push(Buffer.alloc(bytes));
    return { isEnded: request.socket.destroyed, taken: request.readableLength };
  };

  it('is taken in parts of some hundred bytes, however long it is', () => {
    expect(send(4_000, 524)).toEqual({ isEnded: false, taken: 4_000 * 524 });
  });

  it('may have a hundred parts of a byte; with more its connection ends, and no more is taken', () => {
    expect(send(100, 1)).toEqual({ isEnded: false, taken: 100 });
    expect(send(10_000, 1)).toEqual({ isEnded: true, taken: 100 });
  });

  describe('with ten thousand parts in a packet', () => {
    const ON_BODY = 3; // of Node's parser, see connection-end.ts
    let handed = 0;
    /** The bodies that were read to their end. */
    let read: string[] = [];
    const server = createServer((request, response) => {
      const { parser } = request.socket as unknown as { parser: Record<number, () => void> };
      const hand = parser[ON_BODY];
      parser[ON_BODY] = function (this: unknown, ...part) {
        handed += 1;
        return hand?.apply(this, part);
      };
      boundParts(request, response);
      const whole = text(request);
      if (request.url === '/answered') response.end();
      whole
        .then((body) => {
          read.push(body);
          response.end(body);
        })
        .catch(() => {});
    });
    beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
    afterAll(() => server.close());

    async function send(path: string, body: string): Promise<string> {
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      client.on('error', () => {});
      let heard = '';
      client.on('data', (bytes) => {
        heard += bytes;
      });
      client.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body}`);
      await once(client, 'close');
      return heard;
    }

    it.each([
      ['that is read', '/', 101],
      ['that was answered before its end', '/answered', 100],
    ])(
      '%s is handed over in a few of them: hundreds of packets would take seconds',
      async (_, path, most) => {
        handed = 0;
        await send(path, '1\r\nx\r\n'.repeat(10_000));
        expect(handed).toBeLessThanOrEqual(most);
      },
    );

    it('never looks whole, also if its end is in the packet', async () => {
      read = [];
      await send('/', `${'1\r\nx\r\n'.repeat(101)}0\r\n\r\n`);
      expect(read).toEqual([]);
    });

    it('does nothing to the connections after it', async () => {
      await send('/', '1\r\nx\r\n'.repeat(10_000));
      expect(await send('/', '3\r\nabc\r\n0\r\n\r\n')).toMatch(/abc$/);
    });
  });
});

describe('bodies of some kB that end at once', () => {
  it('are read in turns of their own: cards and heartbeats come in between', async () => {
    let turn = 0;
    const app = Fastify();
    acceptOnlyJson(app);
    app.post('/', async () => turn);
    const payload = JSON.stringify(['x'.repeat(20_000)]);
    const headers = { 'content-type': 'application/json' };
    let isReading = true;
    const others = (async () => {
      for (; isReading; turn += 1) await nextTurn();
    })();
    const readIn = await Promise.all(
      Array.from({ length: 4 }, () => app.inject({ method: 'POST', url: '/', payload, headers })),
    );
    isReading = false;
    await others;
    expect(new Set(readIn.map(({ body }) => body)).size).toBe(4);
  });
});
