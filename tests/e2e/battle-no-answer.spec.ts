/** Calls of the battle that get no answer, though the server may have done what they asked for. */
import { expect } from '@playwright/test';
import { CARD } from '#tests/support/battle-product.ts';
import { test } from './support/battle-test.ts';
import { button, matchAgainst, pick } from './support/duel.ts';

test('a card without an answer is sent again in time, under one’s own clock', {
  tag: ['@battle-41', '@B3'],
}, async ({ browser, fixture }) => {
  const rival = await fixture.rival('duo');
  const page = await matchAgainst(browser, fixture, rival);
  const sent: unknown[] = [];
  await page.route('**/play', (route) => {
    sent.push(route.request().postDataJSON());
    // The first one hangs.
    return sent.length === 1 ? undefined : route.continue();
  });
  await pick(page, 'rock');
  await button(page, 'SHOT!').click();
  await expect(page.locator('.battle-line')).toHaveText('Sending your card');
  await expect(page.locator('.pick-timer')).toHaveAttribute('data-phase', 'pick');
  await expect(button(page, 'SHOT!')).toHaveAttribute('data-state', 'played');
  await expect(page.locator('.pick-timer')).toHaveAttribute('data-phase', 'theirs');
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(await rival.match()).toMatchObject({ player2HasPlayed: true });
  await rival.play(CARD.scissors);
  await expect(page.locator('.countdown, .clash, .outcome').first()).toBeVisible();
});
