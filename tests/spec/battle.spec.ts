/** The card battle: its phases, clocks, polls and words. */
import { expect, type Page } from '@playwright/test';
import { become } from '#tests/e2e/support/become.ts';
import { counting } from '../e2e/support/counting.ts';
import { hold } from '../e2e/support/hold.ts';
import { recordToasts } from '../e2e/support/product-fixture.ts';
import { test } from './fixture.ts';
import { ACE, lobbyOf, RIVAL, ScriptedBattle, THE_RIVAL } from './scripted-battle.ts';

const PATH = '/trading-card-game';
const ROCK = 'the hodlord card';
const SCISSORS = 'Planktuz de Solanuz';
const MOVES = ['paper', 'rock', 'scissors', 'scissors', 'rock'];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** By keyboard: while the clock stands still, a toast stays on the screen and may cover a button. */
const press = (page: Page, name: string) => button(page, name).press('Enter');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const hand = (page: Page, name: string) => page.getByRole('radio', { name });
const clock = (page: Page) => page.getByRole('timer');

async function pick(page: Page, name: string): Promise<void> {
  await hand(page, name).focus();
  await page.keyboard.press('Space');
  await expect(hand(page, name)).toBeChecked();
}

/** Ace in the first round of a match, with a stopped clock. */
async function atTable(page: Page) {
  const battle = await ScriptedBattle.open(page);
  const toasts = await recordToasts(page);
  await become(page, 'ace');
  await page.goto(PATH);
  await expect(button(page, 'Check Match Status')).toBeVisible();
  await battle.freeze();
  battle.start();
  battle.push('match-started');
  await expect(heading(page, 'Round 1 of 3')).toBeVisible();
  return { battle, toasts };
}

test('the door tells of no wallet, of cards being checked, and of no cards', {
  tag: ['@battle-5', '@battle-6', '@battle-7', '@battle-32'],
}, async ({ page }) => {
  const lobbies = counting(page, '/api/game/lobbies');
  await page.goto(PATH);
  await expect(heading(page, 'Connect your wallet')).toBeVisible();

  const release = await hold(page, '**/api/nfts?*');
  await become(page, 'zero');
  await page.goto(PATH);
  await expect(heading(page, 'Verifying Access')).toBeVisible();
  release();
  await expect(heading(page, 'NFT Access Required')).toBeVisible();
  const market = page.getByRole('main').getByRole('link', { name: 'Get a card' });
  await expect(market).toHaveAttribute('target', '_blank');
  expect(lobbies()).toBe(0);
});

test('a lobby is created, listed and joined, and it is said when that works and when it fails', {
  tag: [
    '@battle-8',
    '@battle-9',
    '@battle-10',
    '@battle-28',
    '@battle-34',
    '@errors-11',
    '@errors-12',
  ],
}, async ({ page }) => {
  const battle = await ScriptedBattle.open(page);
  // Open games that cannot be read are no empty list.
  battle.failing.add('lobbies');
  const toasts = await recordToasts(page);
  await become(page, 'ace');
  await page.goto(PATH);
  await expect(page.getByText(/^The open games could not be loaded/)).toBeVisible();
  await expect(page.getByText(/^Nobody is waiting right now/)).toHaveCount(0);
  battle.failing.clear();
  battle.push('lobby-updated');
  await expect(page.getByText(/^Nobody is waiting right now/)).toBeVisible();
  const name = page.getByLabel('Lobby name');
  const create = button(page, 'Create Lobby');
  await name.fill('   ');
  await create.click();
  await expect.poll(toasts).toContainEqual('Error Please enter a lobby name');
  battle.failing.add('create');
  await name.fill('  Front row ');
  await create.click();
  await expect.poll(toasts).toContainEqual('Error Failed to create lobby');
  battle.failing.clear();
  await create.click();
  await expect.poll(async () => (await toasts()).join()).toMatch(/Success Front row is open/);
  expect(battle.bodies.at(-1)).toEqual({
    call: 'create',
    body: { name: 'Front row', creatorWallet: ACE },
  });
  await expect(button(page, 'Your Lobby')).toBeDisabled();

  battle.lobbies = [lobbyOf(RIVAL, 'Midnight duel')];
  battle.push('lobby-updated');
  await expect(button(page, 'Join Midnight duel')).toBeVisible();
  await expect(page.getByText('Midnight duel', { exact: true })).toHaveCSS(
    'text-transform',
    'none',
  );
  await expect.poll(() => battle.heard).toContainEqual({ type: 'join-lobby', lobbyId: 'l1' });
  battle.failing.add('join');
  // Beside the games, too: also the second time in a row.
  for (let failed = 0; failed < 2; failed += 1) {
    const answer = battle.hold('join');
    await button(page, 'Join Midnight duel').click();
    await expect(heading(page, 'Finding Match...')).toBeVisible();
    answer();
    await expect(page.getByRole('main').getByText('Failed to join lobby')).toBeVisible();
  }
  await expect.poll(toasts).toContainEqual('Error Failed to join lobby');
  battle.failing.clear();
  const letGo = battle.hold('join');
  await button(page, 'Join Midnight duel').click();
  await expect(heading(page, 'Finding Match...')).toBeVisible();
  letGo();
  await expect(heading(page, 'Round 1 of 3')).toBeVisible();
  expect(battle.bodies.at(-1)).toEqual({ call: 'join', body: { walletAddress: ACE } });
  await expect.poll(toasts).toContainEqual('Joined Lobby! Your opponent is at the table.');
  await expect.poll(toasts).toContainEqual('New Match Started! Best of three. Pick your card.');
});

