/** Hostile HTTP connections: what they send and the expected answers. */
import { randomBytes } from 'node:crypto';
import { sampleCalls } from '#tests/support/sample-calls.ts';
import { frame, TEXT } from './frames.ts';
import type { Going, RawConnection } from './open.ts';

const CRLF = '\r\n';

function head(line: string, ...headers: readonly string[]): string {
  return [line, 'Host: cards.example', ...headers, '', ''].join(CRLF);
}

const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const WISH = ['Connection: Upgrade', 'Upgrade: websocket'];
const HANDSHAKE = [...WISH, 'Sec-WebSocket-Version: 13', KEY];
export const UPGRADE = head('GET /ws HTTP/1.1', ...HANDSHAKE);
const GET = head('GET /api/stats HTTP/1.1');
/** A normal call, answered as long as the process lives. */
export const HEALTHY_CALL: RawConnection = {
  name: 'a sign of life',
  sends: [head('GET /healthz HTTP/1.1')],
  goes: 'waits',
  hears: [200],
};
const LONG_ANSWER = head('GET /api/docs/openapi.json HTTP/1.1');
const JSON_BODY = 'Content-Type: application/json';
const post = (...headers: readonly string[]) =>
  head('POST /api/user HTTP/1.1', JSON_BODY, ...headers);
const CHUNKED = 'Transfer-Encoding: chunked';
const WALLET = `0x${'e'.repeat(64)}`;

type Row = readonly [
  name: string,
  sends: string | Buffer | readonly (string | Buffer)[],
  hears?: readonly number[],
  goes?: Going,
];

const table = (rows: readonly Row[]): RawConnection[] =>
  rows.map(([name, sends, hears, goes = 'waits']) => ({
    name,
    goes,
    sends: typeof sends === 'string' || Buffer.isBuffer(sends) ? [sends] : sends,
    ...(hears && { hears }),
  }));

const upgrades = table([
  [
    'an upgrade behind a call that is not answered yet',
    GET + UPGRADE,
    [200, 426],
    'waits for the end',
  ],
  [
    'an upgrade behind two calls, a call behind it',
    GET + GET + UPGRADE + GET,
    [200, 200, 426],
    'waits for the end',
  ],
  [
    'an upgrade behind a write with its body',
    `${post('Content-Length: 2')}{}${UPGRADE}`,
    [400, 426],
    'waits for the end',
  ],
  ['two upgrades in one write', UPGRADE + UPGRADE, [101]],
  ['an upgrade and a call in one write', UPGRADE + GET, [101]],
  [
    'an upgrade with a frame in the same write',
    Buffer.concat([Buffer.from(UPGRADE), frame(TEXT, '{}')]),
    [101],
  ],
  ['an upgrade with rubbish in the same write', UPGRADE + 'x'.repeat(5_000), [101]],
  [
    'an upgrade with a body',
    `${head('GET /ws HTTP/1.1', ...HANDSHAKE, 'Content-Length: 4')}body`,
    [426],
  ],
  [
    'an upgrade with a chunked body',
    `${head('GET /ws HTTP/1.1', ...HANDSHAKE, CHUNKED)}4\r\nbody\r\n0\r\n\r\n`,
    [426],
  ],
  [
    'an upgrade in the middle of a body',
    `${post('Content-Length: 5000')}{${UPGRADE}`,
    [],
    'leaves',
  ],
  ['an upgrade in the middle of a chunk', `${post(CHUNKED)}ffff\r\n${UPGRADE}`, [], 'leaves'],
  [
    'an upgrade from another site',
    head('GET /ws HTTP/1.1', ...HANDSHAKE, 'Origin: https://evil.example'),
    [403],
  ],
  [
    'an upgrade from another site that goes on talking',
    head('GET /ws HTTP/1.1', ...HANDSHAKE, 'Origin: https://evil.example') + 'x'.repeat(60_000),
    [403],
  ],
  ['an upgrade by POST', head('POST /ws HTTP/1.1', ...HANDSHAKE), [405]],
  [
    'an upgrade without a key',
    head('GET /ws HTTP/1.1', ...WISH, 'Sec-WebSocket-Version: 13'),
    [426],
  ],
  [
    'an upgrade of another version',
    head('GET /ws HTTP/1.1', ...WISH, KEY, 'Sec-WebSocket-Version: 7'),
    [426],
  ],
  [
    'an upgrade with a broken protocol',
    head('GET /ws HTTP/1.1', ...HANDSHAKE, 'Sec-WebSocket-Protocol: ,;'),
    [400],
  ],
  [
    'an upgrade with a protocol named twice',
    head('GET /ws HTTP/1.1', ...HANDSHAKE, 'Sec-WebSocket-Protocol: a, a'),
    [400],
  ],
  ['an upgrade of HTTP/1.0', head('GET /ws HTTP/1.0', ...HANDSHAKE)],
  [
    'an upgrade to HTTP/2',
    head(
      'GET /healthz HTTP/1.1',
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    ),
    [200],
  ],
  [
    'an upgrade to HTTP/2 where the sockets are',
    head(
      'GET /ws HTTP/1.1',
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    ),
    [426],
  ],
]);

