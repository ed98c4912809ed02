/** Writes successful answers: body, ETag, 304, compression. */
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPersonal, type Route } from '#contract/route.ts';
import { timeText } from '#server/cluster/clock.ts';
import { chooseEncoding, compress, type Encoding, WORTH_COMPRESSING } from './encodings.ts';
import { etagOf, isKnown } from './etags.ts';
import { type Extras, JsonText, type Lines, Reply } from './handlers.ts';
import { commonHeaders } from './security-headers.ts';
import { writeSessionCookie } from './session-cookie.ts';
import { type HttpSettings, isSecure } from './settings.ts';

/** The body of an answer. Bytes, ETag and compressed forms are made on first use. */
class Body {
  readonly text: string;
  #bytes: Buffer | undefined;
  #etag: string | undefined;
  #compressed: Map<Encoding, Promise<Buffer>> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text);
    return this.#bytes;
  }

  /** Uncompressed. A string is cheaper for a body that is sent once. */
  get plain(): string | Buffer {
    return this.#bytes ?? this.text;
  }

  get etag(): string {
    this.#etag ??= etagOf(this.bytes);
    return this.#etag;
  }

  /** Null when too much is compressed now. */
  compressed(encoding: Encoding): Promise<Buffer> | null {
    this.#compressed ??= new Map();
    const known = this.#compressed.get(encoding);
    if (known !== undefined) return known;
    const made = compress(this.bytes, encoding, 'low');
    if (made !== null) this.#compressed.set(encoding, made);
    made?.catch(() => this.#compressed?.delete(encoding));
    return made;
  }
}

/**
 * A use case may return the same object again (a cached ranking, the settings); then it is serialised once. Use cases
 * must not change an object they returned.
 */
const bodies = new WeakMap<object, Body>();

const FOR_EVER = 'public, max-age=31536000, immutable';

/** How answers of one route are written; computed once from the contract. */
interface AnswerStyle {
  readonly isRevalidated: boolean;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** Session cookies carry `Secure` and `__Host-`. */
  readonly secure: boolean;
}

export function answerStyle(route: Route, settings: HttpSettings): AnswerStyle {
  const isRevalidated = route.revalidated === true;
  const freshness = isRevalidated ? 'no-cache' : 'no-store';
  const personal = isPersonal(route);
  const kept = personal ? `private, ${freshness}` : freshness;
  return {
    isRevalidated,
    headers: [
      ...commonHeaders(settings).flat(),
      'cache-control',
      route.forever === true ? FOR_EVER : kept,
      // On small answers and 304s too: a cache compares them with the large answer it may hold (RFC 9110, 15.4.5).
      'vary',
      personal ? 'cookie, accept-encoding' : 'accept-encoding',
    ],
    secure: isSecure(settings),
  };
}

/** @param onMade called with the length of a text that this call is the first to need, in characters */
export function writeAnswer(
  answer: unknown,
  style: AnswerStyle,
  request: FastifyRequest,
  reply: FastifyReply,
  onMade?: (characters: number) => void,
): void | Promise<void> {
  const extras: Extras = answer instanceof Reply ? answer.extras : {};
  const etag = extras.etag === undefined ? undefined : `"${extras.etag}"`;
  const headers = [...style.headers];
  if (extras.sessionCookie !== undefined) {
    headers.push('set-cookie', writeSessionCookie(extras.sessionCookie, style.secure));
  }
  if (etag !== undefined) headers.push('etag', etag);
  if (extras.serverNow !== undefined) headers.push('server-now', timeText(extras.serverNow));
  if (!style.isRevalidated) return sendBody(bodyOf(answer, style, onMade), headers, request, reply);

  const known = request.headers['if-none-match'];
  // The use case gave the ETag, so an unchanged answer need not be serialised.
  if (etag !== undefined && isKnown(known, etag)) {
    return send(304, headers, undefined, request, reply);
  }
  const body = bodyOf(answer, style, onMade);
  if (etag === undefined) {
    headers.push('etag', body.etag);
    if (isKnown(known, body.etag)) return send(304, headers, undefined, request, reply);
  }
  return sendBody(body, headers, request, reply);
}