test('the match is asked for every 1 s, and every 3 s whatever became of that; it is said when it cannot be read', {
  tag: ['@battle-33', '@errors-14'],
}, async ({ page }) => {
  const { battle } = await atTable(page);
  const card = page.locator('.hand-card').first();
  const place = await card.boundingBox();
  await battle.passSlowly(3);
  const both = battle.count('match');
  await battle.passSlowly(3);
  expect(battle.count('match') - both).toBe(3 + 1);
  // While the poll waits for its answer, only the other check continues; after 5 s the poll is given up for the next one.
  const letGo = battle.hold('match');
  await battle.passSlowly(3);
  const alone = battle.count('match');
  await battle.passSlowly(6);
  expect(battle.count('match') - alone).toBe(2 + 1);
  letGo();

  battle.failing.add('match');
  await battle.passSlowly(2);
  await expect(page.getByText('Failed to fetch match details')).toBeVisible();
  expect(await card.boundingBox(), 'no card moves under a finger').toEqual(place);
  battle.failing.clear();
  await battle.passSlowly(2);
  await expect(page.getByText('Failed to fetch match details')).toHaveCount(0);
  battle.failing.add('matches');
  await press(page, 'Reset Game');
  await battle.passSlowly(3);
  await expect(page.getByText('Failed to fetch matches')).toBeVisible();
});

