/** Moving between pages: whoever goes back finds what they left, and a press on the bar waits for nothing. */
import { chromium, expect, type Page } from '@playwright/test';
import { become } from './support/become.ts';
import { CHROMIUM } from './support/chromium.ts';
import { test } from './support/demo-product.ts';

const PAGES = ['/', '/games', '/the-mainz', '/profile', '/trading-card-game', '/admin', '/nowhere'];

const isAlive = (page: Page) =>
  page.waitForFunction(() => 'alive' in document.documentElement.dataset);

test('a page that was left for another site comes back as it was, from memory', {
  tag: '@pages-64',
}, async ({ product }) => {
  // Tests have it off.
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  const browser = await chromium.launch({ ...CHROMIUM, ignoreDefaultArgs });
  const page = await browser.newPage();
  await become(page, 'ace');
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset.back = 'as it was';
    });
  });
  for (const address of PAGES) {
    await page.goto(product.url + address);
    await isAlive(page);
    await page.goto('data:text/html,elsewhere');
    await page.goBack({ waitUntil: 'commit' });
    const reasons = await page.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation');
      return JSON.stringify((entry as { notRestoredReasons?: unknown }).notRestoredReasons ?? null);
    });
    expect(reasons, address).toBe('null');
    await expect(page.locator('html'), address).toHaveAttribute('data-back', 'as it was');
  }
  await browser.close();
});

test('the code of the pages in the bar is there before they are pressed', {
  tag: '@pages-65',
}, async ({ page, product }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(product.url);
  for (const name of ['GamesPage', 'TheMainzPage']) {
    await expect.poll(() => asked.some((path) => path.includes(`/${name}-`))).toBe(true);
  }
  await page.waitForLoadState('networkidle');
  const before = asked.length;
  await page.getByRole('navigation').getByRole('link', { name: 'Games', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Games');
  expect(asked.slice(before).filter((path) => path.endsWith('.js'))).toEqual([]);
});
