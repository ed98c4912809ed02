/**
 * A test at the battle. Each worker opens one, for all files that use it; every test begins without
 * matches, lobbies and names, and its windows are closed after it.
 */
import { test as base } from '@playwright/test';
import { type BattleFixture, openBattleFixture } from './battle-fixture.ts';

export const test = base.extend<{ fixture: BattleFixture }, { battle: BattleFixture }>({
  battle: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const battle = await openBattleFixture();
      await use(battle);
      await battle.close();
    },
    { scope: 'worker' },
  ],
  fixture: async ({ battle, browser }, use, test) => {
    test.setTimeout(240_000); // enough for two browsers on a busy machine
    await battle.clear();
    await use(battle);
    await Promise.all(browser.contexts().map((context) => context.close()));
  },
});
