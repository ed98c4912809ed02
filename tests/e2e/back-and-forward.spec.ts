/** Whoever goes back finds what they left. */
import { type Browser, chromium, expect } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { PAGES } from '#rules/pages.ts';
import { become } from './support/become.ts';
import { WHOLE_CHROMIUM } from './support/chromium.ts';
import { test } from './support/demo-product.ts';
import { untilInteractive } from './support/ready.ts';

/** With pages kept in memory, which tests have off. */
let keeping: Browser;
test.beforeAll(async () => {
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  keeping = await chromium.launch({ ...WHOLE_CHROMIUM, ignoreDefaultArgs });
});
test.afterAll(() => keeping.close());

test('a page that was left for another site comes back as it was, from memory', {
  tag: '@pages-64',
}, async ({ product }) => {
  const page = await keeping.newPage();
  await become(page, 'ace');
  await page.addInitScript(() => {
    const Native = WebSocket;
    globalThis.WebSocket = class extends Native {
      constructor(url: string | URL) {
        super(url);
        const { dataset } = document.documentElement;
        this.addEventListener('open', () => {
          dataset.sockets = String(Number(dataset.sockets ?? 0) + 1);
        });
      }
    };
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset.back = 'as it was';
    });
  });
  // 'Page Not Found' is none of them: browsers keep no page with another status than 200.
  for (const address of Object.keys(PAGES)) {
    await page.goto(product.url + address);
    await untilInteractive(page);
    const html = page.locator('html');
    const isLive = address === '/trading-card-game';
    if (isLive) await expect(html).toHaveAttribute('data-sockets', '1');
    await page.goto('data:text/html,elsewhere');
    await page.goBack({ waitUntil: 'commit' });
    const reasons = await page.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation');
      return JSON.stringify((entry as { notRestoredReasons?: unknown }).notRestoredReasons ?? null);
    });
    expect(reasons, address).toBe('null');
    await expect(html, address).toHaveAttribute('data-back', 'as it was');
    if (isLive) await expect(html).toHaveAttribute('data-sockets', '2');
  }
});

test('a page left as somebody is not theirs any more when they disconnected meanwhile', {
  tag: '@wallet-16',
}, async ({ product }) => {
  const page = await keeping.newPage();
  await page.goto(product.url);
  await page.evaluate(
    ([address]) => {
      sessionStorage.setItem('demo_persona', 'ace');
      localStorage.setItem('demo_wallet_allowed', 'true');
      localStorage.setItem('wallet_connected', 'true');
      localStorage.setItem('wallet_address', address!);
    },
    [personaAddress('ace')],
  );
  await page.goto(`${product.url}/profile`);
  await expect(page.locator('.tile').first()).toBeVisible();
  await page.goto(`${product.url}/games`);
  await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }),
  ).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await expect(page.locator('.tile')).toHaveCount(0);
});

test('who goes back with a dialog open leaves the dialog, too, and begins at the heading of the page before', {
  tag: '@pages-44',
}, async ({ page }) => {
  await page.goto('/the-mainz');
  await untilInteractive(page);
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click();
  // Its opener goes with the page.
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/the-mainz$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('who went from an unfolded ranking to a collector comes back to the same row', {
  tag: ['@boards-3', '@pages-64'],
}, async ({ page }) => {
  await page.goto('/');
  await untilInteractive(page);
  const board = page.getByRole('region', { name: 'Top Collectors' });
  await board.getByRole('button', { name: 'View All' }).click();
  const link = board.getByRole('link').last();
  await link.scrollIntoViewIfNeeded();
  const name = (await link.textContent()) ?? '';
  const top = () => page.evaluate(() => Math.round(scrollY));
  const before = await top();
  await link.press('Enter');
  await expect(page.locator('h1')).toHaveText(name);
  await page.goBack();
  await expect(board.getByRole('link').last()).toHaveText(name);
  await expect.poll(top).toBe(before);
});

test('who was led to a part of the page comes back to where they were', {
  tag: '@pages-64',
}, async ({ page }) => {
  await page.goto('/');
  await untilInteractive(page);
  const top = () => page.evaluate(() => Math.round(scrollY));
  await page.evaluate(() => scrollTo(0, 40));
  await page.getByRole('link', { name: 'See the cards' }).press('Enter');
  await expect.poll(top).toBeGreaterThan(300);
  await page.goBack();
  await expect.poll(top).toBe(40);
});

test('the way to the links of the bar by keyboard leaves the page where it was, and so does the way back', {
  tag: '@pages-64',
}, async ({ page }) => {
  await page.goto('/games');
  await untilInteractive(page);
  const top = () => page.evaluate(() => Math.round(scrollY));
  await page.evaluate(() => {
    scrollTo(0, 300);
    document.querySelector<HTMLElement>('main :is(a, button)')?.focus({ preventScroll: true });
  });
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  while (!(await skip.evaluate((link) => link === document.activeElement))) {
    await page.keyboard.press('Shift+Tab');
    await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 });
    expect(await top(), await page.locator(':focus').ariaSnapshot()).toBe(300);
  }
  const home = page.getByRole('banner').getByRole('link', { name: 'Home' });
  await home.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await expect.poll(top).toBe(300);
});
