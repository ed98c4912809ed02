/** Texts and links of the frame and the pages, typed out. */
import { expect, type Locator } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { become } from '#tests/e2e/support/become.ts';
import { counting } from '../e2e/support/counting.ts';
import { hold } from '../e2e/support/hold.ts';
import { complaints } from '../e2e/support/page-checks.ts';
import { settledBox } from '../e2e/support/ready.ts';
import { withoutPrerender } from '../e2e/support/without-prerender.ts';
import { test } from './fixture.ts';

const ACE = personaAddress('ace');
const SHORT = `${ACE.slice(0, 6)}...${ACE.slice(-4)}`;
const LONGEST_NAME = 'W'.repeat(50);
const ITEMS = [
  ['Home', '/'],
  ['Profile', '/profile'],
  ['Games', '/games'],
  ['The MAINZ', '/the-mainz'],
] as const;

const linksOf = (within: Locator) =>
  within
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));

test('the bar has logo, title, four items with the active one lit, chip and button', {
  tag: ['@pages-12', '@wallet-19'],
}, async ({ page }) => {
  await become(page, 'ace');
  await page.goto('/');
  const bar = page.getByRole('banner');
  const brand = bar.getByRole('link', { name: 'The MAINZ' }).first();
  await expect(brand.locator('svg, img')).toHaveCount(1);
  await expect(brand).toHaveAttribute('href', '/');
  expect(await linksOf(bar.getByRole('navigation'))).toEqual(ITEMS);
  for (const [label, path] of ITEMS) {
    const item = bar.getByRole('navigation').getByRole('link', { name: label, exact: true });
    await item.click();
    await expect(page).toHaveURL(path);
    await expect(item).toHaveAttribute('aria-current', 'page');
    await expect(bar.locator('[aria-current]')).toHaveCount(1);
    const colours = await bar
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    expect(new Set(colours).size).toBe(2);
  }
  await page.goto('/trading-card-game');
  const games = bar.getByRole('navigation').getByRole('link', { name: 'Games', exact: true });
  await expect(games).toHaveAttribute('aria-current', 'true');
  await expect(bar.locator('[aria-current]')).toHaveCount(1);
  await expect(bar.getByRole('link', { name: SHORT })).toBeVisible();
  await bar.getByRole('link', { name: 'Home', exact: true }).click();
  const name = page.getByRole('region', { name: 'Your collection' }).locator('bdi').first();
  await expect(name).toHaveCSS('text-transform', 'none');
  await bar.getByRole('button', { name: 'Disconnect' }).click();
  await expect(bar.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
  await expect(bar.getByRole('link', { name: SHORT })).toHaveCount(0);
});

test('the drawer of a small screen lies at the right, with chip, name, count and button, is used by keyboard too, and so is a dialog opened from it', {
  tag: ['@T1', '@pages-13'],
}, async ({ page }) => {
  await become(page, 'ace');
  await page.setViewportSize({ width: 390, height: 780 });
  // Who is told after connecting, and who is read.
  await page.route(/\/api\/user(\/[^/]+)?$/, async (route) => {
    const response = await route.fetch();
    const longest = { ...(await response.json()), username: LONGEST_NAME };
    await route.fulfill({ response, json: longest });
  });
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Open menu' });
  await menu.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'The MAINZ' });
  await expect(drawer.getByRole('link', { name: 'Home', exact: true })).toBeFocused();
  await expect(drawer.getByRole('link', { name: SHORT })).toBeVisible();
  const links = drawer.getByRole('navigation');
  expect(await linksOf(links)).toEqual(ITEMS);
  // As they are read on the screen.
  const labels = ITEMS.map(([label]) => label);
  expect(await links.getByRole('link').allInnerTexts()).toEqual(labels);
  await expect(drawer.locator('bdi')).toHaveText(LONGEST_NAME);
  const gapAtTheRight = () =>
    drawer.evaluate((panel) => Math.round(innerWidth - panel.getBoundingClientRect().right));
  await expect.poll(gapAtTheRight).toBe(0);
  await expect(drawer.getByText('12 NFTs')).toBeInViewport({ ratio: 1 });
  await expect(drawer.getByRole('button', { name: 'Disconnect' })).toBeInViewport({ ratio: 1 });
  expect(await complaints(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(menu).toBeFocused();

  await menu.press('Enter');
  await drawer.getByRole('button', { name: 'Disconnect' }).press('Enter');
  await expect(drawer).toHaveCount(0);
  await menu.press('Enter');
  await drawer.getByRole('button', { name: 'Connect Wallet' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Connect Your Wallet' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});

test('the home page has hero, three tiles, promo and community, and asks for no card without a wallet', {
  tag: [
    '@calls-13',
    '@cards-2',
    '@pages-3',
    '@pages-4',
    '@pages-5',
    '@pages-6',
    '@pages-7',
    '@pages-10',
  ],
}, async ({ page, context }) => {
  const nfts = counting(page, '/api/nfts');
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('The MAINZ');
  await expect(main.getByText('Become the main character of your own life.')).toBeVisible();

  const targets: (string | null)[] = [];
  for (const [name, words] of [
    ['Become the MAIN', /grab a bag of the token/i],
    ['Become a Collector', /start with the Genesis Trading Cards/i],
  ] as const) {
    const tile = main.getByRole('link', { name: new RegExp(`^${name}`) });
    await expect(tile).toHaveText(words);
    await expect(tile).toHaveAttribute('target', '_blank');
    targets.push(await tile.getAttribute('href'));
  }
  expect(new Set(targets).size).toBe(2);
  // In the demo a link that leads out of it opens a page that says what stands there.
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    main.getByRole('link', { name: /^Become the MAIN/ }).click(),
  ]);
  await expect(opened.getByText(/leads to the chart/)).toBeVisible();
  await opened.close();
  const third = main.getByRole('listitem').filter({ hasText: 'NFT Collection' });
  await expect(third).toContainText('Elite digital art on the Sui network');
  await expect(third.getByRole('link')).toHaveCount(0);
  await expect(third.getByRole('button')).toHaveCount(0);

  const promo = main.getByRole('link', { name: /The main characters of Sui are coming soon/ });
  await expect(promo).toHaveAttribute('href', '/the-mainz');
  for (const words of ['5,555', 'Total NFTs', 'Key Brand Access', 'Collection']) {
    await expect(promo.getByText(words, { exact: true })).toBeVisible();
  }
  await expect(promo.getByText('Coming Soon', { exact: true })).toBeVisible();
  await expect(promo.getByText('On Chain', { exact: true })).toBeVisible();

  const community = main.getByRole('region', { name: 'Find the others' });
  await expect(community.getByRole('link')).toHaveCount(3);
  for (const link of await community.getByRole('link').all()) {
    await expect(link).toHaveAttribute('target', '_blank');
  }
  await expect(main.locator('.stat-tile dd').first()).not.toHaveText('...');
  expect(nfts()).toBe(0);
});

test('the top collectors have five placeholders and a leader in gold, tell a failing server from an empty list, and ask for users only once there are entries', {
  tag: [
    '@boards-3',
    '@boards-4',
    '@boards-5',
    '@boards-6',
    '@boards-7',
    '@boards-13',
    '@calls-11',
    '@E3',
    '@S4',
    '@errors-4',
  ],
}, async ({ page }) => {
  const users = counting(page, '/api/users');
  const entries = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      rank: index + 1,
      walletAddress: `0x${String(index + 1).repeat(64)}`,
      username: `Number ${index + 1}`,
      displayName: `Number ${index + 1}`,
      nftCount: 9 - index,
    }));
  const held = Promise.withResolvers<void>();
  let answer: object[] | undefined;
  await withoutPrerender(page);
  await page.route('**/api/stats', (route) => route.fulfill({ status: 500, body: '' }));
  await page.route('**/api/leaderboard', async (route) => {
    await held.promise;
    await route.fulfill(answer ? { json: answer } : { status: 500, body: '' });
  });
  await page.goto('/');
  const board = page.getByRole('region', { name: 'Top Collectors' });
  await expect(board.locator('.ranked-rows[aria-hidden] > li')).toHaveCount(5);
  held.resolve();
  await expect(board.getByText('Failed to load leaderboard')).toBeVisible();
  await expect(page.locator('.stat-tile dd').first()).toHaveText('0');
  const refresh = board.getByRole('button', { name: 'Refresh leaderboard' });
  answer = [];
  await refresh.click();
  await expect(board.getByText('No Rankings Yet')).toBeVisible();
  await expect(
    board.getByText('Be the first to connect your wallet and claim your spot on the leaderboard!'),
  ).toBeVisible();
  expect(users()).toBe(0);

  answer = entries(5);
  await refresh.click();
  const rows = board.getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect.poll(users).toBe(1);
  await expect(rows.nth(0)).toContainText('Collection Leader');
  await expect(board.getByText('Collection Leader')).toHaveCount(1);
  const looks = await rows.evaluateAll((all) =>
    all.map((row) => getComputedStyle(row).backgroundImage),
  );
  expect(new Set(looks.slice(0, 4)).size).toBe(4);
  expect(looks[4]).toBe(looks[3]);
  await expect(board.getByRole('button', { name: 'View All' })).toHaveCount(0);

  answer = entries(6);
  await refresh.click();
  await board.getByRole('button', { name: 'View All' }).click();
  await expect(rows).toHaveCount(6);

  answer = undefined;
  await refresh.click();
  const note = board.getByRole('alert');
  await expect(note).toContainText('Failed to load leaderboard');
  await expect(rows).toHaveCount(6);
  const [{ height }, leader] = [await settledBox(note), await settledBox(rows.first())];
  expect(height, 'the rows stay about where they were').toBeLessThan(leader.height);
});

