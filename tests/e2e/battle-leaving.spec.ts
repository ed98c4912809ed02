/** Nobody loses a live match by a press that was meant for something else. */
import { expect, test } from '@playwright/test';
import { type BattleFixture, openBattleFixture } from './support/battle-fixture.ts';
import { atTable, button, goHome, matchAgainst } from './support/duel.ts';

test.setTimeout(120_000);

let fixture: BattleFixture;
test.beforeAll(async () => {
  fixture = await openBattleFixture();
});
test.afterAll(() => fixture.close());
test.beforeEach(() => fixture.clear());

test('Reset Game stands apart from Check Result, and one press undoes it', {
  tag: ['@B7', '@battle-18'],
}, async ({ browser }) => {
  const rival = await fixture.rival('duo');
  const viewport = { width: 390, height: 664 };
  const page = await matchAgainst(browser, fixture, rival, { viewport });
  const [reset, check] = await Promise.all(
    ['Reset Game', 'Check Result'].map(async (name) => (await button(page, name).boundingBox())!),
  );
  expect(check!.x - (reset!.x + reset!.width)).toBeGreaterThan(44);
  await button(page, 'Reset Game').click();
  await expect(button(page, 'Back to the match')).toBeInViewport({ ratio: 1 });
  await button(page, 'Back to the match').click();
  await atTable(page, 1);
  await goHome(page);
});

test('Disconnect asks first in a live match, at the table and elsewhere', { tag: '@B7' }, async ({
  browser,
}) => {
  const rival = await fixture.rival('duo');
  const page = await matchAgainst(browser, fixture, rival);
  const bar = page.getByRole('banner');
  const question = page.getByRole('dialog', { name: 'Disconnect during a match?' });
  await bar.getByRole('button', { name: 'Disconnect' }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await atTable(page, 1);
  await bar.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('complementary', { name: 'You are in a match' })).toBeVisible();
  await bar.getByRole('button', { name: 'Disconnect' }).click();
  await question.getByRole('button', { name: 'Disconnect anyway' }).click();
  await expect(bar.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
  await goHome(page);
});
