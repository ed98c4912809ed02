/** The answers the server rendered the page with, so that the page does not fetch them again. */
import type { QueryClient } from '@tanstack/react-query';
import { namesSomeone, pageAt } from '#rules/pages.ts';
import { isKeptPage } from '#web/api/server-state.ts';
import { renderAs } from '#web/wallet/page-connection.ts';

interface InitialData {
  /** The rendered page; null for 'Page Not Found'. */
  readonly path: string | null;
  /** Of GET calls, by their address. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** Fills the query cache. @returns whether the document holds this page, to be hydrated */
export function takeInitialData(queries: QueryClient, page: Document): boolean {
  const text = page.getElementById('initial-data')?.textContent ?? '';
  if (!text.startsWith('{')) return false;
  const { path, answers } = JSON.parse(text) as InitialData;
  if (path !== pageAt(location.pathname)) return false;
  // The service worker keeps pages by their path alone.
  if (namesSomeone(new URLSearchParams(location.search))) return false;
  // A document from the browser's cache or from the service worker has old answers.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isOld = navigation?.type === 'back_forward' || isKeptPage(page);
  for (const [url, data] of Object.entries(answers)) {
    queries.setQueryData([url], data, isOld ? { updatedAt: 0 } : {});
    if (isOld) void queries.invalidateQueries({ queryKey: [url] });
  }
  renderAs(page.documentElement.dataset.visitor === 'returning' ? 'connecting' : 'disconnected');
  restoreStyles(page);
  return true;
}

/** The policy forbids style attributes in the document, so the server wrote rules. React expects the attributes. */
function restoreStyles(page: Document): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
    delete element.dataset.style;
  }
}
