/** The answers the server rendered the page with, so that the page does not fetch them again. */
import type { QueryClient } from '@tanstack/react-query';
import { pageAt, subjectOf, subjectPath } from '#rules/pages.ts';
import { isKeptPage } from '#web/api/server-state.ts';
import { renderAs } from '#web/wallet/page-connection.ts';
import { setUnknown } from './query-client.ts';

interface InitialData {
  /**
   * The rendered page, with the lobby or collector it is about; null for 'Page Not Found', 'lobby', 'collector' or
   * 'nobody' where it says that what the address names is not there.
   */
  readonly path: string | null;
  /** Of GET calls, by their address. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** Fills the query cache. @returns whether the document holds this page, to be hydrated */
export function takeInitialData(queries: QueryClient, document: Document): boolean {
  const text = document.getElementById('initial-data')?.textContent ?? '';
  if (!text.startsWith('{')) return false;
  const { path, answers } = JSON.parse(text) as InitialData;
  const page = pageAt(location.pathname);
  // Another page's: the service worker keeps pages by their path alone.
  const subject = subjectOf(page, new URLSearchParams(location.search));
  const isUnknown = subject.kind !== 'page' && path === subject.kind;
  if (!isUnknown && path !== subjectPath(page, subject)) return false;
  // A document from the browser's cache or from the service worker has old answers.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isOld = navigation?.type === 'back_forward' || isKeptPage(document);
  if (isUnknown) {
    if (isOld) return false; // it may be there by now
    setUnknown(queries, subject);
  }
  for (const [url, data] of Object.entries(answers)) {
    queries.setQueryData([url], data, isOld ? { updatedAt: 0 } : {});
    if (isOld) void queries.invalidateQueries({ queryKey: [url] });
  }
  renderAs(
    document.documentElement.dataset.visitor === 'returning' ? 'connecting' : 'disconnected',
  );
  restoreStyles(document);
  return true;
}

/** The policy forbids style attributes in the document, so the server wrote rules. React expects the attributes. */
function restoreStyles(page: Document): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
    delete element.dataset.style;
  }
}
