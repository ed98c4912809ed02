/** Serves the web app: its files, and its one page for every address a person may type. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#rules/refusal.ts';
import { chooseEncoding } from './encodings.ts';
import { isKnown } from './etags.ts';
import type { HttpSettings } from './http-settings.ts';
import { isApiPath, type RefuseUnknown } from './known-paths.ts';
import { writePage } from './page.ts';
import { FILE_POLICY, PAGE_HEADERS, pagePolicy } from './security-headers.ts';
import { type WebFile, webFile } from './web-files.ts';

/** SPEC section 2. Any other path shows the 404 page, which is the same file. */
export const PAGES = ['/', '/profile', '/games', '/admin', '/the-mainz', '/trading-card-game'];

const INDEX = '/index.html';

export interface StaticWeb {
  readonly settings: HttpSettings;
  /** Files by their path; `/index.html` is the page. */
  readonly files: ReadonlyMap<string, WebFile>;
  /** Written into the page. */
  readonly publicSettings: { readonly ipfsGateways: readonly string[] };
  readonly refuseUnknown: RefuseUnknown;
}

/** Binds `GET /*`: whatever no other route has taken. */
export function serveWeb(app: FastifyInstance, web: StaticWeb): void {
  const { files, publicSettings, settings } = web;
  const built = files.get(INDEX);
  const page =
    built && webFile(INDEX, Buffer.from(writePage(built.bytes.toString(), publicSettings)));
  const policyAt = rememberLast((port: number) =>
    pagePolicy({ settings, port, imageSources: publicSettings.ipfsGateways }),
  );

  app.get('/*', (request, reply) => {
    if (isApiPath(request.url)) throw web.refuseUnknown(request.url, reply);
    const path = pathOf(request.url);
    const file = path === INDEX ? undefined : files.get(path);
    if (file !== undefined) return sendFile(file, request, reply);
    // A missing file is no page that a person typed in.
    if (path.startsWith('/assets/') || page === undefined) throw new Refusal('not-found');

    for (const [name, value] of PAGE_HEADERS) reply.header(name, value);
    reply.header(
      'content-security-policy',
      policyAt(request.raw.socket.localPort ?? settings.port),
    );
    const isThere = PAGES.includes(path.replace(/(?<=.)\/$/, ''));
    return sendFile(page, request, isThere ? reply : reply.code(404));
  });
}

/** A file with everything that lets it be kept; also used for pictures that are no part of the build. */
export async function sendFile(
  file: WebFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', file.cacheControl).header('etag', file.etag);
  const isFound = reply.statusCode === 200;
  if (isFound && isKnown(request.headers['if-none-match'], file.etag)) {
    return reply.code(304).send();
  }
  reply.header('content-type', file.type);
  if (file.type.includes('svg')) reply.header('content-security-policy', FILE_POLICY);
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const encoded = encoding === null ? undefined : file.encoded(encoding);
  reply.header('vary', 'accept-encoding');
  if (encoding === null || encoded === undefined) return reply.send(file.bytes);
  return reply.header('content-encoding', encoding).send(await encoded);
}

function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The port never changes while we listen; the policy names it. */
function rememberLast(make: (port: number) => string): (port: number) => string {
  let last: { port: number; made: string } | undefined;
  return (port) => {
    if (last?.port !== port) last = { port, made: make(port) };
    return last.made;
  };
}
