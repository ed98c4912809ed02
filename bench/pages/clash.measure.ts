/** The clash of two cards on a phone: frames that the page's own work ran over. */
import { test } from '../../tests/e2e/support/battle-fixture.ts';
import { become } from '../../tests/e2e/support/become.ts';
import { atTable, join, shoot } from '../../tests/e2e/support/duel.ts';
import { CARD } from '../../tests/support/battle-product.ts';
import { longTaskCount, report, trace } from './trace.ts';

test('the clash', async ({ browser, fixture }) => {
  const rival = await fixture.rival('duo');
  await rival.open('Midnight duel');
  const context = await browser.newContext({
    baseURL: fixture.url,
    viewport: { width: 412, height: 823 },
    reducedMotion: 'no-preference',
  });
  await become(context, 'ace');
  const page = await context.newPage();
  await page.goto('/trading-card-game');
  await join(page, 'Midnight duel');
  await page.keyboard.press('Escape');
  await atTable(page, 1);
  await shoot(page, 'rock');
  const seen = await longTaskCount(page);
  const stop = await trace(page);
  await rival.play(CARD.scissors);
  await page.locator('.clash').waitFor();
  await page.locator('.clash').waitFor({ state: 'detached' });
  await page.locator('.outcome').waitFor();
  report('the clash, from the answer to the result', await stop(), await seen());
});
