/** Tests with a product: paths begin at its address, and the windows that a test opens are closed after it. */
import { test as base } from '@playwright/test';
import { type Product, startProduct } from '#tests/support/product.ts';

/** With a product that the tests of one file may change. */
export const testWithProduct = (env: Record<string, string>) =>
  base.extend<{ closesWindows: undefined }, { product: Product }>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
      async ({}, use) => {
        await using product = await startProduct({ env: { LOG_LEVEL: 'silent', ...env } });
        await use(product);
      },
      { scope: 'worker' },
    ],
    baseURL: ({ product }, use) => use(product.url),
    closesWindows: [
      async ({ browser }, use) => {
        await use(undefined);
        await Promise.all(browser.contexts().map((context) => context.close()));
      },
      { auto: true },
    ],
  });

/** With one demo for all files that use it: they must not change what others read. */
export const test = testWithProduct({ RATE_LIMIT_FACTOR: '20' });
