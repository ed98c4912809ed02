/** The server's clock over the battle: absence, the auto-pick, a browser whose own clock is wrong. */
import { expect, type Page } from '@playwright/test';
import { CARD } from '#tests/support/battle-product.ts';
import { test } from './support/battle-fixture.ts';
import { atTable, button, heading, matchAgainst, pick, shoot } from './support/duel.ts';
import { complaints } from './support/page-checks.ts';
import { toastsOf } from './support/product-fixture.ts';
import { settledBox } from './support/ready.ts';

const FIVE_MINUTES = 5 * 60_000;

test('a browser five minutes off shows the right time; at 0 a card is selected, which takes the failure of an earlier one away, and a second round without one ends the match', {
  tag: ['@B4', '@battle-23'],
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival, { clockOffBy: FIVE_MINUTES });
  const shown = Number(await page.getByRole('timer').textContent());
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThanOrEqual(30);
  await page.route('**/play', (route) => route.fulfill({ status: 500, body: '' }));
  await pick(page, 'rock');
  await button(page, 'SHOT!').click();
  const failed = page.getByRole('main').getByText('Failed to play card');
  await expect(failed).toBeVisible();
  await page.unroute('**/play');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await fixture.pass(31);
  await expect(page.locator('.pick-timer')).toHaveAttribute('data-phase', 'grace');
  await expect(page.getByText("Time's Up!", { exact: true })).toBeVisible();
  await expect(page.locator('.battle-line')).toHaveText(/^Last chance/);
  // Late, not away: the page cannot know.
  await expect(page.locator('.plate[data-side="opponent"]')).toContainText('Late');
  await expect(page.locator('.place[data-side="opponent"]')).toHaveText('Your opponent is late');
  await expect(failed).toHaveCount(0);
  // Only selected: the player still has to press SHOT!.
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  expect(await rival.match()).toMatchObject({ player2HasPlayed: false });

  await fixture.pass(11);
  await expect(page.locator('.battle-line')).toHaveText(/^Nobody played/);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await fixture.pass(42);
  await expect(heading(page, 'Tie')).toBeVisible();
  await expect(page.locator('.outcome-reason')).toHaveText(/does not count/);
});

test('the clock shows the time that is left after a reload and in a second tab; after a sleep that was longer than the round no card is selected, since none can be played', {
  tag: ['@B4', '@B11', '@battle-23'],
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival);
  const left = async (at: Page) => Number(await at.getByRole('timer').textContent());
  // The server's clock stands still in between, so a page by itself cannot count down that far: where its clock is 5 s
  // ahead of the server's, it is set anew.
  const expectLess = (at: Page) => expect.poll(() => left(at)).toBeLessThanOrEqual(30 - 12);
  await fixture.pass(12);
  // The match is the same, so the browser keeps the answer that it has.
  await expectLess(page);
  await page.reload();
  await expect(page.getByRole('timer')).toBeVisible();
  await expectLess(page);
  const second = await page.context().newPage();
  await second.goto('/trading-card-game');
  await expect(second.getByRole('timer')).toBeVisible();
  await expectLess(second);
  await second.goto('/games');
  await expect(second.locator('.match-banner')).toContainText(/\b2\d s\b/);
  await second.close();

  await page.clock.install();
  await page.reload();
  await atTable(page, 1);
  await expect(page.locator('.pick-timer')).toHaveAttribute('data-phase', 'pick');
  await page.clock.fastForward(45_000);
  // The next answer puts the clock right.
  await expect(page.locator('.pick-timer')).toHaveAttribute('data-phase', 'pick');
  expect((await toastsOf(page)).join()).not.toContain("Time's Up!");
  await fixture.pass(19);
  await expect(page.getByText("Time's Up!", { exact: true })).toBeVisible();
});

test('who was signed out in another tab is told at the table and at a result, before the opponent can claim the match', {
  tag: ['@B4', '@battle-27'],
}, async ({ browser, fixture, rival }) => {
  const viewport = { width: 320, height: 568 };
  const page = await matchAgainst(browser, fixture, rival, { viewport });
  const line = page.locator('.battle-line');
  await expect(line).toContainText('Pick a card');
  const handTop = async () => (await settledBox(page.locator('.hand'))).y;
  const before = await handTop();
  await page.request.post('/api/auth/logout', { headers: { origin: fixture.url } });
  await expect(line).toContainText('Signed out: you may seem away.');
  await expect(button(page, 'SHOT!')).toBeInViewport({ ratio: 1 });
  // Nothing that is about to be pressed moves away.
  expect(await handTop()).toBeCloseTo(before, 0);
  await line.getByRole('button', { name: 'Sign in' }).click();
  await expect(line).toContainText('Pick a card');

  await shoot(page, 'rock');
  await rival.play(CARD.paper);
  await expect(heading(page, 'Round lost')).toBeVisible();
  const nextTop = async () => (await settledBox(button(page, 'Continue to Next Round'))).y;
  await page.setViewportSize({ width: 1440, height: 900 });
  const top = await nextTop();
  await page.request.post('/api/auth/logout', { headers: { origin: fixture.url } });
  await expect(page.getByText('Signed out: you may seem away.')).toBeVisible();
  expect(await nextTop()).toBeCloseTo(top, 0);
  await page.setViewportSize(viewport);
  for (const name of ['Sign in', 'Continue to Next Round', 'Quit Game']) {
    await expect.soft(button(page, name)).toBeInViewport({ ratio: 1 });
  }
  await button(page, 'Sign in').click();
  await expect(page.getByText(/^Round 2 /)).toBeVisible();
});