const upgradesEverywhere: RawConnection[] = sampleCalls(WALLET).map(({ method, path }) => ({
  name: `an upgrade by ${method} ${path.replace(WALLET, '{wallet}')}`,
  sends: [head(`${method} ${path} HTTP/1.1`, ...HANDSHAKE)],
  goes: 'waits',
}));

const methods = table([
  ['CONNECT', head('CONNECT cards.example:443 HTTP/1.1'), [400]],
  [
    'CONNECT behind two calls',
    GET + GET + head('CONNECT cards.example:443 HTTP/1.1'),
    [200, 200, 400],
  ],
  ['OPTIONS *', head('OPTIONS * HTTP/1.1')],
  ['TRACE', head('TRACE /api/stats HTTP/1.1')],
  ['an unknown method', head('BREW /api/stats HTTP/1.1'), [400]],
  ['an address with a host', head('GET http://evil.example/api/stats HTTP/1.1'), [200]],
  [
    'an upgrade at an address with a host',
    head('GET http://evil.example/ws HTTP/1.1', ...HANDSHAKE),
    [101],
  ],
  ['an address without a slash', head('GET api/stats HTTP/1.1')],
  ['an address with bytes above ASCII', head('GET /\u00e9\u00ff HTTP/1.1')],
  [
    'a body awaited by Expect',
    `${post('Content-Length: 2', 'Expect: 100-continue')}{}`,
    [100, 400],
  ],
  ['another Expect', `${post('Content-Length: 2', 'Expect: wonders')}{}`, [417]],
  ['no Host', `GET /api/stats HTTP/1.1${CRLF}${CRLF}`, [400]],
  ['two Hosts', head('GET /api/stats HTTP/1.1', 'Host: other.example'), [400]],
  ['HTTP/1.0', head('GET /api/stats HTTP/1.0'), [200]],
  ['HTTP/0.9', `GET /api/stats${CRLF}`, [], 'leaves'],
  ['HTTP/3.0', head('GET /api/stats HTTP/3.0'), [400]],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['a TLS ClientHello', Buffer.from('16030100c8010000c40303', 'hex'), [400]],
  ['an answer that is long', LONG_ANSWER, [200]],
  ['rubbish', randomBytes(512)],
  ['zeros', Buffer.alloc(70_000)],
  ['a call and then rubbish', `${GET}\0\0\0\0`, [200, 400]],
  ['two calls and then rubbish, twice', [`${GET}${GET}\0\0`, '\0\0'], [200, 200, 400]],
]);

