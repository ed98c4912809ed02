/** robots.txt and sitemap.xml. */
import type { FastifyInstance } from 'fastify';
import { PAGES } from '#rules/pages.ts';
import { pageOrigin } from '#server/http/origin.ts';
import type { HttpSettings } from '#server/http/settings.ts';
import { escapeHtml } from './page-head.ts';
import { sendFile } from './serve-web.ts';
import { type WebFile, webFile } from './web-files.ts';

const FILES: Readonly<Record<string, (origin: string) => string>> = {
  // Pages that must not be indexed say so themselves; a crawler has to read them to see it.
  '/robots.txt': (origin) =>
    `User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`,
  '/sitemap.xml': (origin) => {
    const listed = Object.entries(PAGES).filter(([, { isListed }]) => isListed);
    const urls = listed.map(([path]) => `  <url><loc>${escapeHtml(origin + path)}</loc></url>\n`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
  },
};

/** Binds `GET /robots.txt` and `GET /sitemap.xml`, with this installation's own origin. */
export function serveCrawlers(app: FastifyInstance, settings: HttpSettings): void {
  const written = new Map<string, WebFile>();
  for (const [path, write] of Object.entries(FILES)) {
    app.get(path, (request, reply) => {
      const origin = pageOrigin(request.raw, settings);
      const key = `${origin}${path}`;
      const file = written.get(key) ?? webFile(path, Buffer.from(write(origin)));
      written.set(key, file);
      return sendFile(file, request, reply);
    });
  }
}