interface LinesEvents {
  /** Called before each piece. */
  onPiece(): void;
  /** Called when they fail; not when their reader leaves. */
  onFault(fault: unknown): void;
}

/** Sends lines of JSON as fast as they are taken, without ever holding all of them. */
export async function sendLines(
  lines: Lines<unknown>,
  style: AnswerStyle,
  request: FastifyRequest,
  reply: FastifyReply,
  { onPiece, onFault }: LinesEvents,
): Promise<void> {
  const { raw } = reply;
  const etag = `"${lines.etag}"`;
  const headers = [...style.headers, 'etag', etag];
  reply.hijack();
  if (isKnown(request.headers['if-none-match'], etag)) {
    raw.writeHead(304, headers).end();
    return;
  }
  headers.push('content-type', 'application/x-ndjson; charset=utf-8');
  raw.writeHead(200, headers);
  if (request.method === 'HEAD') {
    raw.end();
    return;
  }
  async function* pieces(): AsyncGenerator<string> {
    try {
      for await (const piece of lines.pieces(() => raw.destroyed)) {
        onPiece();
        yield piece;
      }
    } catch (fault) {
      onFault(fault);
      throw fault;
    }
  }
  // A fault in the middle, or a client that goes, cuts the connection: half a list never looks whole.
  await pipeline(pieces, raw).catch(() => raw.destroy());
}

/** The JSON of a public answer; serialised once per object. */
export function textOfAnswer(answer: unknown): string {
  return bodyOf(answer, { isRevalidated: true }).text;
}

function bodyOf(
  answer: unknown,
  { isRevalidated }: Pick<AnswerStyle, 'isRevalidated'>,
  onMade?: (characters: number) => void,
): Body {
  // Answers of writes are for one caller, and JsonText is already serialised: not cached.
  const isOnce = answer instanceof Reply || answer instanceof JsonText || !isRevalidated;
  const key = isOnce || typeof answer !== 'object' ? null : answer;
  const known = key === null ? undefined : bodies.get(key);
  if (known !== undefined) return known;
  const body = new Body(textOf(answer instanceof Reply ? answer.body : answer));
  onMade?.(body.text.length);
  if (key !== null) bodies.set(key, body);
  return body;
}

function textOf(body: unknown): string {
  return body instanceof JsonText ? body.text : JSON.stringify(body);
}

function sendBody(
  body: Body,
  headers: string[],
  request: FastifyRequest,
  reply: FastifyReply,
): void | Promise<void> {
  headers.push('content-type', 'application/json; charset=utf-8');
  const isWorthIt = body.text.length >= WORTH_COMPRESSING;
  const encoding = isWorthIt ? chooseEncoding(request.headers['accept-encoding']) : null;
  const compressed = encoding && body.compressed(encoding);
  if (encoding === null || compressed === null) {
    return send(200, headers, body.plain, request, reply);
  }
  return compressed.then((bytes) => {
    headers.push('content-encoding', encoding);
    send(200, headers, bytes, request, reply);
  });
}

/**
 * Writes to Node directly: Fastify would copy and check each header again, a sixth of the cost of a polled answer.
 * Fastify's onResponse hooks (metrics) still run.
 */
function send(
  status: number,
  headers: string[],
  bytes: string | Buffer | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (bytes !== undefined) headers.push('content-length', String(Buffer.byteLength(bytes)));
  // Node loses pipelined requests after an upgrade request that is not accepted.
  if (request.raw.headers.upgrade !== undefined) headers.push('connection', 'close');
  reply.hijack();
  reply.raw.writeHead(status, headers);
  reply.raw.end(bytes);
}
