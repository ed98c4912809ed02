/** Sends lines of JSON as fast as they are taken, without ever holding all of them. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerStyle } from './answers.ts';
import { isKnown } from './etags.ts';
import type { Lines } from './handlers.ts';

export async function sendLines(
  lines: Lines<unknown>,
  style: AnswerStyle,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const etag = `"${lines.etag}"`;
  const headers = [...style.headers, 'etag', etag];
  reply.hijack();
  if (isKnown(request.headers['if-none-match'], etag)) {
    reply.raw.writeHead(304, headers).end();
    return;
  }
  headers.push('content-type', 'application/x-ndjson; charset=utf-8');
  reply.raw.writeHead(200, headers);
  if (request.method === 'HEAD') {
    reply.raw.end();
    return;
  }
  // A fault in the middle, or a client that goes, cuts the connection: half a list never looks whole.
  await pipeline(Readable.from(lines.pieces), reply.raw).catch(() => reply.raw.destroy());
}
