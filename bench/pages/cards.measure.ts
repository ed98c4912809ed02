/** 2,000 cards on a phone: opening, scrolling, dragging. */
import { personaAddress } from '#demo/keys.ts';
import { mintMany } from '#demo/world.ts';
import { prepareWallet, test } from '../../tests/e2e/support/extension.ts';
import { cardInReach, finger } from '../../tests/e2e/support/profile.ts';
import { longTaskCount, report, swipeBy, trace } from './trace.ts';

const WHALE = personaAddress('whale');
/** On top of the whale's 1,500. */
const MORE = 500;

test.use({ hasTouch: true });

test('2,000 cards', async ({ page, node }) => {
  mintMany(node.ledger, WHALE, MORE);
  await page.setViewportSize({ width: 412, height: 823 });
  await prepareWallet(page, { accounts: ['whale'] });
  await page.evaluate((address) => {
    localStorage.setItem('wallet_connected', 'true');
    localStorage.setItem('wallet_address', address);
  }, WHALE);
  const cards = page.locator('[data-card]');
  // The first visit reads the chain; what is measured is a later one.
  await page.goto('/profile');
  await page.locator('.organiser').waitFor();

  let stop = await trace(page);
  await page.goto('/profile');
  await page.locator('.organiser').waitFor();
  await page.waitForTimeout(3_000);
  report('opening the profile', await stop());

  const canvas = await page.locator('.canvas').evaluate((one) => one.getBoundingClientRect().top);
  await page.evaluate((top) => scrollTo(0, top), canvas);
  await cards.first().waitFor();
  const touch = await finger(page);
  let seen = await longTaskCount(page);
  stop = await trace(page);
  await swipeBy(page, 24_000, () => page.evaluate(() => scrollY));
  report('scrolling 24,000 px', await stop(), await seen());

  const at = await cardInReach(page);
  seen = await longTaskCount(page);
  stop = await trace(page);
  await touch.press(at);
  await page.locator('[data-dragging="pointer"]').waitFor();
  for (let step = 0; step < 60; step += 1) {
    await touch.move({ x: 60 + ((step * 37) % 290), y: 250 + ((step * 53) % 300) });
    await page.waitForTimeout(16);
  }
  // At the lower edge the page scrolls along.
  await touch.move({ x: 206, y: 815 });
  await page.waitForTimeout(2_000);
  await touch.move({ x: 206, y: 400 });
  await touch.lift();
  await page.waitForTimeout(600);
  report('dragging a card about', await stop(), await seen());
});
