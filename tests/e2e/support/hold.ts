import type { Page } from '@playwright/test';

/** Requests of this address wait. @returns lets them go on */
export async function hold(page: Page, url: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}
