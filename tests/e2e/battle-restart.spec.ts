/** A server in its own process: what is lost with the server or its database. */
import { type Browser, expect, type Page } from '@playwright/test';
import { CARD } from '#tests/support/battle-product.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { type Rival, rivalAt } from './support/battle-server.ts';
import { startDemo, startDemoDatabase, shared as test } from './support/demo-product.ts';
import { button, heading, matchAgainst, pick, shoot, skip } from './support/duel.ts';
import { settledBox } from './support/ready.ts';

/** A browser in the first round against a rival who has played. */
async function matchAt(product: Product, browser: Browser): Promise<[Page, Rival]> {
  const rival = await rivalAt(product.url, 'kiosk');
  const page = await matchAgainst(browser, product, rival);
  await rival.play(CARD.rock);
  await expect(page.locator('.plate[data-side="opponent"]')).toHaveAttribute('data-played', 'true');
  return [page, rival];
}

test('a kill -9 of the server in the middle of a round loses nothing', {
  tag: ['@B11', '@pages-41', '@errors-14'],
}, async ({ browser }) => {
  test.setTimeout(180_000);
  await using product = await startDemo();
  const [page, rival] = await matchAt(product, browser);
  await page.setViewportSize({ width: 320, height: 568 });
  const hand = await settledBox(page.locator('.hand'));
  await product.kill9();
  const line = page.getByTestId('line');
  await expect(line).toHaveText('The server does not answer. What you see may be old.');
  await expect(page.getByText('Failed to fetch match details')).toBeVisible();
  // In place of the line that was there: a second one would move the hand.
  expect(await settledBox(page.locator('.hand'))).toEqual(hand);
  await product.restart();
  await expect(line).toBeEmpty();

  // The opponent's card is still there, and the player can go on.
  await pick(page, 'scissors');
  await button(page, 'SHOT!').click();
  await skip(page);
  await expect(heading(page, 'Round lost')).toBeVisible();
  await button(page, 'Continue to Next Round').click();
  await shoot(page, 'paper');
  await product.kill9();
  await product.restart();
  // The own card, too.
  await expect(button(page, 'SHOT!')).toHaveAttribute('data-state', 'played');
  await rival.play(CARD.scissors);
  await skip(page);
  await expect(heading(page, 'Defeat')).toBeVisible();
});

test('a card that is put down while the database is away counts once it is back', {
  tag: ['@B4', '@battle-41'],
}, async ({ browser }) => {
  const database = await startDemoDatabase();
  try {
    const env = { LOG_LEVEL: 'silent', DATABASE_URL: database.url };
    await using product = await startProduct({ env });
    const [page] = await matchAt(product, browser);
    await database.shut();
    await pick(page, 'scissors');
    await button(page, 'SHOT!').click();
    await expect(page.locator('.battle-line')).toContainText('Trying again.');
    await expect(button(page, 'SHOT!')).toHaveAttribute('data-state', 'sending');
    await database.open();
    await skip(page);
    await expect(heading(page, 'Round lost')).toBeVisible();
  } finally {
    await database.close();
  }
});
