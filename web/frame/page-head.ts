/**
 * Updates the document's head after a navigation inside the app: title, description, robots, canonical
 * link. For the first page the server has written it.
 */
import { pageAt, pageOf, tabTitle } from '#rules/pages.ts';

/**
 * @param path of the page now shown
 * @param title in place of the page's own
 * @param isPrivate search engines must not list it
 */
export function showHead(
  path: string,
  { title, isPrivate }: { title?: string | undefined; isPrivate: boolean },
): void {
  const head = pageOf(path);
  document.title = tabTitle(title ?? head.title);
  meta('description', head.description);
  meta('robots', head.isListed && !isPrivate ? null : 'noindex');
  canonical(pageAt(path));
}

function meta(name: string, content: string | null): void {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (content === null) {
    found?.remove();
    return;
  }
  const element = found ?? document.head.appendChild(document.createElement('meta'));
  element.name = name;
  element.content = content;
}

/** The public origin is known only to the server; it is taken from the preview picture's URL. */
function canonical(path: string | null): void {
  const found = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (path === null) {
    found?.remove();
    return;
  }
  const image = document.head.querySelector<HTMLMetaElement>('meta[property="og:image"]');
  const element = found ?? document.head.appendChild(document.createElement('link'));
  element.rel = 'canonical';
  element.href = new URL(path, image?.content ?? document.baseURI).href;
}