test('the pick timer counts from 30, is red from 10, and at 0 selects a card that SHOT! must still play', {
  tag: ['@battle-22', '@battle-23', '@battle-24'],
}, async ({ page }) => {
  const { battle, toasts } = await atTable(page);
  await expect(clock(page)).toHaveText('30');
  const colour = () => page.locator('.pick-timer').evaluate((all) => getComputedStyle(all).color);
  const calm = await colour();
  await battle.pass(19_000);
  await expect(clock(page)).toHaveText('11');
  expect(await colour()).toBe(calm);
  await battle.pass(1_000);
  await expect(clock(page)).toHaveText('10');
  // The colour changes in a transition.
  await expect.poll(colour).not.toBe(calm);
  const [red = 0, green = 0, blue = 0] = (await colour()).match(/[\d.]+/g)!.map(Number);
  expect(red).toBeGreaterThan(2 * Math.max(green, blue) - 255);
  await battle.pass(9_000);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await battle.pass(1_000);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  await expect
    .poll(async () => (await toasts()).join())
    .toMatch(/Time's Up! .* was selected automatically/);
  expect(battle.count('play')).toBe(0);
  await press(page, 'SHOT!');
  await expect.poll(() => battle.count('play')).toBe(1);
});

test("a card that is not taken is said with 'Failed to play card', and the selection is cleared; while too much waits to be stored it stays, and the page says when to try again", {
  tag: ['@battle-40', '@errors-13'],
}, async ({ page }) => {
  const { battle, toasts } = await atTable(page);
  battle.failing.add('play');
  await pick(page, ROCK);
  await press(page, 'SHOT!');
  await battle.pass(2_000);
  await expect.poll(toasts).toContainEqual('Error Failed to play card');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  battle.failing.clear();

  const error =
    'Too much is going on here at once. Nothing was changed. Please try again in 2 seconds.';
  await page.route('**/play', (route) =>
    route.fulfill({ status: 503, json: { error, reason: 'server-busy' } }),
  );
  await pick(page, ROCK);
  await press(page, 'SHOT!');
  await battle.pass(2_000);
  await expect(page.getByRole('main').getByText(error)).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  await page.unroute('**/play');
  const sent = battle.bodies.length;
  await press(page, 'SHOT!');
  await expect
    .poll(() => battle.bodies.slice(sent))
    .toMatchObject([{ call: 'play', body: { walletAddress: ACE, cardName: ROCK } }]);
});

test('a card put down during an outage lies on the table once the server is back, however long that took', {
  tag: '@battle-41',
}, async ({ page }) => {
  const { battle, toasts } = await atTable(page);
  await page.route('**/play', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  for (const call of ['match', 'matches'] as const) battle.failing.add(call);
  await pick(page, ROCK);
  await press(page, 'SHOT!');
  await battle.passSlowly(60);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);

  // The server gives the round back what the outage took.
  battle.prolong(60_000);
  battle.failing.clear();
  await page.unroute('**/play');
  await battle.passSlowly(3);
  await expect(button(page, 'SHOT!')).toHaveAttribute('data-state', 'played');
  expect(battle.bodies.map(({ body }) => body)).toMatchObject([{ cardName: ROCK }]);
  expect((await toasts()).join()).not.toContain('Error');
});

test('when both have played the match is read again after 3 s and shows the result; Continue resets card and clock', {
  tag: [
    '@battle-11',
    '@battle-12',
    '@battle-13',
    '@battle-14',
    '@battle-15',
    '@battle-19',
    '@battle-22',
    '@battle-25',
    '@battle-35',
    '@B1',
  ],
}, async ({ page }) => {
  const { battle, toasts } = await atTable(page);
  const moves = page.locator('.card-pennant-move').filter({ visible: true });
  await expect(moves).toHaveText(MOVES);
  await pick(page, ROCK);
  await press(page, 'SHOT!');
  await expect(page.locator('.shot-button')).toHaveAttribute('data-state', 'played');
  await battle.pass(5_000);
  battle.play(RIVAL, SCISSORS);
  battle.push('match-updated');
  const figure = page.locator('.countdown-figure');
  for (const left of ['3', '2', '1']) {
    await expect(figure).toHaveText(left);
    if (left === '1') battle.hold('match');
    await battle.pass(left === '1' ? 999 : 1_000);
  }
  await expect(figure).toHaveText('1');
  const before = battle.count('match');
  await battle.pass(1);
  await expect(figure).toHaveCount(0);
  await expect.poll(() => battle.count('match')).toBeGreaterThan(before);
  await battle.pass(1_000);
  await expect(heading(page, 'Round won')).toBeVisible();
  await expect(moves).toHaveText(['rock', 'scissors']);
  await battle.pass(2_000);
  await expect.poll(toasts).toContainEqual('Round 1 Result You won the round.');
  for (const name of ['Quit Game', 'Reset & Refresh']) {
    await expect(button(page, name)).toBeVisible();
  }
  await press(page, 'Continue to Next Round');
  await expect(heading(page, 'Round 2 of 3')).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await battle.pass(10_000);
  await expect(page.locator('.pick-timer')).toHaveAttribute('data-phase', 'pick');
  await expect(page.locator('.countdown-figure')).toHaveCount(0);
});

test('a rematch that the other offers is joined as playerWallet', {
  tag: ['@battle-17', '@calls-17'],
}, async ({ page }) => {
  const { battle } = await atTable(page);
  for (const card of [ROCK, ROCK]) {
    battle.play(ACE, card);
    battle.play(RIVAL, SCISSORS);
  }
  battle.offerRematch(RIVAL);
  battle.push('match-updated');
  await press(page, 'Skip');
  await battle.pass(1_000);
  await expect(page.getByText(`${THE_RIVAL} wants to play again.`)).toBeVisible();
  await press(page, 'Play Again');
  await expect(heading(page, 'Round 1 of 3')).toBeVisible();
  expect(battle.bodies.at(-1)).toEqual({ call: 'join', body: { playerWallet: ACE } });
});

test('that a rematch failed is said beside the button, and not at the end of the next match', {
  tag: '@errors-15',
}, async ({ page }) => {
  const { battle } = await atTable(page);
  const isWon = async () => {
    for (let round = 0; round < 2; round += 1) {
      battle.play(ACE, ROCK);
      battle.play(RIVAL, SCISSORS);
    }
    battle.push('match-updated');
    await press(page, 'Skip');
    await battle.pass(1_000);
    await expect(button(page, 'Play Again')).toBeVisible();
  };
  await isWon();
  battle.failing.add('create');
  await press(page, 'Play Again');
  const problem = page.getByRole('main').getByText('Please try again');
  await expect(problem).toBeVisible();
  await press(page, 'Reset & Refresh');
  await expect(button(page, 'Check Match Status')).toBeVisible();
  battle.start('m2');
  battle.push('match-started');
  await expect(heading(page, 'Round 1 of 3')).toBeVisible();
  await isWon();
  await expect(problem).toHaveCount(0);
});
