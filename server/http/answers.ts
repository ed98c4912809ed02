/** Writes a success: bytes, ETag, 304 (SPEC section 7). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import { writeSessionCookie } from './caller.ts';
import { chooseEncoding, compress, type Encoding, WORTH_COMPRESSING } from './encodings.ts';
import { etagOf, isKnown } from './etags.ts';
import { Reply } from './handlers.ts';

class Written {
  readonly text: string;
  readonly encoded: Partial<Record<Encoding, Promise<Buffer>>> = {};
  #bytes: Buffer | undefined;
  #etag: string | undefined;

  constructor(body: unknown) {
    this.text = JSON.stringify(body);
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text);
    return this.#bytes;
  }

  get etag(): string {
    this.#etag ??= etagOf(this.bytes);
    return this.#etag;
  }
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
): FastifyReply | Promise<FastifyReply> {
  const more = answer instanceof Reply ? answer : undefined;
  const body = (): unknown => (more === undefined ? answer : more.body);
  if (more?.sessionCookie !== undefined) {
    reply.header('set-cookie', writeSessionCookie(more.sessionCookie, secure));
  }
  if (more?.etag !== undefined) reply.header('etag', `"${more.etag}"`);
  reply.code(route.status ?? 200);
  if (route.revalidated !== true) {
    reply.header('cache-control', 'no-store');
    return sendOnce(body(), request, reply);
  }
  reply.header('cache-control', 'no-cache');
  const known = request.headers['if-none-match'];
  if (more?.etag !== undefined) {
    // Named by its use case: nothing need be written to know that it is unchanged.
    if (isKnown(known, `"${more.etag}"`)) return reply.code(304).send();
    return sendOnce(body(), request, reply);
  }
  const written = write(body());
  reply.header('etag', written.etag);
  if (isKnown(known, written.etag)) return reply.code(304).send();
  return send(written, written.bytes, request, reply);
}

/** An answer that nobody is handed again. Text goes out with its head in one piece and needs no buffer. */
function sendOnce(
  body: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const written = new Written(body);
  return send(written, written.text, request, reply);
}

function send(
  written: Written,
  plain: string | Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const { encoded } = written;
  reply.header('content-type', 'application/json; charset=utf-8');
  if (plain.length < WORTH_COMPRESSING) return reply.send(plain);
  reply.header('vary', 'accept-encoding');
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding === null) return reply.send(plain);
  encoded[encoding] ??= compress(written.bytes, encoding, false);
  return encoded[encoding].then((packed) =>
    reply.header('content-encoding', encoding).send(packed),
  );
}

function write(body: unknown): Written {
  if (typeof body !== 'object' || body === null) return new Written(body);
  const known = alreadyWritten.get(body);
  if (known !== undefined) return known;
  const written = new Written(body);
  alreadyWritten.set(body, written);
  return written;
}
