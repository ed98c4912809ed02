/** A file of the page that fails to load: the rest works, a message is shown, and it is retried. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import { become } from './support/become.ts';
import { countingLoads } from './support/counting.ts';
import { test } from './support/demo-product.ts';
import { untilInteractive } from './support/ready.ts';

const ASSETS = path.join(import.meta.dirname, '../../dist/web/assets');

/** Parts that every page loads when idle, with a connected wallet, and files that they share. */
const PARTS = [
  ...['Toaster', 'MatchBanner', 'WalletDialog', 'SignInDialog', 'DemoNotice'],
  ...['dialog', 'battle', 'boards'],
];

/** The one file of the build with this name. */
function file(name: string, ending: string): string {
  const found = readdirSync(ASSETS).filter(
    (one) => one.startsWith(`${name}-`) && one.endsWith(ending),
  );
  expect(found, name).toHaveLength(1);
  return `**/assets/${found[0]}`;
}

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

test('a part that does not come takes nothing else with it', { tag: '@pages-25' }, async ({
  browser,
}) => {
  const files = [...PARTS.map((name) => file(name, '.js')), file('Toaster', '.css')];
  const visitWithout = async (urls: string[], fail: (route: Route) => Promise<void>) => {
    const context = await browser.newContext();
    await become(context, 'ace');
    const page = await context.newPage();
    for (const url of urls) {
      let asked = 0;
      await page.route(url, (route) => {
        asked += 1;
        return fail(route);
      });
      await page.goto('/the-mainz');
      // It is retried once before the message.
      await expect.poll(() => asked, url).toBeGreaterThan(1);
      await expect(heading(page), url).toHaveText('The MAINZ');
      await expect(page.getByRole('banner').getByText('Disconnect'), url).toBeVisible();
      await expect(page.getByRole('alert'), url).toHaveCount(0);
      await page.unroute(url);
    }
  };
  // Side by side, because both mostly wait for an idle page and for the second try.
  await Promise.all([
    visitWithout(
      files.filter((_, index) => index % 2 === 0),
      (route) => route.fulfill({ status: 503 }),
    ),
    visitWithout(
      files.filter((_, index) => index % 2 === 1),
      (route) => route.abort(),
    ),
  ]);
});

test('what a person asked for and did not get is said, and comes when the line is back', {
  tag: '@pages-26',
}, async ({ page, context }) => {
  await page.goto('/');
  await expect(page.locator('button.demo-notice')).toBeVisible();
  await context.setOffline(true);
  const said = page.getByTestId('line');
  await expect(said).toHaveText('You are offline. What you see may be old.');
  const card = page.getByRole('button', { name: /the hodlord card/ });
  await card.click();
  await expect(said).toContainText('You are offline. What you asked for comes by itself.');
  await expect(heading(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'the hodlord card' })).toBeVisible();
  await expect(said).toBeEmpty();
});

test('a page that cannot be fetched says so under the line that is gone, and comes when it is back', {
  tag: ['@pages-26', '@pages-41'],
}, async ({ page, context }) => {
  const games = file('GamesPage', '.js');
  await page.route(games, (route) => route.abort());
  await page.goto('/');
  await untilInteractive(page);
  const before = await heading(page).boundingBox();
  await context.setOffline(true);
  const said = page.getByTestId('line');
  await expect(said).toContainText('You are offline');
  // It takes its place from the bar.
  expect(await heading(page).boundingBox()).toEqual(before);
  await page.getByRole('banner').getByRole('link', { name: 'Games' }).click();
  await expect(heading(page)).toHaveText('This page has not come');
  await expect(page.getByText('You are offline')).toHaveCount(1);
  // Loaded pages still work.
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(heading(page)).toContainText('MAIN');
  await page.getByRole('banner').getByRole('link', { name: 'Games' }).click();
  await expect(heading(page)).toHaveText('This page has not come');
  await page.unroute(games);
  await context.setOffline(false);
  await expect(heading(page)).toHaveText('Games');
  await expect(said).toBeEmpty();
});

test('after an update the page is loaded anew, once', { tag: '@pages-27' }, async ({ page }) => {
  const loads = countingLoads(page);
  const gone = (route: Route) =>
    loads() === 1 ? route.fulfill({ status: 404 }) : route.continue();
  // It is fetched ahead, and twice (as the import's link and by the import), but does not come in this visit.
  await page.route(file('GamesPage', '.js'), gone);
  await page.goto('/');
  await expect(page.locator('button.demo-notice')).toBeVisible();
  expect(loads()).toBe(1);
  // The new version has none of the files of the old one.
  await page.route('**/assets/**', gone);
  await page.getByRole('banner').getByRole('link', { name: 'Games' }).click();
  await expect(heading(page)).toHaveText('Games');
  expect(loads()).toBe(2);
});

test('a part of the version before does not come by itself, and nothing says that it does', {
  tag: '@pages-27',
}, async ({ page }) => {
  const part = file('HowToPlay', '.js');
  await page.route(part, (route) => route.fulfill({ status: 404 }));
  await page.goto('/games');
  await untilInteractive(page);
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  const learn = page.getByRole('button', { name: 'Learn More' });
  await learn.click();
  const said = page.getByTestId('line');
  await expect(said).toContainText(
    'The site has a newer version. What you asked for comes with it.',
  );
  await page.unrouteAll();
  await said.getByRole('button', { name: 'Load the page again' }).click();
  await expect(said).toBeEmpty();
  await learn.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a version that stays incomplete is not loaded again and again', { tag: '@pages-27' }, async ({
  page,
}) => {
  const loads = countingLoads(page);
  await page.route('**/assets/**', (route) => {
    const isGone = route.request().method() === 'HEAD' || /GamesPage/.test(route.request().url());
    return isGone ? route.fulfill({ status: 404 }) : route.continue();
  });
  await page.goto('/');
  await untilInteractive(page);
  await page.getByRole('banner').getByRole('link', { name: 'Games' }).click();
  // Loaded anew it stands there as the server drew it.
  await expect(page.getByText('This page is only to read for now')).toBeVisible();
  await expect(heading(page)).toHaveText('Games');
  await page.waitForTimeout(3_000);
  expect(loads()).toBeLessThanOrEqual(2);
  await expect(page.getByRole('link', { name: 'Load the page again' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
});

// Firefox ends the scripts of a page as soon as a link is followed; here the line does.
test('a link that is followed before the program has come is not lost with the program', {
  tag: '@pages-26',
}, async ({ page }) => {
  const held: Route[] = [];
  await page.route('**/assets/**/*.js', (route) => {
    held.push(route);
  });
  let isFollowed = false;
  await page.route('/games', async (route) => {
    isFollowed = true;
    await page.waitForTimeout(3_000);
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('link', { name: 'Games' }).click({ noWaitAfter: true });
  await expect.poll(() => isFollowed && held.length > 0).toBe(true);
  await page.unroute('**/assets/**/*.js');
  for (const route of held) await route.abort();
  await expect(heading(page)).toHaveText('Games');
  await untilInteractive(page);
});

test('a page whose scripts a proxy has rewritten becomes interactive, for newcomers and for who was connected', {
  tag: '@pages-32',
}, async ({ browser }) => {
  for (const persona of [null, 'ace']) {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    if (persona !== null) await become(context, persona);
    const page = await context.newPage();
    await page.route('/', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll('<script>', '<script>/* minified */');
      await route.fulfill({ response: answer, body });
    });
    await page.goto('/');
    await untilInteractive(page);
    const says = persona === null ? 'Connect Wallet' : 'Disconnect';
    await expect(page.getByRole('banner').getByText(says).first()).toBeVisible();
  }
});
