/** The card battle without a WebSocket: polls alone are enough. */
import { expect } from '@playwright/test';
import { test } from './support/battle-fixture.ts';
import { atTable, button, heading, matchOf, playRound, skip } from './support/duel.ts';
import { toastsOf } from './support/product-fixture.ts';

test('polls alone are enough for a whole match, with one page reloaded, and a rematch', {
  tag: ['@T3', '@battle-31', '@battle-36'],
}, async ({ browser, fixture }) => {
  const [ace, duo] = await matchOf(browser, fixture, ['ace', 'duo'], { isUnplugged: true });
  await playRound([ace, 'rock'], [duo, 'scissors']);
  // The poll brought it, and the check every 3 s is the first to say so.
  await expect.poll(async () => (await toastsOf(ace)).join()).toContain('Round Complete!');
  await Promise.all([ace, duo].map(skip));
  await expect(heading(ace, 'Round won')).toBeVisible();
  await expect(heading(duo, 'Round lost')).toBeVisible();

  for (const page of [ace, duo]) await button(page, 'Continue to Next Round').click();
  await duo.reload();
  await atTable(duo, 2);
  await playRound([ace, 'scissors'], [duo, 'paper']);
  await Promise.all([ace, duo].map(skip));
  await expect(heading(ace, 'Victory')).toBeVisible();
  await expect(heading(duo, 'Defeat')).toBeVisible();

  // Both click at the same time: there is only one new match.
  await Promise.all([ace, duo].map((page) => button(page, 'Play Again').click()));
  for (const page of [ace, duo]) await atTable(page, 1);
});
