/** The games hub: the featured battle, its leaderboard, the public whitelist; and one's own row below the top of a board. */
import { expect, type Page } from '@playwright/test';
import type { BattleRow } from '#contract/battle.ts';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import { personaAddress } from '#demo/keys.ts';
import { DECK } from '#rules/battle/deck.ts';
import { counting } from './support/counting.ts';
import { test } from './support/demo-product.ts';
import { expectNoSidewaysScroll } from './support/page-checks.ts';
import { personaAt } from './support/profile.ts';
import { withoutPrerender } from './support/without-prerender.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const BOARD = '**/api/game/leaderboard';
const LIST = '**/api/booster-pack/whitelist';

const ACE = personaAddress('ace');
const walletOf = (number: number) => `0x${String(number).padStart(64, '0')}`;
const profileOf = (number: number) => `/profile?wallet=${walletOf(number)}`;

function player(number: number, more: Partial<BattleRow> = {}): BattleRow {
  const walletAddress = more.walletAddress ?? walletOf(number);
  return {
    id: walletAddress,
    walletAddress,
    displayName: `Player ${number}`,
    totalGames: 9,
    wins: 6,
    losses: 2,
    ties: 1,
    winRate: 66.67,
    streak: 0,
    bestStreak: 3,
    lastGameAt: '2026-01-02T03:04:05.000Z',
    ...more,
  };
}

function registration(number: number, more: Partial<WhitelistEntry> = {}): WhitelistEntry {
  return {
    id: `entry-${number}`,
    walletAddress: walletOf(number),
    entryCount: 1,
    selectedNftIds: Array.from({ length: 5 }, (_, card) => walletOf(number * 100 + card)),
    registeredAt: '2026-01-02T03:04:05.000Z',
    checkedAt: '2026-01-02T03:04:05.000Z',
    hasRequiredCards: true,
    ...more,
  };
}

const boardOf = (page: Page) => page.getByRole('region', { name: 'Battle Leaderboard' });
const listOf = (page: Page) => page.getByRole('region', { name: 'Booster Pack Whitelist' });

test('Learn More keeps both readings of the cards; Play Now leads to the battle', {
  tag: ['@battle-4', '@pages-15'],
}, async ({ page }) => {
  await page.goto('/games');
  const learn = page.getByRole('button', { name: 'Learn More' });
  await learn.click();
  const dialog = page.getByRole('dialog', { name: 'How to Play' });
  // First the moves that count, then the story, named as one.
  await expect(dialog.getByRole('list').nth(1).getByRole('listitem')).toHaveText(
    DECK.map(({ name, move }) => `${name}= ${move}`),
  );
  const told = dialog.getByRole('complementary', { name: 'As the cards are told' });
  await expect(told).toContainText('It decides nothing on the table.');
  await expect(told.getByRole('listitem')).toHaveText([
    'Drops of Conviction= rock',
    'the hodlord card= paper',
  ]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(learn).toBeFocused();

  await page.getByRole('link', { name: 'Play Now' }).click();
  await expect(page).toHaveURL(/\/trading-card-game$/);
});

test('the board shows the top ten with streaks and rates, marks the own row, is read again each minute, and keeps figures of any length in their column', {
  tag: ['@boards-8', '@boards-9', '@collectors-21'],
}, async ({ browser }) => {
  let rows = Array.from({ length: 12 }, (_, index) => player(index + 1));
  rows[0] = player(1, { streak: 4, winRate: 100 });
  rows[1] = player(2, { streak: -2, walletAddress: ACE });
  const page = await personaAt(browser, 'ace');
  await withoutPrerender(page);
  await page.route(BOARD, (route) => route.fulfill({ json: rows }));
  await page.clock.install();
  await page.goto('/games');
  const board = boardOf(page);
  await expect(board.locator('bdi')).toHaveText(rows.slice(0, 10).map((row) => row.displayName));
  await expect(board.locator('[data-rank]')).toHaveCount(3);
  const [first, second, third] = [0, 1, 2].map((n) => board.locator('.battle-row').nth(n));
  await expect(first!).toContainText('4-win streak');
  await expect(first!).toContainText('100%');
  await expect(second!).toContainText('2-loss streak');
  await expect(second!).toContainText('You');
  await expect(third!).toContainText('67%');
  await expect(third!.locator('.battle-row-figures')).toHaveText('won6lost2tied1');
  await expect(third!.getByRole('link')).toHaveAttribute('href', profileOf(3));

  rows = [player(77)];
  await page.clock.runFor(60_000);
  await expect(board.locator('bdi')).toHaveText(['Player 77']);

  rows = [6, 123, 1_234, 12_345, 123_456].map((count, at) =>
    player(at + 1, { wins: count, losses: count - 1, ties: count, streak: -count }),
  );
  await page.clock.runFor(60_000);
  await expect(board.locator('bdi')).toHaveCount(rows.length);
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const tooWide = await board
      .locator('.battle-row-figures, .battle-row-streaks')
      .evaluateAll((boxes) =>
        boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent),
      );
    expect(tooWide, `at ${width} px`).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
});

