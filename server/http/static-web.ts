/** Serves the web app: its files, and its one page for every address a person may type. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#rules/refusal.ts';
import { chooseEncoding, compress } from './encodings.ts';
import { isKnown } from './etags.ts';
import type { HttpSettings } from './http-settings.ts';
import { isApiPath, type RefuseUnknown } from './known-paths.ts';
import { createNonce, createPage } from './page.ts';
import { FILE_POLICY, PAGE_HEADERS, pagePolicy } from './security-headers.ts';
import type { WebFile } from './web-files.ts';

/** SPEC section 2. Any other path shows the 404 page, which is the same file. */
export const PAGES = ['/', '/profile', '/games', '/admin', '/the-mainz', '/trading-card-game'];

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
  const index = files.get('/index.html');
  const page = index && createPage(index.bytes.toString(), publicSettings);
  const imageSources = publicSettings.ipfsGateways;

  app.get('/*', (request, reply) => {
    if (isApiPath(request.url)) throw web.refuseUnknown(request.url, reply);
    const path = pathOf(request.url);
    const file = path === '/index.html' ? undefined : files.get(path);
    if (file !== undefined) return sendFile(file, request, reply);
    // A missing file is no page that a person typed in.
    if (path.startsWith('/assets/') || page === undefined) throw new Refusal('not-found');

    const styleNonce = createNonce();
    const port = request.raw.socket.localPort ?? settings.port;
    for (const [name, value] of PAGE_HEADERS) reply.header(name, value);
    reply
      .code(PAGES.includes(path.replace(/(?<=.)\/$/, '')) ? 200 : 404)
      .header('content-security-policy', pagePolicy({ settings, port, imageSources, styleNonce }))
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding');
    return sendPage(Buffer.from(page.render(styleNonce)), request, reply);
  });
}

/** A file with everything that lets it be kept; also used for pictures that are no part of the build. */
export async function sendFile(
  file: WebFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', file.cacheControl).header('etag', file.etag);
  if (isKnown(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
  reply.header('content-type', file.type);
  if (file.type.includes('svg')) reply.header('content-security-policy', FILE_POLICY);
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const encoded = encoding === null ? undefined : file.encoded(encoding);
  reply.header('vary', 'accept-encoding');
  if (encoding === null || encoded === undefined) return reply.send(file.bytes);
  return reply.header('content-encoding', encoding).send(await encoded);
}

async function sendPage(
  html: Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('content-type', 'text/html; charset=utf-8');
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding === null) return reply.send(html);
  const packed = await compress(html, encoding, false);
  return reply.header('content-encoding', encoding).send(packed);
}

function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
