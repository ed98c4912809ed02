/** Writes a success: bytes, ETag, 304. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPersonal, type Route } from '#contract/route.ts';
import { writeSessionCookie } from './caller.ts';
import { chooseEncoding, compress, type Encoding, WORTH_COMPRESSING } from './encodings.ts';
import { etagOf, isKnown } from './etags.ts';
import { JsonText, Reply } from './handlers.ts';

class Written {
  readonly text: string;
  readonly encoded: Partial<Record<Encoding, Promise<Buffer>>> = {};
  #bytes: Buffer | undefined;
  #etag: string | undefined;

  constructor(body: unknown) {
    this.text = body instanceof JsonText ? body.text : JSON.stringify(body);
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

/** How the answers of one route are written; made once, from the contract alone. */
export interface AnswerStyle {
  readonly status: number;
  readonly isRevalidated: boolean;
  readonly cacheControl: string;
  /** What else than its address decides an answer. */
  readonly vary: string | undefined;
  readonly varyCompressed: string;
  /** Session cookies carry `Secure` and `__Host-`. */
  readonly secure: boolean;
}

export function answerStyle(route: Route, secure: boolean): AnswerStyle {
  const isRevalidated = route.revalidated === true;
  const freshness = isRevalidated ? 'no-cache' : 'no-store';
  const personal = isPersonal(route);
  return {
    status: route.status ?? 200,
    isRevalidated,
    cacheControl: personal ? `private, ${freshness}` : freshness,
    vary: personal ? 'cookie' : undefined,
    varyCompressed: personal ? 'cookie, accept-encoding' : 'accept-encoding',
    secure,
  };
}

export function writeAnswer(
  answer: unknown,
  style: AnswerStyle,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const more = answer instanceof Reply ? answer : undefined;
  const body = (): unknown => (more === undefined ? answer : more.body);
  if (more?.sessionCookie !== undefined) {
    reply.header('set-cookie', writeSessionCookie(more.sessionCookie, style.secure));
  }
  if (more?.etag !== undefined) reply.header('etag', `"${more.etag}"`);
  reply.code(style.status).header('cache-control', style.cacheControl);
  if (style.vary !== undefined) reply.header('vary', style.vary);
  if (!style.isRevalidated) return sendOnce(body(), style, request, reply);
  const known = request.headers['if-none-match'];
  if (more?.etag !== undefined) {
    // Named by its use case: nothing need be written to know that it is unchanged.
    if (isKnown(known, `"${more.etag}"`)) return reply.code(304).send();
    return sendOnce(body(), style, request, reply);
  }
  const written = write(body());
  reply.header('etag', written.etag);
  if (isKnown(known, written.etag)) return reply.code(304).send();
  return send(written, written.bytes, style, request, reply);
}

/** An answer that nobody is handed again. Text goes out with its head in one piece and needs no buffer. */
function sendOnce(
  body: unknown,
  style: AnswerStyle,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const written = new Written(body);
  return send(written, written.text, style, request, reply);
}

function send(
  written: Written,
  plain: string | Buffer,
  style: AnswerStyle,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const { encoded } = written;
  reply.header('content-type', 'application/json; charset=utf-8');
  if (plain.length < WORTH_COMPRESSING) return reply.send(plain);
  reply.header('vary', style.varyCompressed);
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
