/** Bodies: JSON or nothing (I6). */
import type { FastifyInstance } from 'fastify';
import { BODY_LIMIT, valueLimit } from '#contract/route.ts';
import { Refusal } from '#rules/refusal.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseJson(body as Buffer, request.routeOptions.bodyLimit));
    } catch (refusal) {
      done(refusal as Error);
    }
  });
  // Anything else is refused, except that an empty body is no body, whatever type it claims:
  // `POST /api/nfts/sync/{address}` has one.
  app.addContentTypeParser('*', (request, _payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const isEmpty = encoding === undefined && (length === undefined || Number(length) === 0);
    done(isEmpty ? null : new Refusal('not-json'), undefined);
  });
}

/**
 * The value of a JSON text; undefined for an empty one.
 * @param limit most bytes the body could have had
 */
export function parseJson(body: Buffer, limit = BODY_LIMIT): unknown {
  if (body.length === 0) return undefined;
  const most = valueLimit(limit);
  // No body has more values than bytes: a small one need not be looked through.
  const isSmall = body.length <= most && !body.includes(ESCAPED_NUL);
  const { values, hasNul } = isSmall ? NOTHING_FOUND : scan(body);
  if (values > most) throw new Refusal('too-large');
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(body));
  } catch {
    throw new Refusal('bad-input', { what: 'the body is not valid JSON' });
  }
  // PostgreSQL keeps no NUL in a text; a string with one would be a fault there.
  if (hasNul) throw new Refusal('bad-input', { what: 'a text contains a NUL character' });
  return value;
}

const ESCAPED_NUL = Buffer.from('\\u0000');
const NOTHING_FOUND = { values: 0, hasNul: false };

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/**
 * Looks at every byte once, before anything is made of them.
 * @returns how many values there are at most, and whether a text in it has an escaped NUL
 */
export function scan(body: Buffer): { values: number; hasNul: boolean } {
  let values = 1;
  let isText = false;
  let hasNul = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      if (byte !== BACKSLASH) continue;
      at += 1; // whatever it escapes is no end of the text
      hasNul ||= body[at] === 0x75 && body.toString('latin1', at + 1, at + 5) === '0000';
    } else if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
  }
  return { values, hasNul };
}
