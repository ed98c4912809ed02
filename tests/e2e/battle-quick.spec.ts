/** The shortest way to a table, and what is told of a match afterwards. */
import { type Browser, expect } from '@playwright/test';
import { CARD } from '#tests/support/battle-product.ts';
import { seat, test } from './support/battle-fixture.ts';
import type { BattleFixture, Rival } from './support/battle-server.ts';
import { counting } from './support/counting.ts';
import { atTable, button, heading, playAgainst } from './support/duel.ts';
import { hold } from './support/hold.ts';
import { sign } from './support/profile.ts';

test('Quick match opens a game, or sits down with whoever waits; Your matches tells of it afterwards', {
  tag: ['@battle-37', '@battle-39'],
}, async ({ browser, fixture, rival }) => {
  const page = await seat(browser, fixture, 'ace');
  await button(page, 'Quick match').click();
  await sign(page);
  await expect(page.getByText('Your game is open')).toBeVisible();
  await button(page, 'Close lobby').click();
  await expect(button(page, 'Quick match')).toBeVisible();
  await expect(page.getByText(/^Your lobby is closed/)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Your matches' })).toHaveCount(0);
  await rival.open('Midnight duel');
  await page.route('**/api/game/lobbies', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByLabel('Lobby name').fill('Midnight duel');
  await button(page, 'Create Lobby').click();
  await expect(page.getByRole('alert')).toHaveText('Failed to create lobby');
  await button(page, 'Quick match').click();
  await atTable(page, 1);
  await playAgainst(page, rival, 'rock', 'paper');
  await expect(heading(page, 'Round lost')).toBeVisible();
  await rival.leave();
  await expect(heading(page, 'Victory')).toBeVisible();
  await button(page, 'Reset & Refresh').click();
  await expect(button(page, 'Create Lobby')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const row = page.getByRole('region', { name: 'Your matches' }).getByRole('listitem').first();
  await expect(row).toContainText(/Won\s*0 : 1/);
  await expect(row).toContainText(/against .*0x/);
  await expect(row).toContainText(`${CARD.rock} (rock)`);
  await expect(row).toContainText(`${CARD.paper} (paper)`);
});

test('a game that was opened by the form is not left for an older one, whatever its name', {
  tag: '@battle-37',
}, async ({ browser, fixture, rival }) => {
  const page = await seat(browser, fixture, 'ace');
  await rival.open('Midnight duel');
  await fixture.pass(1);
  await expect(button(page, 'Join Midnight duel')).toBeVisible();
  const joins = counting(page, (request) => request.url().endsWith('/join'));
  await page.getByLabel('Lobby name').fill('Quick match');
  await button(page, 'Create Lobby').click();
  await sign(page);
  await expect(page.getByText('Your game is open')).toBeVisible();
  await page.waitForResponse((answer) => answer.url().endsWith('/api/game/lobbies'));
  await expect(button(page, 'Close lobby')).toBeVisible();
  await button(page, 'Close lobby').click();
  await expect(button(page, 'Create Lobby')).toBeVisible();
  expect(joins()).toBe(0);
});

/** A game that Quick match opened, beside an older one that the list does not tell of before `show`. */
async function openBesideHidden(browser: Browser, fixture: BattleFixture, rival: Rival) {
  const page = await seat(browser, fixture, 'ace', { path: '/games' });
  let isHidden = true;
  await page.route('**/api/game/lobbies', async (route) => {
    if (route.request().method() === 'POST') return route.continue();
    const response = await route.fetch();
    const lobbies: { name: string }[] = await response.json();
    const shown = lobbies.filter(({ name }) => !isHidden || name !== 'Midnight duel');
    await route.fulfill({ response, json: shown });
  });
  // Only now: neither the document nor a list that was asked for before tells of it.
  await page.goto('/trading-card-game');
  await rival.open('Midnight duel');
  await fixture.pass(1);
  await button(page, 'Quick match').click();
  await sign(page);
  await expect(page.getByText('Your game is open')).toBeVisible();
  const show = () => {
    isHidden = false;
  };
  return { page, show };
}

test('a game that Quick match opened is left for an older one that the list tells of too late, also after a reload', {
  tag: '@battle-37',
}, async ({ browser, fixture, rival }) => {
  const { page, show } = await openBesideHidden(browser, fixture, rival);
  // The document itself may tell of the older one already.
  await page.reload();
  show();
  await atTable(page, 1);
});

test('a game of Quick match that is being closed is not left for an older one', {
  tag: '@battle-37',
}, async ({ browser, fixture, rival }) => {
  const { page, show } = await openBesideHidden(browser, fixture, rival);
  const joins = counting(page, (request) => request.url().endsWith('/join'));
  // The list comes when it comes; after 15 s the page would give the closing up, and go over.
  await page.evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  const close = await hold(page, '**/api/game/lobbies/*/leave');
  await button(page, 'Close lobby').click();
  show();
  await expect(page.getByText('Midnight duel')).toBeVisible();
  close();
  await expect(button(page, 'Quick match')).toBeVisible();
  await expect(button(page, 'Join Midnight duel')).toBeEnabled();
  expect(joins()).toBe(0);
});

test('after Cancel no other seat is asked for until what was cancelled is answered', {
  tag: '@battle-37',
}, async ({ browser, fixture, rival }) => {
  const page = await seat(browser, fixture, 'ace');
  await rival.open('Midnight duel');
  await expect(button(page, 'Join Midnight duel')).toBeEnabled();
  const joins = counting(page, (request) => request.url().endsWith('/join'));
  const answer = await hold(page, '**/api/game/lobbies');
  await button(page, 'Quick match').click();
  await button(page, 'Cancel').click();
  const asking = ['Quick match', 'Join Midnight duel', 'Create Lobby'].map((name) =>
    button(page, name),
  );
  for (const one of asking) await expect(one).toBeDisabled();
  await expect(page.getByText(/^Cancelled\. The server has yet to answer/).first()).toBeVisible();
  answer();
  for (const one of asking) await expect(one).toBeEnabled();
  await expect(page.getByText(/^A seat with whoever waits longest/)).toBeVisible();
  expect(joins()).toBe(0);
});
