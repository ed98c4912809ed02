/** Before and after a match: open games, invite links, and all phases on a small screen. */
import { expect, type Page } from '@playwright/test';
import { CARD } from '#tests/support/battle-product.ts';
import { seat, test } from './support/battle-fixture.ts';
import { atTable, button, heading, pick, skip } from './support/duel.ts';
import { complaints, expectNoSidewaysScroll, wordsAtTheEdge } from './support/page-checks.ts';
import { sign } from './support/profile.ts';

test('an invite link says who asks, also when it is too late', async ({ browser, fixture }) => {
  const rival = await fixture.rival('five');
  await rival.call('Fay Delacroix');
  const id = await rival.open('Midnight duel');
  const path = `/trading-card-game?lobby=${id}`;

  const visitor = await browser.newPage({ baseURL: fixture.url });
  await visitor.goto(path);
  await expect(heading(visitor, 'Fay Delacroix wants to battle')).toBeVisible();
  await expect(
    visitor.getByRole('main').getByRole('button', { name: 'Connect Wallet' }),
  ).toBeVisible();

  const ace = await seat(browser, fixture, 'ace', { path });
  await button(ace, 'Join').click();
  await sign(ace);
  await atTable(ace, 1);
  await expect(ace).toHaveURL(/\/trading-card-game$/);
  await expect(heading(visitor, 'This seat is taken')).toBeVisible();

  await rival.leave();
  await expect(heading(ace, 'Victory')).toBeVisible();
  const again = await rival.open('Once more');
  // Also in a tab that shows a result.
  await ace.goto(`/trading-card-game?lobby=${again}`);
  await expect(heading(ace, 'Fay Delacroix wants to battle')).toBeVisible();
  await rival.close(again);
  await expect(heading(ace, 'This game is closed')).toBeVisible();
  // Whoever took the seat, or opened the game, was not too late.
  await ace.goto(path);
  await expect(heading(ace, 'You took this seat')).toBeVisible();
  const five = await seat(browser, fixture, 'five', { path });
  await expect(heading(five, 'Your game has begun')).toBeVisible();
  await five.goto(`/trading-card-game?lobby=${again}`);
  await expect(heading(five, 'Your game is closed')).toBeVisible();
  await visitor.goto(`/trading-card-game?lobby=${again}`);
  await expect(heading(visitor, 'This game is closed')).toBeVisible();
  await visitor.goto('/trading-card-game?lobby=nothing');
  await expect(visitor.getByRole('alert')).toHaveText(/leads to no game/);
  await button(visitor, 'See all open games').click();
  await expect(heading(visitor, 'Connect your wallet')).toBeVisible();
});

async function sound(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  expect(await complaints(page)).toEqual([]);
}

test('every scene fits a phone, also with names without a space, and axe has nothing to say', {
  tag: '@N2',
}, async ({ browser, fixture, rival }) => {
  const viewport = { width: 360, height: 740 };
  await rival.call('M'.repeat(50));
  const id = await rival.open('M'.repeat(60));
  const page = await seat(browser, fixture, 'ace', {
    viewport,
    path: `/trading-card-game?lobby=${id}`,
  });
  await expect(heading(page, /wants to battle$/)).toBeVisible();
  expect.soft(await wordsAtTheEdge(page, 0), 'the invitation').toEqual([]);
  await button(page, 'See all open games').click();
  await expect(page.getByText('M'.repeat(60))).toBeVisible();
  expect.soft(await wordsAtTheEdge(page, 0), 'the open games').toEqual([]);
  // The short address stands beside the longest name too.
  const host = page.locator('.lobby-row-host');
  const address = host.getByText(/^0x/);
  await expect(address).toBeVisible();
  const [line, part] = await Promise.all([host, address].map(async (one) => one.boundingBox()));
  expect(part!.x + part!.width).toBeLessThanOrEqual(line!.x + line!.width);
  expect(line!.x + line!.width).toBeLessThan(viewport.width);
  await sound(page);
  await button(page, /^Join/).click();
  await sign(page);
  await atTable(page, 1);
  expect.soft(await wordsAtTheEdge(page, 0), 'the table').toEqual([]);
  await page.locator('.hand-card').first().click();
  await expect(page.getByRole('radio', { name: CARD.paper })).toBeChecked();
  await sound(page);
  await button(page, 'Open menu').click();
  await button(page, 'Disconnect').click();
  await expect(page.getByRole('dialog', { name: 'Disconnect during a match?' })).toBeVisible();
  expect.soft(await wordsAtTheEdge(page, 0), 'disconnecting').toEqual([]);
  await button(page, 'Stay').click();
  await pick(page, 'rock');
  await button(page, 'SHOT!').click();
  await rival.play(CARD.scissors);
  await skip(page);
  await expect(heading(page, 'Round won')).toBeVisible();
  await sound(page);
  await button(page, 'Quit Game').click();
  await expect(page.getByRole('dialog', { name: 'Leave this match?' })).toBeVisible();
  expect.soft(await wordsAtTheEdge(page, 0), 'leaving').toEqual([]);
  await button(page, 'Stay').click();
  await button(page, 'Reset & Refresh').click();
  await expect(page.getByText(/goes on without you/)).toBeVisible();
  expect.soft(await wordsAtTheEdge(page, 0), 'a match that goes on').toEqual([]);
  await button(page, 'Back to the match').click();
  await atTable(page, 2);
  await pick(page, 'rock');
  await button(page, 'SHOT!').click();
  await rival.play(CARD.scissors);
  await skip(page);
  await expect(heading(page, 'Victory')).toBeVisible();
  await rival.playAgain();
  await expect(button(page, 'Decline')).toBeVisible();
  expect.soft(await wordsAtTheEdge(page, 0), 'a rematch is offered').toEqual([]);
  await expectNoSidewaysScroll(page);
  await button(page, 'Quit Game').click();
  await button(page, 'Check Match Status').click();
  await expect(page.getByText(/Your last one against/)).toBeVisible();
  expect.soft(await wordsAtTheEdge(page, 0), 'the last match').toEqual([]);
});
