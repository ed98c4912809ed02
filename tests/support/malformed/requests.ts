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
const HTTP_2 = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
];
const ANOTHER_SITE = 'Origin: https://evil.example';
const CHUNKED = 'Transfer-Encoding: chunked';
const JSON_BODY = 'Content-Type: application/json';
/** 20 kB: more than the head of a request may have. */
const LONG = 'y'.repeat(20_000);

const get = (path: string, ...headers: readonly string[]) =>
  head(`GET ${path} HTTP/1.1`, ...headers);
const stats = (...headers: readonly string[]) => get('/api/stats', ...headers);
const upgrade = (...headers: readonly string[]) => get('/ws', ...HANDSHAKE, ...headers);
const post = (...headers: readonly string[]) =>
  head('POST /api/user HTTP/1.1', JSON_BODY, ...headers);
const sized = (length: number | string, body: string) => post(`Content-Length: ${length}`) + body;
const chunked = (body: string) => post(CHUNKED) + body;

const GET = stats();
export const UPGRADE = upgrade();
/** A normal call, answered as long as the process lives. */
export const HEALTHY_CALL: RawConnection = {
  name: 'a sign of life',
  sends: [get('/healthz')],
  goes: 'waits',
  hears: [200],
};
const LONG_ANSWER = get('/api/docs/openapi.json');
const WALLET = `0x${'e'.repeat(64)}`;

type Row = readonly [
  name: string,
  sends: string | Buffer | readonly (string | Buffer)[],
  hears?: readonly number[] | undefined,
  goes?: Going,
];

