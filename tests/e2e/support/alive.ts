import { expect, type Page } from '@playwright/test';

/** Until the program has come, after the first paint: from then on the page reacts by itself. */
export const isAlive = (page: Page) =>
  expect(page.locator('html[data-alive]')).toBeAttached({ timeout: 60_000 });
