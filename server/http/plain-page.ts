/** Small pages of text that are no part of the web app. */
import { Refusal } from '#rules/refusal.ts';
import type { HttpServer } from './server.ts';

/** Text and its one style sheet, nothing else. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Serves `render(name)` below `folder`; null is a 404.
 * @param folder such as `/demo/object`
 */
export function servePlainPages(
  http: HttpServer,
  folder: string,
  render: (name: string) => string | null,
): void {
  http.get<{ Params: { name: string } }>(`${folder}/:name`, (request, reply) => {
    const html = render(request.params.name);
    if (html === null) throw new Refusal('not-found');
    return reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(html);
  });
}