const sizes = table([
  ['a header of 20 kB', head('GET /api/stats HTTP/1.1', `x: ${'y'.repeat(20_000)}`), [431]],
  [
    'a header of 20 kB behind a call',
    GET + head('GET /api/stats HTTP/1.1', `x: ${'y'.repeat(20_000)}`),
    [200, 431],
  ],
  ['a header of 2 MB', head('GET /api/stats HTTP/1.1', `x: ${'y'.repeat(2_000_000)}`), [431]],
  ['5,000 headers', head('GET /api/stats HTTP/1.1', ...Array<string>(5_000).fill('x: y')), [431]],
  ['an address of 20 kB', head(`GET /${'y'.repeat(20_000)} HTTP/1.1`), [431]],
  [
    'an upgrade with a header of 20 kB',
    head('GET /ws HTTP/1.1', ...HANDSHAKE, `x: ${'y'.repeat(20_000)}`),
    [431],
  ],
  ['a body of 3 MB', post('Content-Length: 3000000') + ' '.repeat(3_000_000), [413]],
  ['a body that claims 1 TB', `${post('Content-Length: 1099511627776')}{`, [413]],
  [
    'a chunked body of 3 MB',
    `${post(CHUNKED)}2DC6C0\r\n${' '.repeat(3_000_000)}\r\n0\r\n\r\n`,
    [413],
  ],
  ['a chunk with an extension of 20 kB', `${post(CHUNKED)}1;${'y'.repeat(20_000)}\r\n{`, [413]],
  ['a trailer of 20 kB', `${post(CHUNKED)}2\r\n{}\r\n0\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
]);

const chunks = table([
  ['a body in 100 parts of a byte', `${post(CHUNKED)}${'1\r\n \r\n'.repeat(100)}0\r\n\r\n`, [400]],
  ['a body in 101 parts of a byte', `${post(CHUNKED)}${'1\r\n \r\n'.repeat(101)}`, [413]],
  [
    'a refused write whose body goes on and on',
    `${head(`POST /api/nft-groups/${WALLET} HTTP/1.1`, JSON_BODY, CHUNKED)}1\r\n \r\n`,
    [401],
    'waits for the end',
  ],
  [
    'a read whose body goes on and on',
    `${head('GET /api/stats HTTP/1.1', CHUNKED)}1\r\n \r\n`,
    [200],
    'waits for the end',
  ],
  ['a chunk size that is no number', `${post(CHUNKED)}ZZ\r\n{}\r\n0\r\n\r\n`, [400]],
  ['a chunk size below nothing', `${post(CHUNKED)}-1\r\n{}\r\n0\r\n\r\n`, [400]],
  ['a chunk size beyond all numbers', `${post(CHUNKED)}FFFFFFFFFFFFFFFFFF\r\n{}`, [400]],
  ['a chunk without its end', `${post(CHUNKED)}2\r\n{}xx0\r\n\r\n`, [400]],
  ['a bad chunk behind a call', `${GET}${post(CHUNKED)}ZZ\r\n`, [200, 400]],
  ['more body than it claims', `${post('Content-Length: 2')}{}{}{}{}`, [400, 400]],
  ['two lengths', `${post('Content-Length: 2', 'Content-Length: 3')}{}`, [400]],
  ['two lengths in one', `${post('Content-Length: 2, 2')}{}`, [400]],
  ['a length below nothing', `${post('Content-Length: -1')}{}`, [400]],
  ['a length and chunks', `${post('Content-Length: 3', CHUNKED)}0\r\n\r\n`, [400]],
  ['chunks and a length', `${post(CHUNKED, 'Content-Length: 3')}0\r\n\r\n`, [400]],
  ['another encoding', `${post('Transfer-Encoding: xchunked')}0\r\n\r\n`, [400]],
  [
    'chunks under another encoding',
    `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n`,
    [400],
  ],
  ['a folded header', head('GET /api/stats HTTP/1.1', 'x: a', ' b'), [400]],
  ['a space before the colon', head('GET /api/stats HTTP/1.1', 'x : a'), [400]],
  ['lines that end in LF', 'GET /api/stats HTTP/1.1\nHost: cards.example\n\n', [400]],
  ['a lone CR in a header', head('GET /api/stats HTTP/1.1', 'x: a\rb: c'), [400]],
  ['NUL in a header', head('GET /api/stats HTTP/1.1', 'x: a\0b'), [400]],
  ['a call smuggled in a body', `${post(`Content-Length: ${GET.length}`)}${GET}`, [400]],
]);

/** Every position where a part of a request begins or ends. */
function cuts(text: string): number[] {
  const places = [...text.matchAll(/[ :/\r\n]/g)].flatMap(({ index }) => [index, index + 1]);
  return [...new Set([1, ...places])].filter((at) => at < text.length);
}

const halves: RawConnection[] = [
  ...[UPGRADE, `${post(CHUNKED)}2\r\n{}\r\n0\r\n\r\n`].flatMap((text, which) =>
    cuts(text).map((at): RawConnection => {
      const goes = (['leaves', 'half-closes', 'resets'] as const)[at % 3] ?? 'leaves';
      const what = which === 0 ? 'handshake' : 'write';
      return { name: `a ${what} cut at byte ${at} that ${goes}`, sends: [text.slice(0, at)], goes };
    }),
  ),
  { name: 'nothing at all', sends: [], goes: 'half-closes' },
  { name: 'a body that ends early', sends: [`${post('Content-Length: 9')}{`], goes: 'half-closes' },
  { name: 'a handshake, byte by byte', sends: [...UPGRADE], goes: 'waits', hears: [101] },
  { name: 'a handshake that half-closes', sends: [UPGRADE], goes: 'half-closes' },
  { name: 'a call that half-closes', sends: [GET], goes: 'half-closes' },
];

const resets: RawConnection[] = [
  { name: 'a reset at once', sends: [], goes: 'resets' },
  { name: 'a reset in a body', sends: [`${post('Content-Length: 900')}{`], goes: 'resets' },
  { name: 'a reset in a chunked body', sends: [`${post(CHUNKED)}2\r\n{`], goes: 'resets' },
  { name: 'a reset before the answer', sends: [GET], goes: 'resets' },
  { name: 'a reset before many answers', sends: [LONG_ANSWER.repeat(50)], goes: 'resets' },
  {
    name: 'a reset in the middle of answers',
    sends: [LONG_ANSWER.repeat(50)],
    goes: 'resets when answered',
  },
  { name: 'a reset in the handshake', sends: [UPGRADE], goes: 'resets' },
  { name: 'a reset right after the handshake', sends: [UPGRADE], goes: 'resets when answered' },
  { name: 'a reset behind a call and an upgrade', sends: [GET + UPGRADE], goes: 'resets' },
  { name: 'many answers that nobody reads', sends: [LONG_ANSWER.repeat(200)], goes: 'leaves' },
];

const APPLAUSE = head('GET /api/stats HTTP/1.1', 'Expect: applause');
const MANY = 20_000;
const many: readonly RawConnection[] = [
  {
    name: '300 calls in one write',
    sends: [GET.repeat(300)],
    goes: 'waits',
    hears: Array<number>(300).fill(200),
  },
  { name: `${MANY} calls in one write`, sends: [GET.repeat(MANY)], goes: 'waits for the end' },
  {
    name: `${MANY} calls with a body`,
    sends: [`${post('Content-Length: 2')}{}`.repeat(MANY)],
    goes: 'waits for the end',
  },
  {
    name: `a body in ${MANY} parts of a byte`,
    sends: [`${post(CHUNKED)}${'1\r\n \r\n'.repeat(MANY)}`],
    goes: 'waits for the end',
  },
  {
    name: `${MANY} calls that expect something`,
    sends: [APPLAUSE.repeat(MANY)],
    goes: 'waits for the end',
  },
  { name: `${MANY} calls that nobody waits for`, sends: [GET.repeat(MANY)], goes: 'leaves' },
];

export const MALFORMED_REQUESTS: readonly RawConnection[] = [
  ...upgrades,
  ...upgradesEverywhere,
  ...methods,
  ...sizes,
  ...chunks,
  ...halves,
  ...resets,
  ...many,
];

/** Requests that never end; the client does not read answers. */
export const STALLED_REQUESTS: readonly RawConnection[] = table([
  ['nothing', []],
  ['half a head', UPGRADE.slice(0, 60)],
  ['half a body', `${post('Content-Length: 900')}{`],
  ['half a chunk', `${post(CHUNKED)}ff\r\n{`],
  ['a call and half of one', GET + GET.slice(0, 20)],
  ['a call, and no end', GET],
  ['a call that cannot be read, and no end', 'RUBBISH\r\n\r\n'],
  [
    'an upgrade that is refused, and no end',
    head('GET /ws HTTP/1.1', ...HANDSHAKE, 'Origin: https://evil.example'),
  ],
  ['many answers that nobody reads', LONG_ANSWER.repeat(200)],
]);
