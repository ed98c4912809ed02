/** Bodies: JSON or nothing (I6). */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { BODY_LIMIT, valueLimit } from '#contract/route.ts';
import { Refusal } from '#rules/refusal.ts';
import { createKeyedMutex } from '#server/jobs/keyed-mutex.ts';
import {
  answerUnderWay,
  cutConnection,
  stopReading,
  TOO_LARGE,
} from './connections/connection-end.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reading and checking a body takes 50 ms and more per MB; one of groups with odd names 300. */
const LARGE_BYTES = 16 * 1024;

export function acceptOnlyJson(app: FastifyInstance): void {
  const oneAtATime = createKeyedMutex();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const read = () => {
      try {
        done(null, parseJson(body as Buffer, request.routeOptions.bodyLimit));
      } catch (refusal) {
        done(refusal as Error);
      }
    };
    // Dozens can end at the same moment: heartbeats and cards must not wait for them all.
    if (body.length < LARGE_BYTES) read();
    else void oneAtATime('large', () => nextTurn()).then(read);
  });
  // Any other type is refused, except for an empty body: `POST /api/nfts/sync/{address}` has one.
  app.addContentTypeParser('*', (request, _payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const isEmpty = encoding === undefined && (length === undefined || Number(length) === 0);
    done(isEmpty ? null : new Refusal('not-json'), undefined);
  });
}

/** Parts of a chunked body that may be small: they cost as much as a call. Programs send some thousand bytes in each. */
const SMALL_PARTS = 100;
const BYTES_PER_PART = 512;

export function boundingParts(handle: RequestListener): RequestListener {
  return (request, response) => {
    if (request.headers['transfer-encoding'] !== undefined) boundParts(request, response);
    handle(request, response);
  };
}

/**
 * Ends a connection whose body comes in very many small parts: one of a byte costs as much as one of 64 kB. Its bytes cost
 * most when they are taken over, so the rest of the packet is not. Ends every other with its answer: a body that nobody
 * reads would else be looked through, part by part, for as long as it is sent.
 */
export function boundParts(request: IncomingMessage, response: ServerResponse): void {
  let parts = 0;
  let bytes = 0;
  let isCut = false;
  response.shouldKeepAlive = false;
  // From then on Node throws the parts away, one by one.
  response.once('finish', () => stopReading(request.socket));
  const push = request.push.bind(request);
  request.push = (part: Buffer | null, encoding) => {
    // What came before is not the whole body, though its end may be in the packet.
    if (isCut) return false;
    if (part === null) return push(part);
    parts += 1;
    bytes += part.length;
    if (parts <= SMALL_PARTS || parts * BYTES_PER_PART <= bytes) return push(part, encoding);
    isCut = true;
    const { socket } = request;
    const mayAnswer = answerUnderWay(socket) === response && !response.headersSent;
    cutConnection(socket, mayAnswer ? TOO_LARGE : undefined);
    return false;
  };
}

/** Parses JSON; undefined for an empty text. */
export function parseJson(body: Buffer, limit = BODY_LIMIT): unknown {
  if (body.length === 0) return undefined;
  const most = valueLimit(limit);
  // A body has at most as many values as bytes, so a small one need not be scanned.
  const isSmall = body.length <= most && !body.includes(ESCAPED_NUL);
  const { values, hasNul } = isSmall ? NOTHING_FOUND : scan(body);
  if (values > most) throw new Refusal('too-large');
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(body));
  } catch {
    throw new Refusal('bad-input', { what: 'the body is not valid JSON' });
  }
  // PostgreSQL cannot store NUL in a text.
  if (hasNul) throw new Refusal('bad-input', { what: 'a text contains a NUL character' });
  return value;
}

const ESCAPED_NUL = Buffer.from('\\u0000');
const NOTHING_FOUND = { values: 0, hasNul: false };

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Scans the bytes before anything is parsed. */
export function scan(body: Buffer): { values: number; hasNul: boolean } {
  let values = 1;
  let isText = false;
  let hasNul = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      if (byte !== BACKSLASH) continue;
      at += 1; // an escaped character does not end the text
      hasNul ||= body[at] === 0x75 && body.toString('latin1', at + 1, at + 5) === '0000';
    } else if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
  }
  return { values, hasNul };
}
