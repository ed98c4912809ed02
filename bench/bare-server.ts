/**
 * The baseline for reads: plain node:http that answers the same bytes under the same paths. reads.ts starts it as a
 * process and sends it the answers.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tellFigures } from './measured-process.ts';

export interface Recorded {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const answers = new Map<string, { headers: Record<string, string>; body: Buffer }>();

function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const found = answers.get(url);
  if (found === undefined) {
    response.writeHead(404).end();
  } else if (found.headers.etag !== undefined && headers['if-none-match'] === found.headers.etag) {
    response.writeHead(304, found.headers).end();
  } else {
    response.writeHead(200, { ...found.headers, 'content-length': found.body.length });
    response.end(found.body);
  }
}

const server = createServer({ keepAliveTimeout: 60_000 }, answer);
server.listen(0, '127.0.0.1', () => tellFigures((server.address() as AddressInfo).port));

process.on('message', ({ record }: { record?: Recorded }) => {
  if (record === undefined) return;
  const { path, headers, body } = record;
  answers.set(path, { headers: { ...headers }, body: Buffer.from(body) });
  process.send?.({ recorded: path });
});