test('a failing board and a failing list are told from empty ones, can be tried again, and while nobody is ranked no user is asked for', {
  tag: ['@E3', '@calls-11'],
}, async ({ page }) => {
  const asked = ['/api/leaderboard', '/api/users'].map((path) => counting(page, path));
  await withoutPrerender(page);
  await page.route(BOARD, (route) => route.fulfill({ status: 500, body: '' }));
  await page.route(LIST, (route) => route.fulfill({ status: 500, body: '' }));
  await page.route('**/api/leaderboard', (route) => route.fulfill({ json: [] }));
  await page.goto('/games');
  const [board, list] = [boardOf(page), listOf(page)];
  await expect(board).toContainText('Failed to load leaderboard');
  await expect(list).toContainText('The whitelist could not be loaded.');

  await page.route(BOARD, (route) => route.fulfill({ json: [] }));
  await page.route(LIST, (route) => route.fulfill({ json: [] }));
  await board.getByRole('button', { name: 'Try again' }).click();
  await expect(board).toContainText('No Battles Yet');
  await list.getByRole('button', { name: 'Try again' }).click();
  await expect(list).toContainText('Nobody Registered Yet');
  expect(asked.map((count) => count())).toEqual([1, 0]);
});

test('registrations are listed newest first, each with its verdict, more of them on demand, and rightly dated on a device whose clock is not right', {
  tag: ['@whitelist-9', '@collectors-21'],
}, async ({ page }) => {
  const now = Date.now();
  const registeredAt = new Date(now - 5 * 60_000).toISOString();
  const entries = Array.from({ length: 13 }, (_, index) => registration(index + 1));
  entries[0] = registration(1, { registeredAt });
  entries[1] = registration(2, { hasRequiredCards: false, entryCount: 3 });
  await withoutPrerender(page);
  const headers = { date: new Date(now).toUTCString() };
  await page.route(LIST, (route) => route.fulfill({ json: entries, headers }));
  await page.route(BOARD, (route) => route.fulfill({ status: 500, body: '' }));
  await page.clock.setSystemTime(now + 3 * 3_600_000);
  await page.goto('/games');
  const list = listOf(page);
  const rows = list.getByRole('listitem');
  await expect(rows).toHaveCount(10);
  await expect(list).toContainText('15 entries · 13 collectors');
  await expect(rows.nth(0)).toContainText('Qualified');
  const ago = rows.nth(0).locator('time');
  await expect(ago).toHaveText(/^[4-6] min ago$/);
  // The clock is set right while the page is open, and the next answer tells.
  await page.clock.setSystemTime(now);
  await page.route(BOARD, (route) => route.fulfill({ json: [], headers }));
  const board = boardOf(page);
  await board.getByRole('button', { name: 'Try again' }).click();
  await expect(board).toContainText('No Battles Yet');
  expect(await ago.textContent()).toMatch(/^[4-6] min ago$/);
  await expect(rows.nth(1)).toContainText('Lapsed: a card left');
  await expect(rows.nth(1)).toContainText('3 entries');
  const printed = list.getByText('Only the newest 10 stand here.');
  await expect(printed).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(printed).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(rows.nth(1).getByRole('link')).toHaveAttribute('href', profileOf(2));
  await list.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(13);
  await expect(list.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await expect(printed).toHaveCount(0);
});

/** Answers both boards as with 100,000 collectors. */
async function crowd(page: Page): Promise<void> {
  await withoutPrerender(page);
  const collector = (rank: number, walletAddress = walletOf(rank)) => {
    const displayName = `Number ${rank}`;
    return { rank, walletAddress, nftCount: 12, username: displayName, displayName };
  };
  const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
  const answers = {
    '**/api/leaderboard': numbers.map((rank) => collector(rank)),
    [`**/api/leaderboard/${ACE}`]: { entry: collector(12_345, ACE) },
    [BOARD]: numbers.map((number) => player(number)),
    [`${BOARD}/${ACE}`]: {
      place: { rank: 80_001, isExact: false, row: player(80_001, { walletAddress: ACE }) },
    },
  };
  for (const [path, json] of Object.entries(answers)) {
    await page.route(path, (route) => route.fulfill({ json }));
  }
}

test('the own row stands below the top with its rank, on a phone and on a wide screen', {
  tag: '@S5',
}, async ({ browser }) => {
  const page = await personaAt(browser, 'ace');
  await crowd(page);
  const own = page.getByRole('region', { name: 'Your place' }).getByRole('listitem');
  for (const [address, words] of [
    ['/', /12,345.*Number 12345.*You.*12 cards/],
    ['/games', /80,001\+.*Player 80001/],
  ] as const) {
    await page.goto(address);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(own).toHaveText(words);
      await expect(own).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  }
});

test('on paper no sheet has a title alone, or the foot of the page', async ({ browser }) => {
  const page = await browser.newPage();
  // The title with the battle, the leaderboard, the whitelist; of other pages one is enough.
  for (const [address, most] of [
    ['/games', 3],
    ['/trading-card-game', 1],
    ['/nowhere', 1],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (address === '/games') await expect(page.getByText('Qualified').first()).toBeVisible();
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
    expect(sheets!.length, address).toBeLessThanOrEqual(most);
  }
});