const table = (rows: readonly Row[], usually: Going = 'waits'): RawConnection[] =>
  rows.map(([name, sends, hears, goes = usually]) => ({
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
    sized(2, `{}${UPGRADE}`),
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
  ['an upgrade with a body', `${upgrade('Content-Length: 4')}body`, [426]],
  ['an upgrade with a chunked body', `${upgrade(CHUNKED)}4\r\nbody\r\n0\r\n\r\n`, [426]],
  ['an upgrade in the middle of a body', sized(5000, `{${UPGRADE}`), [], 'leaves'],
  ['an upgrade in the middle of a chunk', chunked(`ffff\r\n${UPGRADE}`), [], 'leaves'],
  ['an upgrade from another site', upgrade(ANOTHER_SITE), [403]],
  [
    'an upgrade from another site that goes on talking',
    upgrade(ANOTHER_SITE) + 'x'.repeat(60_000),
    [403],
  ],
  ['an upgrade by POST', head('POST /ws HTTP/1.1', ...HANDSHAKE), [405]],
  ['an upgrade without a key', get('/ws', ...WISH, 'Sec-WebSocket-Version: 13'), [426]],
  ['an upgrade of another version', get('/ws', ...WISH, KEY, 'Sec-WebSocket-Version: 7'), [426]],
  ['an upgrade with a broken protocol', upgrade('Sec-WebSocket-Protocol: ,;'), [400]],
  ['an upgrade with a protocol named twice', upgrade('Sec-WebSocket-Protocol: a, a'), [400]],
  ['an upgrade of HTTP/1.0', head('GET /ws HTTP/1.0', ...HANDSHAKE)],
  ['an upgrade to HTTP/2', get('/healthz', ...HTTP_2), [200]],
  ['an upgrade to HTTP/2 where the sockets are', get('/ws', ...HTTP_2), [426]],
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
  ['an address with a host', get('http://evil.example/api/stats'), [200]],
  ['an upgrade at an address with a host', get('http://evil.example/ws', ...HANDSHAKE), [101]],
  ['an address without a slash', get('api/stats')],
  ['an address with bytes above ASCII', get('/\u00e9\u00ff')],
  [
    'a body awaited by Expect',
    `${post('Content-Length: 2', 'Expect: 100-continue')}{}`,
    [100, 400],
  ],
  ['another Expect', `${post('Content-Length: 2', 'Expect: wonders')}{}`, [417]],
  ['no Host', `GET /api/stats HTTP/1.1${CRLF}${CRLF}`, [400]],
  ['two Hosts', stats('Host: other.example'), [400]],
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
  ['a header of 20 kB', stats(`x: ${LONG}`), [431]],
  ['a header of 20 kB behind a call', GET + stats(`x: ${LONG}`), [200, 431]],
  ['a header of 2 MB', stats(`x: ${'y'.repeat(2_000_000)}`), [431]],
  ['5,000 headers', stats(...Array<string>(5_000).fill('x: y')), [431]],
  ['an address of 20 kB', get(`/${LONG}`), [431]],
  ['an upgrade with a header of 20 kB', upgrade(`x: ${LONG}`), [431]],
  ['a body of 3 MB', sized(3_000_000, ' '.repeat(3_000_000)), [413]],
  ['a body that claims 1 TB', sized('1099511627776', '{'), [413]],
  ['a chunked body of 3 MB', chunked(`2DC6C0\r\n${' '.repeat(3_000_000)}\r\n0\r\n\r\n`), [413]],
  ['a chunk with an extension of 20 kB', chunked(`1;${LONG}\r\n{`), [413]],
  ['a trailer of 20 kB', chunked(`2\r\n{}\r\n0\r\nx: ${LONG}\r\n\r\n`)],
]);

const chunks = table([
  ['a body in 100 parts of a byte', chunked(`${'1\r\n \r\n'.repeat(100)}0\r\n\r\n`), [400]],
  ['a body in 101 parts of a byte', chunked(`${'1\r\n \r\n'.repeat(101)}`), [413]],
  [
    'a refused write whose body goes on and on',
    `${head(`POST /api/nft-groups/${WALLET} HTTP/1.1`, JSON_BODY, CHUNKED)}1\r\n \r\n`,
    [401],
    'waits for the end',
  ],
  ['a read whose body goes on and on', `${stats(CHUNKED)}1\r\n \r\n`, [200], 'waits for the end'],
  ['a chunk size that is no number', chunked('ZZ\r\n{}\r\n0\r\n\r\n'), [400]],
  ['a chunk size below nothing', chunked('-1\r\n{}\r\n0\r\n\r\n'), [400]],
  ['a chunk size beyond all numbers', chunked('FFFFFFFFFFFFFFFFFF\r\n{}'), [400]],
  ['a chunk without its end', chunked('2\r\n{}xx0\r\n\r\n'), [400]],
  ['a bad chunk behind a call', `${GET}${post(CHUNKED)}ZZ\r\n`, [200, 400]],
  ['more body than it claims', sized(2, '{}{}{}{}'), [400, 400]],
  ['two lengths', `${post('Content-Length: 2', 'Content-Length: 3')}{}`, [400]],
  ['two lengths in one', sized('2, 2', '{}'), [400]],
  ['a length below nothing', sized(-1, '{}'), [400]],
  ['a length and chunks', `${post('Content-Length: 3', CHUNKED)}0\r\n\r\n`, [400]],
  ['chunks and a length', `${post(CHUNKED, 'Content-Length: 3')}0\r\n\r\n`, [400]],
  ['another encoding', `${post('Transfer-Encoding: xchunked')}0\r\n\r\n`, [400]],
  [
    'chunks under another encoding',
    `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n`,
    [400],
  ],
  ['a folded header', stats('x: a', ' b'), [400]],
  ['a space before the colon', stats('x : a'), [400]],
  ['lines that end in LF', 'GET /api/stats HTTP/1.1\nHost: cards.example\n\n', [400]],
  ['a lone CR in a header', stats('x: a\rb: c'), [400]],
  ['NUL in a header', stats('x: a\0b'), [400]],
  ['a call smuggled in a body', sized(GET.length, GET), [400]],
]);

/** Every position where a part of a request begins or ends. */
function cuts(text: string): number[] {
  const places = [...text.matchAll(/[ :/\r\n]/g)].flatMap(({ index }) => [index, index + 1]);
  return [...new Set([1, ...places])].filter((at) => at < text.length);
}

const halves: RawConnection[] = [
  ...[UPGRADE, chunked('2\r\n{}\r\n0\r\n\r\n')].flatMap((text, which) =>
    cuts(text).map((at): RawConnection => {
      const goes = (['leaves', 'half-closes', 'resets'] as const)[at % 3] ?? 'leaves';
      const what = which === 0 ? 'handshake' : 'write';
      return { name: `a ${what} cut at byte ${at} that ${goes}`, sends: [text.slice(0, at)], goes };
    }),
  ),
  { name: 'nothing at all', sends: [], goes: 'half-closes' },
  { name: 'a body that ends early', sends: [sized(9, '{')], goes: 'half-closes' },
  { name: 'a handshake, byte by byte', sends: [...UPGRADE], goes: 'waits', hears: [101] },
  { name: 'a handshake that half-closes', sends: [UPGRADE], goes: 'half-closes' },
  { name: 'a call that half-closes', sends: [GET], goes: 'half-closes' },
];

const resets = table(
  [
    ['a reset at once', []],
    ['a reset in a body', sized(900, '{')],
    ['a reset in a chunked body', chunked('2\r\n{')],
    ['a reset before the answer', GET],
    ['a reset before many answers', LONG_ANSWER.repeat(50)],
    ['a reset in the middle of answers', LONG_ANSWER.repeat(50), undefined, 'resets when answered'],
    ['a reset in the handshake', UPGRADE],
    ['a reset right after the handshake', UPGRADE, undefined, 'resets when answered'],
    ['a reset behind a call and an upgrade', GET + UPGRADE],
    ['many answers that nobody reads', LONG_ANSWER.repeat(200), undefined, 'leaves'],
  ],
  'resets',
);

const APPLAUSE = stats('Expect: applause');
const MANY = 20_000;
const many = table(
  [
    ['300 calls in one write', GET.repeat(300), Array<number>(300).fill(200), 'waits'],
    [`${MANY} calls in one write`, GET.repeat(MANY)],
    [`${MANY} calls with a body`, sized(2, '{}').repeat(MANY)],
    [`a body in ${MANY} parts of a byte`, chunked('1\r\n \r\n'.repeat(MANY))],
    [`${MANY} calls that expect something`, APPLAUSE.repeat(MANY)],
    [`${MANY} calls that nobody waits for`, GET.repeat(MANY), undefined, 'leaves'],
  ],
  'waits for the end',
);

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
  ['half a body', sized(900, '{')],
  ['half a chunk', chunked('ff\r\n{')],
  ['a call and half of one', GET + GET.slice(0, 20)],
  ['a call, and no end', GET],
  ['a call that cannot be read, and no end', 'RUBBISH\r\n\r\n'],
  ['an upgrade that is refused, and no end', upgrade(ANOTHER_SITE)],
  ['many answers that nobody reads', LONG_ANSWER.repeat(200)],
]);
