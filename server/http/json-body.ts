/** Bodies: JSON or nothing (RULINGS I6). */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#rules/refusal.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer));
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

/** The value of a JSON text; undefined for an empty one. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(body));
  } catch {
    throw new Refusal('bad-input', { what: 'the body is not valid JSON' });
  }
  // PostgreSQL keeps no NUL in a text; a string with one would be a fault there.
  if (body.includes('\\u0000') && carriesNul(value)) {
    throw new Refusal('bad-input', { what: 'a text contains a NUL character' });
  }
  return value;
}

export function carriesNul(value: unknown): boolean {
  // Its own stack: a body of 64 KiB nests deep enough to exhaust the machine's.
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') {
      if (next.includes('\0')) return true;
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) open.push(key, inner);
    }
  }
  return false;
}
