/** Calls of the battle that get no answer, though the server may have done what they asked for. */
import { expect } from '@playwright/test';
import { CARD } from '#tests/support/battle-product.ts';
import { seat, test } from './support/battle-fixture.ts';
import {
  atTable,
  button,
  heading,
  matchAgainst,
  openLobby,
  pick,
  playAgainst,
} from './support/duel.ts';
import { loseAnswers } from './support/hold.ts';
import { toastsOf } from './support/product-fixture.ts';

test('a card without an answer is sent again in time, under one’s own clock', {
  tag: ['@battle-41', '@B3'],
}, async ({ browser, fixture, rival }) => {
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

test('whose card is on its way is not told to press SHOT! when the time runs out', {
  tag: ['@battle-22', '@battle-41'],
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival);
  await page.route('**/play', () => undefined); // no answer comes
  await pick(page, 'rock');
  await button(page, 'SHOT!').click();
  await expect(page.locator('.battle-line')).toHaveText('Sending your card');
  await fixture.pass(31);
  const timer = page.locator('.pick-timer');
  await expect(timer).toHaveAttribute('data-phase', 'grace');
  await expect(timer.getByRole('status')).toHaveText('');
});

test('a lobby that was opened or closed, a seat that was taken, a card that is down and a rematch that was offered have not failed', {
  tag: ['@battle-41', '@battle-42'],
}, async ({ browser, fixture, rival }) => {
  const page = await seat(browser, fixture, 'ace');
  for (const path of ['**/join', '**/play', '**/api/game/lobbies', '**/lobbies/*/leave'])
    await loseAnswers(page, path);
  const toasts = async () => (await toastsOf(page)).join();
  await openLobby(page, 'Midnight duel');
  await expect.poll(toasts).toContain('Success');
  await button(page, 'Close lobby').click();
  await button(page, 'Quick match').click();
  await expect(heading(page, 'Your game is open')).toBeVisible();
  await button(page, 'Close lobby').click();
  await rival.open('Once more');
  await button(page, 'Join Once more').click();
  for (const round of [1, 2]) {
    await atTable(page, round);
    await playAgainst(page, rival, 'rock', 'scissors');
    if (round === 1) await button(page, 'Continue to Next Round').click();
  }
  await expect(heading(page, 'Victory')).toBeVisible();
  await button(page, 'Play Again').click();
  await expect(page.getByText(/has to press Play Again, too/)).toBeVisible();
  await rival.playAgain();
  await atTable(page, 1);
  expect(await toasts()).toContain('Joined Lobby!');
  expect(await toasts()).not.toMatch(/Failed|Error/);
});
