/** Writes a success: bytes, ETag, 304 (SPEC section 7). */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import { writeSessionCookie } from './caller.ts';
import { Reply } from './handlers.ts';

interface Written {
  readonly bytes: Buffer;
  readonly etag: string;
}

/**
 * An answer object that is handed out again (a ranking kept for a second, the settings) is turned
 * into bytes once: the object is the key, so use cases need not know of it. They must not change
 * an object they handed out.
 */
const alreadyWritten = new WeakMap<object, Written>();

export interface AnswerStyle {
  readonly route: Route;
  /** Session cookies carry `Secure` and `__Host-`. */
  readonly secure: boolean;
}

export function writeAnswer(
  answer: unknown,
  { route, secure }: AnswerStyle,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const more = answer instanceof Reply ? answer : undefined;
  const body: unknown = more === undefined ? answer : more.body;
  if (more?.sessionCookie !== undefined) {
    reply.header('set-cookie', writeSessionCookie(more.sessionCookie, secure));
  }
  reply.code(route.status ?? 200).header('content-type', 'application/json; charset=utf-8');
  if (route.revalidated !== true) {
    if (more?.etag !== undefined) reply.header('etag', `"${more.etag}"`);
    return reply.header('cache-control', 'no-store').send(JSON.stringify(body));
  }
  const written = write(body);
  const etag = more?.etag === undefined ? written.etag : `"${more.etag}"`;
  reply.header('cache-control', 'no-cache').header('etag', etag);
  if (isKnown(request.headers['if-none-match'], etag)) {
    return reply.code(304).removeHeader('content-type').send();
  }
  return reply.send(written.bytes);
}

function write(body: unknown): Written {
  const key = typeof body === 'object' && body !== null ? body : undefined;
  const known = key && alreadyWritten.get(key);
  if (known !== undefined) return known;
  const bytes = Buffer.from(JSON.stringify(body));
  // Weak, because a proxy in front may compress the bytes.
  const written = { bytes, etag: `W/"${hash('sha1', bytes, 'base64url')}"` };
  if (key !== undefined) alreadyWritten.set(key, written);
  return written;
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque);
}

/** The opaque part of an If-Match header; null when there is none or it matches anything. */
export function readIfMatch(header: string | undefined): string | null {
  if (header === undefined || header.trim() === '*') return null;
  // A compressing proxy may have weakened the tag on its way out.
  return /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(header)?.[1] ?? header.trim();
}
