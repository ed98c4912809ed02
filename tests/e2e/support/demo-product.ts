/** Tests at the demo, where paths begin, and what all browser tests share. */
import { test as base, expect } from '@playwright/test';
import { Client } from '#demo/client.ts';
import { FIXTURES } from '#demo/house/histories.ts';
import { HOLDERS } from '#demo/personas.ts';
import { startFilledDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { type BattleFixture, openBattleFixture } from './battle-server.ts';

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

/**
 * What browser tests share: each worker starts it when a test first asks for it, and the windows that a test opens
 * are closed after it. Another fixture of a worker's here, or in a file, would be another worker and browser.
 */
export const shared = base.extend<
  { closesWindows: undefined },
  { product: Product; battle: BattleFixture }
>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      await using product = await startDemo({ RATE_LIMIT_FACTOR: '20' });
      await use(product);
    },
    // Apart from the first test's: that would wait until the people have come in.
    { scope: 'worker', timeout: 240_000 },
  ],
  battle: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const battle = await openBattleFixture();
      await use(battle);
      await battle.close();
    },
    { scope: 'worker' },
  ],
  closesWindows: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

/** At the demo of the worker. What is changed there, others read: see the projects in playwright.config.ts. */
export const test = shared.extend({ baseURL: ({ product }, use) => use(product.url) });
