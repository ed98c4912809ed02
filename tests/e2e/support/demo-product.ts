/** Tests with a product: paths begin at its address, and the windows that a test opens are closed after it. */
import { test as base, expect } from '@playwright/test';
import { Client } from '#demo/client.ts';
import { FIXTURES } from '#demo/house/histories.ts';
import { HOLDERS } from '#demo/personas.ts';
import { startFilledDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

/** A demo, silent; its people have come in already. */
export async function startDemo(env: Record<string, string> = {}): Promise<Product> {
  const database = await startDemoDatabase();
  return startProduct({ env: { LOG_LEVEL: 'silent', ...env }, database });
}

/** Made once in a run: letting everybody come in takes longer than the start itself. */
export const startDemoDatabase = (): Promise<TestDatabase> =>
  startFilledDatabase('template_demo', letPeopleComeIn);

/** Whoever is missing all the same comes in at the start of each product. */
async function letPeopleComeIn(databaseUrl: string): Promise<void> {
  const env = { LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '20', DATABASE_URL: databaseUrl };
  await using product = await startProduct({ env });
  const visitor = new Client({ origin: product.url });
  const count = async () => {
    const collectors = await visitor.call('GET /api/leaderboard', {});
    const players = await visitor.call('GET /api/game/leaderboard', {});
    return [collectors.length, players.reduce((sum, { totalGames }) => sum + totalGames, 0)];
  };
  // The house is on the board too.
  const everybody = [HOLDERS.length + 1, 2 * FIXTURES.length];
  await expect.poll(count, { timeout: 100_000, intervals: [500] }).toEqual(everybody);
}

/** With a product that the tests of one file may change. */
export const testWithProduct = (env: Record<string, string>) =>
  base.extend<{ closesWindows: undefined }, { product: Product }>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
      async ({}, use) => {
        await using product = await startDemo(env);
        await use(product);
      },
      // Apart from the first test's: that would wait until the people have come in.
      { scope: 'worker', timeout: 240_000 },
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
