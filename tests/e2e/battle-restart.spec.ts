/** Two browsers and a server in its own process: what is lost with the server or its database. */
import { expect } from '@playwright/test';
import { startProduct } from '#tests/support/product.ts';
import { startDemo, startDemoDatabase, shared as test } from './support/demo-product.ts';
import { button, heading, matchOf, pick, shoot, skip } from './support/duel.ts';
import { settledBox } from './support/ready.ts';

test('a kill -9 of the server in the middle of a round loses nothing', {
  tag: ['@B11', '@pages-41', '@errors-14'],
}, async ({ browser }) => {
  test.setTimeout(180_000);
  await using product = await startDemo();
  const [kiosk, five] = await matchOf(browser, product, ['kiosk', 'five']);
  await shoot(kiosk, 'rock');
  await expect(five.locator('.plate[data-side="opponent"]')).toHaveAttribute('data-played', 'true');
  await five.setViewportSize({ width: 320, height: 568 });
  const hand = await settledBox(five.locator('.hand'));
  await product.kill9();
  const line = five.getByTestId('line');
  await expect(line).toHaveText('The server does not answer. What you see may be old.');
  await expect(five.getByText('Failed to fetch match details')).toBeVisible();
  // In place of the line that was there: a second one would move the hand.
  expect(await settledBox(five.locator('.hand'))).toEqual(hand);
  await product.restart();
  await expect(line).toBeEmpty();

  // The played card is still there, and the other player can go on.
  await expect(button(kiosk, 'SHOT!')).toHaveAttribute('data-state', 'played');
  await pick(five, 'scissors');
  await button(five, 'SHOT!').click();
  for (const page of [kiosk, five]) await skip(page);
  await expect(heading(kiosk, 'Round won')).toBeVisible();
  await expect(heading(five, 'Round lost')).toBeVisible();

  for (const page of [kiosk, five]) await button(page, 'Continue to Next Round').click();
  await shoot(five, 'paper');
  await product.kill9();
  await product.restart();
  await pick(kiosk, 'scissors');
  await button(kiosk, 'SHOT!').click();
  for (const page of [kiosk, five]) await skip(page);
  await expect(heading(kiosk, 'Victory')).toBeVisible();
  await expect(heading(five, 'Defeat')).toBeVisible();
});

test('a card that is put down while the database is away counts once it is back', {
  tag: ['@B4', '@battle-41'],
}, async ({ browser }) => {
  const database = await startDemoDatabase();
  try {
    const env = { LOG_LEVEL: 'silent', DATABASE_URL: database.url };
    await using product = await startProduct({ env });
    const [kiosk, five] = await matchOf(browser, product, ['kiosk', 'five']);
    await shoot(kiosk, 'rock');
    await database.shut();
    await pick(five, 'scissors');
    await button(five, 'SHOT!').click();
    await expect(five.locator('.battle-line')).toContainText('Trying again.');
    await expect(button(five, 'SHOT!')).toHaveAttribute('data-state', 'sending');
    await database.open();
    for (const page of [kiosk, five]) await skip(page);
    await expect(heading(kiosk, 'Round won')).toBeVisible();
    await expect(heading(five, 'Round lost')).toBeVisible();
  } finally {
    await database.close();
  }
});
