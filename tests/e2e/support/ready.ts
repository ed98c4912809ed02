/**
 * Waits until a page reacts by itself, until it no longer moves, and until code has come that is loaded ahead: counted in
 * frames, not in time.
 */
import { expect, type Locator, type Page } from '@playwright/test';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Equal frames in a row that count as rest. */
const CALM_FRAMES = 8;

/** Until React has taken the page over, after the first paint: from then on the page reacts by itself. */
export const untilInteractive = (page: Page) =>
  expect(page.locator('html[data-interactive]')).toBeAttached({ timeout: 60_000 });

/** Waits for some frames; effects and short timers have run by then. */
export async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame += 1) await new Promise(requestAnimationFrame);
  }, count);
}

/** The box of an element once it no longer moves. */
export function settledBox(target: Locator): Promise<Box> {
  return target.evaluate(async (element, calm) => {
    const look = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    };
    let last = look();
    for (let alike = 0; alike < calm; ) {
      await new Promise(requestAnimationFrame);
      const now = look();
      alike = JSON.stringify(now) === JSON.stringify(last) ? alike + 1 : 0;
      last = now;
    }
    return last;
  }, CALM_FRAMES);
}

/** Resolves when the page has stopped scrolling, also after a swipe. */
export async function settledScroll(page: Page): Promise<void> {
  await settledBox(page.locator('body'));
}

/** Of the pages of the bar. */
export const pagesAhead = (page: Page) =>
  loadedAhead(page, ['HomePage', 'ProfilePage', 'GamesPage', 'TheMainzPage']);

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