test('a question to sign goes away with the match that it was asked in', {
  tag: ['@I4', '@B7'],
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival);
  await page.request.post('/api/auth/logout', { headers: { origin: fixture.url } });
  await page.reload();
  await button(page, 'Sign in').click();
  const question = page.getByRole('dialog', { name: 'Sign to prove this wallet is yours' });
  await expect(question).toBeVisible();
  await rival.leave();
  await expect(question).toHaveCount(0);
  await expect(heading(page, 'Victory')).toBeVisible();
});

test('an opponent who stays away loses the round, and it is seen coming, while one’s own clock is silent; who then stays away loses the match to a claim', {
  tag: ['@B4', '@battle-22', '@battle-27'],
}, async ({ browser, fixture, rival }) => {
  const viewport = { width: 320, height: 568 };
  const page = await matchAgainst(browser, fixture, rival, { viewport });
  const line = page.locator('.battle-line');
  await shoot(page, 'rock');
  await expect(line).toHaveText(/^Your opponent has \d+ s\.$/);
  // Screen readers read what changes in an element that was there before.
  const says = (await page.getByTestId('claim-says').elementHandle())!;
  const said = () => says.evaluate((region) => region.isConnected && region.textContent);
  // Else a sweep after the jump would note the rival as heard of only then.
  await fixture.look();
  await fixture.pass(32);
  await expect(line).toHaveText(/^Your opponent has \d s\.$/);
  await expect(page.locator('.plate[data-side="opponent"]')).toContainText('Late');
  await expect(page.locator('.place[data-side="opponent"]')).toHaveText('Your opponent is late');
  const clock = page.locator('.pick-timer');
  await expect(clock).toHaveAttribute('data-phase', 'theirs');
  await expect(clock).not.toHaveAttribute('data-urgent');
  await expect(clock).not.toContainText(/hurry|last chance|left to pick|press SHOT/);
  await fixture.pass(12);
  await expect(heading(page, 'Round won')).toBeVisible();
  const claim = button(page, 'Claim the match');
  await expect(claim).toBeInViewport({ ratio: 1 });
  expect(await said()).toBe('Your opponent missed a round and is still away.');
  await button(page, 'Continue to Next Round').click();
  await expect(line).toContainText(/Away\. Wait \d+ s, or/);
  await expect(button(page, 'SHOT!')).toBeInViewport({ ratio: 1 });
  // Heard of again, they cannot lose it.
  await rival.match();
  await expect(claim).toHaveCount(0);
  expect(await said()).toBe('');
  await fixture.look();
  await fixture.pass(22);
  await expect(claim).toBeVisible();
  await claim.click();
  await expect(heading(page, 'Victory')).toBeVisible();
  await expect(page.locator('.outcome-reason')).toHaveText(/^Your opponent stayed away\./);
  expect(await rival.match()).toMatchObject({ status: 'completed', endReason: 'claimed' });
});

test('an opponent who leaves ends the match; Quit Game asks first', {
  tag: ['@B7', '@battle-14', '@battle-16', '@battle-18'],
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival);
  await rival.leave();
  await expect(heading(page, 'Victory')).toBeVisible();
  await expect(button(page, 'Play Again')).toBeDisabled();
  await button(page, 'Reset & Refresh').click();
  await rival.open('Once more');
  await button(page, 'Join Once more').click();
  await atTable(page, 1);
  await shoot(page, 'rock');
  await rival.play(CARD.paper);
  await expect(heading(page, 'Round lost')).toBeVisible();
  await button(page, 'Quit Game').click();
  const dialog = page.getByRole('dialog', { name: 'Leave this match?' });
  const leave = dialog.getByRole('button', { name: 'Leave the match' });
  await leave.hover();
  // The red of a button is another one under the pointer.
  expect(await complaints(page)).toEqual([]);
  await leave.click();
  await expect(heading(page, 'Open games')).toBeVisible();
  expect(await rival.match()).toMatchObject({ status: 'completed', endReason: 'left' });
});
