/** WebSocket clients that violate RFC 6455 or misuse it. */
import { randomBytes } from 'node:crypto';
import { closeFrame, frame, TEXT } from './frames.ts';
import type { Going, RawConnection } from './open.ts';
import { UPGRADE } from './requests.ts';

const PING = 0x9;
const PONG = 0xa;
const CONTINUATION = 0x0;
const manyOf = (bytes: Buffer, times: number) => Buffer.concat(Array<Buffer>(times).fill(bytes));
const withHandshake = (bytes: Buffer) => Buffer.concat([Buffer.from(UPGRADE), bytes]);
/** A message of 5,001 parts that has no end. */
const inParts = (part: string) =>
  Buffer.concat([
    frame(TEXT, part, { isLast: false }),
    manyOf(frame(CONTINUATION, part, { isLast: false }), 5_000),
  ]);

const frames: readonly (readonly [name: string, sends: Buffer, goes?: Going])[] = [
  ['an unknown opcode', frame(3, 'x')],
  ['no mask', frame(TEXT, '{}', { isMasked: false })],
  ['bits that mean nothing', frame(TEXT, '{}', { reserved: 0x70 })],
  ['a length beyond all numbers', Buffer.from('81ffffffffffffffffff00000000', 'hex')],
  ['a length of 1 GB', Buffer.from('81ff000000004000000000000000', 'hex')],
  ['text that is no UTF-8', frame(TEXT, Buffer.from([0xc3, 0x28]))],
  ['a continuation of nothing', frame(CONTINUATION, 'x')],
  [
    'a message within a message',
    Buffer.concat([frame(TEXT, '{', { isLast: false }), frame(TEXT, '}')]),
  ],
  ['a ping in parts', frame(PING, 'x', { isLast: false })],
  ['a ping that is too long', frame(PING, 'x'.repeat(126))],
  ['a farewell of one byte', frame(8, 'x')],
  ['a farewell with a code that nobody may send', closeFrame(1005)],
  ['a farewell with a code of none', closeFrame(99)],
  ['a farewell and more', Buffer.concat([closeFrame(1000), frame(TEXT, '{}')])],
  ['half a frame', frame(TEXT, '{}').subarray(0, 3), 'leaves'],
  ['half a frame and a reset', frame(TEXT, '{}').subarray(0, 7), 'resets'],
  ['rubbish', randomBytes(2_000), 'leaves'],
  ['a flood of pongs', manyOf(frame(PONG, ''), 5_000)],
  ['a flood of pings', manyOf(frame(PING, 'x'.repeat(125)), 5_000)],
  ['a flood of empty parts', inParts('')],
  ['a flood of small parts', inParts('x')],
  ['a flood of messages', manyOf(frame(TEXT, '{}'), 5_000)],
  [
    'messages of every odd kind',
    Buffer.concat(
      ['[', '[[[[[[', '{"__proto__":1}', '1e999', '"x"'].map((text) => frame(TEXT, text)),
    ),
  ],
];

/** Each sent after the handshake's answer, and again in one write with the handshake. */
export const MALFORMED_SOCKETS: readonly RawConnection[] = frames.flatMap(
  ([name, bytes, goes = 'waits for the end']): RawConnection[] => [
    { name: `a socket: ${name}`, sends: [UPGRADE], thenSends: bytes, goes, hears: [101] },
    { name: `a socket in one write: ${name}`, sends: [withHandshake(bytes)], goes },
  ],
);

/** Open but silent: they answer no ping and no close. */
export const STALLED_SOCKETS: readonly RawConnection[] = [
  { name: 'a silent socket', sends: [UPGRADE], goes: 'leaves' },
  {
    name: 'a socket with half a frame',
    sends: [withHandshake(frame(TEXT, '{}').subarray(0, 3))],
    goes: 'leaves',
  },
  { name: 'a socket with a broken frame', sends: [withHandshake(frame(3, 'x'))], goes: 'leaves' },
];
