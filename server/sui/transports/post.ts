/**
 * One POST. Not by the global `fetch`: an answer in more than five content encodings, which it refuses, leaves a stream
 * that nobody listens to, and a connection that breaks then ends the process.
 */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { TransportError } from '#server/sui/calls/failures.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Decoded; whatever breaks is thrown where it is read. */
  readonly body: Readable;
}

/** @param headers of the request; which encodings are taken is added */
export async function post(
  url: URL,
  headers: Headers,
  body: string | Uint8Array,
  signal: AbortSignal,
): Promise<Answer> {
  headers.set('accept-encoding', 'gzip');
  const { request } = url.protocol === 'https:' ? https : http;
  const sent = request(url, { method: 'POST', headers: Object.fromEntries(headers), signal });
  const head = Promise.withResolvers<IncomingMessage>();
  sent.on('response', head.resolve);
  // After the head both change nothing: what breaks then comes by the body.
  sent.on('error', head.reject);
  sent.on('close', () => head.reject(new Error('closed without an answer')));
  sent.end(body);
  const response = await head.promise;
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(
      Object.entries(response.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    ),
    body: decoded(response),
  };
}

function decoded(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return response;
  if (encoding === 'gzip') return pipeline(response, createGunzip(), () => {});
  response.destroy();
  throw new TransportError('garbled', `unexpected content encoding ${encoding}`);
}
