/** Serves the web app: its files and its pages. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { pageAt, subjectOf } from '#rules/pages.ts';
import { Refusal } from '#rules/refusal.ts';
import { isFault } from '#server/http/answer-errors.ts';
import { chooseEncoding } from '#server/http/encodings.ts';
import { isKnown } from '#server/http/etags.ts';
import { isApiPath, type RefuseUnknown } from '#server/http/known-paths.ts';
import type { AddressOf } from '#server/http/limits/forwarded.ts';
import type { Limits } from '#server/http/limits/limits.ts';
import { isForeignRead, pageOrigin } from '#server/http/origin.ts';
import {
  FILE_POLICY,
  PAGE_HEADERS,
  type PagePolicy,
  pagePolicy,
  WORKER_POLICY,
} from '#server/http/security-headers.ts';
import type { HttpSettings } from '#server/http/settings.ts';
import type { PrerenderedPage, Prerenderer, RenderedPath } from './prerender.ts';
import type { WebFile } from './web-files.ts';
import { createWebPages, type Lookups, type WebPage } from './web-pages.ts';

const INDEX = '/index.html';
const MANIFEST = '/.vite/manifest.json';
const SERVICE_WORKER = '/sw.js';
/** Ends a service worker that browsers still have. */
const NO_SERVICE_WORKER = '/sw-remove.js';

/** Three reads of the database, and a document of 70 kB that is written and compressed for it. */
const ABOUT_SOMEBODY = { allowance: 'read', cost: 10 } as const;

export interface StaticWeb {
  readonly settings: HttpSettings;
  /** By URL path; `/index.html` is the page. */
  readonly files: ReadonlyMap<string, WebFile>;
  /** Written into the page. */
  readonly publicSettings: Pick<PagePolicy, 'webWallet'> & {
    readonly ipfsGateways: readonly string[];
    readonly hasServiceWorker: boolean;
  };
  readonly lookups: Lookups;
  /** Null: only browsers render. */
  readonly prerenderer: Prerenderer | null;
  readonly log: Logger;
  readonly limits: Limits;
  readonly addressOf: AddressOf;
  readonly refuseUnknown: RefuseUnknown;
}

/** Binds `GET /*`: every path without a route. */
export function serveWeb(app: FastifyInstance, web: StaticWeb): void {
  const { files, publicSettings, settings } = web;
  const built = files.get(INDEX);
  const manifest = JSON.parse(files.get(MANIFEST)?.bytes.toString() ?? '{}');
  const textOf = (href: string) => files.get(href)?.bytes.toString();
  const pages =
    built && createWebPages({ page: built.bytes, manifest, textOf }, publicSettings, web.lookups);
  const policies = new WeakMap<WebPage, string>();

  app.get('/*', (request, reply) => {
    if (isApiPath(request.url)) throw web.refuseUnknown(request.url, reply);
    const path = pathOf(request.url);
    const file = path === INDEX ? undefined : files.get(path);
    if (path === SERVICE_WORKER) return sendServiceWorker(request, reply);
    if (file !== undefined) return sendFile(file, request, reply);
    // Not a page address that a person could have typed.
    if (path.startsWith('/assets/') || pages === undefined) throw new Refusal('not-found');

    for (const [name, value] of PAGE_HEADERS) reply.header(name, value);
    const origin = pageOrigin(request.raw, settings);
    const send = (page: WebPage) => {
      const policy = policyOf(page, request.raw.socket.localPort ?? settings.port);
      reply.header('content-security-policy', policy);
      return sendFile(page.file, request, page.isThere ? reply : reply.code(404));
    };
    const subject = subjectOf(pageAt(path), queryOf(request.url));
    const isNamed = subject.kind !== 'page';
    const sendRendered = (page: RenderedPath) =>
      prerendered(path, (prerenderer) => prerenderer.at(page)).then((rendered) =>
        send(pages.at(path, origin, rendered, isNamed)),
      );
    if (!isNamed) return sendRendered(pageAt(path));
    if (subject.kind === 'nobody') return sendRendered('nobody');
    const lookUp = () =>
      pages.about(subject, origin, () => prerendered(path, (one) => one.about(subject)));
    return lookedUp(lookUp, request.raw).then((found) => {
      if (found === null) return sendRendered(subject.kind);
      return send(found ?? pages.at(path, origin, null, isNamed));
    });
  });

  /** Cached: the policy contains the port, which does not change. */
  function policyOf(page: WebPage, port: number): string {
    const known = policies.get(page);
    if (known !== undefined) return known;
    const { inline } = page;
    const policy = pagePolicy({
      settings,
      port,
      imageSources: publicSettings.ipfsGateways,
      inline,
      webWallet: publicSettings.webWallet,
    });
    policies.set(page, policy);
    return policy;
  }

  function sendServiceWorker(request: FastifyRequest, reply: FastifyReply) {
    const worker = files.get(publicSettings.hasServiceWorker ? SERVICE_WORKER : NO_SERVICE_WORKER);
    if (worker === undefined) throw new Refusal('not-found');
    reply.header('content-security-policy', WORKER_POLICY);
    return sendFile(worker, request, reply);
  }

  /** If rendering fails the page is sent without it; the browser renders it then. */
  async function prerendered(
    path: string,
    render: (prerenderer: Prerenderer) => Promise<PrerenderedPage | null>,
  ): Promise<PrerenderedPage | null> {
    try {
      return web.prerenderer && (await render(web.prerenderer));
    } catch (err) {
      web.log.error({ err, path }, 'a page could not be rendered on the server');
      return null;
    }
  }

  /** Reads the database. If that fails or is refused, it is undefined, and the page is sent without the preview. */
  async function lookedUp(
    lookUp: () => Promise<WebPage | null>,
    request: IncomingMessage,
  ): Promise<WebPage | null | undefined> {
    if (isForeignRead(request)) return undefined;
    try {
      await web.limits.spendOfNetwork(ABOUT_SOMEBODY, web.addressOf(request));
      return await lookUp();
    } catch (err) {
      if (isFault(err)) web.log.error({ err }, 'a page is sent without its preview');
      return undefined;
    }
  }
}

/** Sends a file with its caching headers; also used for the demo's pictures. */
export async function sendFile(
  file: WebFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', file.cacheControl).header('etag', file.etag);
  reply.header('vary', 'accept-encoding'); // also on a 304 (RFC 9110, 15.4.5)
  const isFound = reply.statusCode === 200;
  if (isFound && isKnown(request.headers['if-none-match'], file.etag)) {
    return reply.code(304).send();
  }
  reply.header('content-type', file.type);
  if (file.type.includes('svg')) reply.header('content-security-policy', FILE_POLICY);
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const encoded = encoding === null ? undefined : file.encoded(encoding);
  if (encoding === null || encoded === undefined) return reply.send(file.bytes);
  return reply.header('content-encoding', encoding).send(await encoded);
}

/** As the page in the browser reads it: an encoded slash is none. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at));
}
