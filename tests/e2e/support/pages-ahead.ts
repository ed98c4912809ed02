/** Waits for code that is loaded before it is asked for. */
import { expect, type Page } from '@playwright/test';
import { frames } from './ready.ts';

const PAGES = ['Home', 'Profile', 'Games', 'TheMainz'];

export const pagesAhead = (page: Page) =>
  loadedAhead(
    page,
    PAGES.map((name) => `${name}Page`),
  );

/** @param modules names of the build's files, without their hashes */
export async function loadedAhead(page: Page, modules: readonly string[]): Promise<void> {
  const missing = () =>
    page.evaluate(
      (names) =>
        names.filter((name) => {
          const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
          // Fetched first, and then imported.
          const imported = resources.filter(({ initiatorType }) => initiatorType === 'script');
          return !imported.some((one) => one.name.includes(`/assets/${name}-`));
        }),
      modules,
    );
  await expect.poll(missing).toEqual([]);
  // Sheets and modules that have come are put to use.
  await frames(page, 30);
}
