/** What the server drew the page with: the page does not ask for it again. */
import type { QueryClient } from '@tanstack/react-query';
import { pageAt } from '#rules/pages.ts';
import { drawAs } from '#web/wallet/page-connection.ts';

interface HandedOver {
  /** The page that was drawn; null for 'Page Not Found'. */
  readonly path: string | null;
  /** Of GET calls, by their address. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** Takes it over. True when what stands in the document is this page, to be hydrated. */
export function takeOver(queries: QueryClient, page: Document): boolean {
  const text = page.getElementById('handed-over')?.textContent ?? '';
  if (!text.startsWith('{')) return false;
  const { path, answers } = JSON.parse(text) as HandedOver;
  if (path !== pageAt(location.pathname)) return false;
  // The browser may have kept the document: then the answers are as old as that.
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isOld = arrival?.type === 'back_forward' || page.documentElement.dataset.seen !== undefined;
  for (const [url, data] of Object.entries(answers)) {
    queries.setQueryData([url], data, isOld ? { updatedAt: 0 } : {});
    if (isOld) void queries.invalidateQueries({ queryKey: [url] });
  }
  drawAs(page.documentElement.dataset.visitor === 'returning' ? 'connecting' : 'disconnected');
  takeOverStyles(page);
  return true;
}

/** Style attributes are forbidden in a document, so the server writes them as rules; here they become what React made. */
function takeOverStyles(page: Document): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
    delete element.dataset.style;
  }
}
