/** What a browser keeps of us for when the server cannot be reached. */
import { expect, type Page } from '@playwright/test';

/** Everything the browser keeps of us, by its path. */
export const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const kept: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        kept[new URL(url).pathname] = (await (await cache.match(url))?.text()) ?? '';
      }
    }
    return kept;
  });

export const keeps = (page: Page, address: string) =>
  expect.poll(async () => Object.keys(await keptIn(page))).toContain(address);

/** Whether the page came from what is kept. */
export const isMarked = (page: Page) =>
  page.evaluate(() => 'kept' in document.documentElement.dataset);
