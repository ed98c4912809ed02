/** Waits until the pages of the bar were loaded ahead. */
import { expect, type Page } from '@playwright/test';
import { frames } from './still.ts';

const PAGES = ['Home', 'Profile', 'Games', 'TheMainz'];

export async function pagesAhead(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(
      (names) =>
        names.filter((name) => {
          const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
          return !loaded.some((url) => url.includes(`/assets/${name}Page-`) && url.endsWith('.js'));
        }),
      PAGES,
    );
  await expect.poll(missing).toEqual([]);
  // Sheets and modules that have come are put to use.
  await frames(page, 30);
}
