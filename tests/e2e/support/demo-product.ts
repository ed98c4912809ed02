/**
 * A test with the demo product. Each worker starts one and seeds its people once, for all files that use it: they
 * must not change what others read.
 */
import { test as base } from '@playwright/test';
import { type Product, startProduct } from '#tests/support/product.ts';

export const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      await using product = await startProduct({
        env: { LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '20' },
      });
      await use(product);
    },
    { scope: 'worker' },
  ],
});
