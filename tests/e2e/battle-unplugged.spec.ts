/** The card battle without a WebSocket: polls alone are enough. */
import { expect } from '@playwright/test';
import { CARD } from '#tests/support/battle-product.ts';
import { seat, test } from './support/battle-fixture.ts';
import { atTable, button, heading, openLobby, pick, shoot, skip } from './support/duel.ts';
import { toastsOf } from './support/product-fixture.ts';

test('polls alone are enough for a whole match, with the page reloaded, and a rematch', {
  tag: ['@T3', '@battle-31', '@battle-36'],
}, async ({ browser, fixture, rival }) => {
  const page = await seat(browser, fixture, 'ace', { isUnplugged: true });
  await rival.join(await openLobby(page, 'Midnight duel'));
  await atTable(page, 1);
  await shoot(page, 'rock');
  await rival.play(CARD.scissors);
  // The poll brought it, and the check every 3 s is the first to say so.
  await expect.poll(async () => (await toastsOf(page)).join()).toContain('Round Complete!');
  await skip(page);
  await expect(heading(page, 'Round won')).toBeVisible();

  await button(page, 'Continue to Next Round').click();
  await page.reload();
  await atTable(page, 2);
  await rival.play(CARD.paper);
  const opponent = page.locator('.plate[data-side="opponent"]');
  await expect(opponent).toHaveAttribute('data-played', 'true');
  await pick(page, 'scissors');
  await button(page, 'SHOT!').click();
  await skip(page);
  await expect(heading(page, 'Victory')).toBeVisible();

  // Both press it at the same time: there is only one new match.
  await Promise.all([button(page, 'Play Again').click(), rival.playAgain()]);
  await atTable(page, 1);
  await rival.play(CARD.rock);
  await expect(opponent).toHaveAttribute('data-played', 'true');
});