test('The MAINZ has twelve characters, the figures, the way back and the footer', {
  tag: ['@pages-3', '@pages-16'],
}, async ({ page }) => {
  await page.goto('/the-mainz');
  const main = page.getByRole('main');
  await expect(main.getByRole('article')).toHaveCount(12);
  for (const card of await main.getByRole('article').all()) {
    await expect(card.getByRole('img')).toHaveAttribute('alt', /\w/);
    await expect(card.getByRole('heading')).not.toBeEmpty();
  }
  for (const words of ['5,555 Total NFTs', 'KEY BRAND ACCESS', 'Coming Soon On Chain']) {
    await expect(main.getByText(words, { exact: true })).toBeVisible();
  }
  await expect(main.getByText('More MAINz coming soon')).toBeVisible();
  await main.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL('/');
});

test('the profile has eight placeholders while the cards load, and no filter for a single collection', {
  tag: ['@groups-10', '@groups-11'],
}, async ({ page }) => {
  await become(page, 'ace');
  const release = await hold(page, '**/api/nft-groups/**');
  await page.goto('/profile');
  await expect(page.locator('.organiser-skeletons > li')).toHaveCount(8);
  release();
  const grid = page.getByRole('grid', { name: 'Cards by group' });
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  await expect(page.locator('.organiser-skeletons')).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Collection' })).toHaveCount(0);
});
