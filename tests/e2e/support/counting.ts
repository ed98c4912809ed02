import type { Page, Request } from '@playwright/test';

/** Counts the requests of a page for a path, or those that are `wanted`. */
export function counting(page: Page, wanted: string | ((request: Request) => boolean)) {
  let count = 0;
  const isWanted = (request: Request) =>
    typeof wanted === 'string' ? new URL(request.url()).pathname === wanted : wanted(request);
  page.on('request', (request) => {
    if (isWanted(request)) count += 1;
  });
  return () => count;
}

export const countingLoads = (page: Page) =>
  counting(page, (request) => request.isNavigationRequest());
