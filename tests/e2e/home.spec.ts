/** Demo mode, the home page, and the frame around every page. */
import { expect, type Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { shortAddress } from '#rules/address.ts';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import { PAGES } from '#rules/pages.ts';
import { become } from './support/become.ts';
import { counting } from './support/counting.ts';
import { test } from './support/demo-product.ts';
import { hold } from './support/hold.ts';
import { complaints, expectNoSidewaysScroll, wordsAtTheEdge } from './support/page-checks.ts';
import { recordToasts } from './support/product-fixture.ts';
import { frames, settledBox, untilInteractive } from './support/ready.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const atHome = (page: Page) => page.goto('/');

/** The demo's collectors appear one by one, and a page polls the ranking only once an hour. */
async function atHomeWithRanking(page: Page) {
  const ranked = async () => (await (await page.request.get('/api/leaderboard')).json()).length;
  await expect.poll(ranked, { timeout: 60_000 }).toBeGreaterThan(5);
  await atHome(page);
}

const ADDRESSES = [...Object.keys(PAGES), '/nowhere'];

async function connectAs(page: Page, persona: string) {
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Your Wallet' });
  await dialog.locator(`input[value="${persona}"]`).check();
  await dialog.getByRole('button', { name: /demo wallet/i }).click();
  await expect(
    page.getByRole('banner').getByRole('link', { name: shortAddress(personaAddress(persona)) }),
  ).toBeVisible();
}

test('the ranking of the demo has only named collectors; a name leads to one, to be looked at, not changed, and back', {
  tag: ['@boards-1', '@boards-3', '@collectors-20', '@collectors-21'],
}, async ({ page }) => {
  const readings = counting(page, (request) => request.url().includes('/api/nfts/sync/'));
  await page.setViewportSize({ width: 360, height: 640 });
  await atHomeWithRanking(page);
  await untilInteractive(page);
  const board = page.getByRole('region', { name: 'Top Collectors' });
  await expect(board.getByText('Collection Leader')).toBeVisible();
  await expect(board.getByRole('listitem')).toHaveCount(5);
  await board.getByRole('button', { name: 'View All' }).click();
  await expect(board.getByRole('listitem').nth(5)).toBeVisible();
  await expect(board.getByText(/User_/)).toHaveCount(0);
  const name = (await board.getByRole('link').first().textContent()) ?? '';
  await board.getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/profile\?wallet=0x[\da-f]{64}$/);
  await expect(page.locator('h1')).toHaveText(name);
  await expect(page.locator('h1')).toBeFocused();
  await expect(page).toHaveTitle(`${name} · The MAINZ`);
  await expect(page.getByText('#1', { exact: true })).toBeVisible();
  await expect(page.locator('[data-card]').first()).toBeVisible();
  for (const own of ['Move to...', 'Add Group', 'Add WL Entry', 'Read again', 'Save']) {
    await expect(page.getByRole('button', { name: own })).toHaveCount(0);
  }
  await page.locator('[data-face]').first().focus();
  await page.keyboard.press('v');
  await expect(page.getByRole('dialog')).toContainText('Where it lies');
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Send/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(await complaints(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/');
  await expect(board).toBeVisible();

  const at = (wallet: string) => page.goto(`/profile?wallet=${wallet}`);
  await at('0xnobody');
  await expect(page.getByRole('heading', { name: 'This is no wallet address' })).toBeVisible();
  await at('0xd1');
  await expect(page.getByRole('heading', { name: 'Nobody is known' })).toBeVisible();
  expect(readings()).toBe(0);

  // By a link, to one's own.
  await become(page, 'ace');
  await at(personaAddress('ace').toUpperCase().replace('0X', '0x'));
  await expect(page.getByRole('button', { name: 'Add Group' })).toBeVisible();
  await expect(page.getByText(/^\d of \d genesis cards/)).toBeVisible();
});

test('cards that could not be read are asked for again by a press', {
  tag: '@errors-5',
}, async ({ page }) => {
  await become(page, 'ace');
  let isAway = true;
  await page.route('**/api/nfts?*', (route) =>
    isAway ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await atHome(page);
  const own = page.getByRole('region', { name: 'Your collection' });
  await expect(own.getByText('Failed to fetch NFTs')).toBeVisible();
  isAway = false;
  await own.getByRole('button', { name: 'Try again' }).click();
  await expect(own.getByRole('img').first()).toBeVisible();
  await expect(own.getByText('Failed to fetch NFTs')).toHaveCount(0);
  await expect(own.getByRole('heading')).toBeFocused();
});

test('each of the five cards opens full screen, and closes by button, backdrop and Escape, and by a press beside the card, not by one on card or words', {
  tag: '@pages-9',
}, async ({ page }) => {
  await atHome(page);
  const closings = ['button', 'backdrop', 'Escape'] as const;
  for (const [index, card] of GENESIS_CARDS.entries()) {
    const closing = closings[index % closings.length];
    await page.getByRole('button', { name: new RegExp(card.name, 'i') }).click();
    const modal = page.getByRole('dialog', { name: new RegExp(card.name, 'i') });
    await expect(modal.getByText(card.description)).toBeVisible();
    // Not the texts on the card, which repeat name and type.
    const words = modal.locator('.card-modal-words > p');
    await expect(words).toHaveText([card.name, card.type, card.description]);
    await expect(modal.getByRole('img')).toBeVisible();
    if (closing === 'button') await modal.getByRole('button', { name: 'Close' }).click();
    else if (closing === 'Escape') await page.keyboard.press('Escape');
    else await page.mouse.click(5, 5);
    await expect(modal).toHaveCount(0);
  }

  // The modal has no visible edge: everything that is neither card, words nor buttons is outside.
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    await page.getByRole('button', { name: /Transcendence/ }).click();
    const modal = page.getByRole('dialog', { name: 'Transcendence' });
    const card = await settledBox(modal.locator('.card-modal-card'));
    const words = modal.locator('.card-modal-words > p').last();

    await modal.getByRole('img').click();
    await words.click();
    // Selecting words, up to beside them.
    await words.hover();
    await page.mouse.down();
    await page.mouse.move(card.x - 10, card.y + card.height / 2);
    await page.mouse.up();
    await frames(page, 8);
    await expect(modal).toBeVisible();

    await page.mouse.click(card.x - 10, card.y + card.height / 2);
    await expect(modal).toHaveCount(0);
  }
});

test('all five cards are on paper, where nothing can be scrolled', async ({ page }) => {
  const width = 780;
  await page.setViewportSize({ width, height: 1_000 });
  await page.emulateMedia({ media: 'print' });
  await atHome(page);
  const edges = await page
    .locator('.showcase-hand > li')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().right));
  expect(edges).toHaveLength(5);
  expect(Math.max(...edges)).toBeLessThanOrEqual(width);
});

test('the menu of small screens closes when the window becomes wide enough for the bar', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await atHome(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'The MAINZ' });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 1_023, height: 700 });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 1_024, height: 700 });
  await expect(menu).toHaveCount(0);
  await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden');
});

test('the back gesture of a phone closes what lies open, and stays on the page', async ({
  browser,
}) => {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  // The browser's own object; only its owner may ask it to close, as the gesture does.
  await page.addInitScript(() => {
    const { CloseWatcher: Watcher } = window as unknown as { CloseWatcher: new () => object };
    const open: object[] = [];
    class Kept extends Watcher {
      constructor() {
        super();
        open.push(this);
      }
    }
    Object.assign(window, { CloseWatcher: Kept, watchers: open });
  });
  const goBack = () =>
    page.evaluate(() => {
      const { watchers } = window as unknown as { watchers: { requestClose(): void }[] };
      watchers.at(-1)?.requestClose();
    });
  await atHome(page);
  const card = GENESIS_CARDS[1]!;
  await page.getByRole('button', { name: new RegExp(card.name, 'i') }).click();
  const modal = page.getByRole('dialog', { name: new RegExp(card.name, 'i') });
  await expect(modal).toBeVisible();
  await goBack();
  await expect(modal).toHaveCount(0);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/');
});

test('a persona of the demo wallet connects and has the cards counted, F8 moves to what is said of it, and only the admin, with one card, sees the wrench', {
  tag: ['@cards-2', '@numbers-2', '@pages-11', '@pages-21'],
}, async ({ page }) => {
  const toasts = await recordToasts(page);
  await atHome(page);
  await connectAs(page, 'ace');
  await expect.poll(toasts).toContainEqual('NFTs Loaded Found 12 NFTs from the collection');
  await page.keyboard.press('F8');
  const focused = page.locator('[role="region"][aria-label="Notifications (F8)"] :focus');
  await expect(focused).toHaveCount(1);
  await expect(page.getByTitle('Admin Dashboard')).toHaveCount(0);
  await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await connectAs(page, 'admin');
  await expect(page.getByText('card held', { exact: true }).locator('..')).toContainText('1');
  // Like any button, also by Space.
  for (const key of ['Enter', ' ']) {
    await page.getByTitle('Admin Dashboard').press(key);
    await expect(page).toHaveURL(/\/admin$/);
    await page.goBack();
  }
});

test('the second press of a double click on Disconnect does not ask for a wallet', {
  tag: '@pages-44',
}, async ({ page }) => {
  await atHome(page);
  await connectAs(page, 'ace');
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Disconnect' }).dblclick();
  const connect = banner.getByRole('button', { name: 'Connect Wallet' });
  await expect(connect).toBeVisible();
  // The dialog's code is there: it would open at once.
  await frames(page, 2);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await connect.click();
  await expect(page.getByRole('dialog', { name: 'Connect Your Wallet' })).toBeVisible();
});

test('the heading of a collector who is still loading says what it is the heading of', async ({
  page,
}) => {
  const answer = await hold(page, '**/api/user');
  await atHome(page);
  await connectAs(page, 'ace');
  await expect(page.getByRole('heading', { level: 2, name: 'Your collection' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Connected wallet' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Now on stage' })).toBeFocused();
  answer();
  await expect(page.getByRole('heading', { level: 1, name: /^User_/ })).toBeVisible();
});

for (const path of ADDRESSES) {
  test(`${path} names the files of its first render, fits 320, 360 and 1440 px, axe has nothing to say, and bar and page are in line at 1920`, {
    tag: ['@pages-1', '@pages-42', '@wallet-21'],
  }, async ({ page }) => {
    // Other pages do not come ahead.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.setViewportSize({ width: 1440, height: 800 });
    const html = await (await page.request.get(path)).text();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await untilInteractive(page);
    const parts = asked.filter((one) => /^\/assets\/\w+Page-.*\.(js|css)$/.test(one));
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) expect(html).toContain(`"${part}"`);
    const fetched = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((one) => (one as PerformanceResourceTiming).transferSize > 0)
        .map(({ name }) => name),
    );
    expect(fetched.length).toBeGreaterThan(parts.length);
    expect(fetched.length, 'fetched twice').toBe(new Set(fetched).size);

    for (const width of [1440, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await settledBox(page.getByRole('main'));
      await expectNoSidewaysScroll(page);
      expect(await wordsAtTheEdge(page)).toEqual([]);
      // Nothing changes its shape between 320 and 360.
      if (width !== 360) expect(await complaints(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
    const edges = await page
      .locator('.nav-row, main .wrap, .footer-row')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    expect(edges.length).toBeGreaterThan(1);
    expect(new Set(edges).size, `edges at 1920 px: ${edges}`).toBe(1);
  });
}

test('a page come to by a link is named as the server names it, and the product can be installed', async ({
  page,
}) => {
  await atHome(page);
  /** The head of the open page, or of an address as the server sends it. */
  const headOf = (address?: string) =>
    page.evaluate(async (at) => {
      const html = at === undefined ? '' : await (await fetch(at)).text();
      const seen = at === undefined ? document : new DOMParser().parseFromString(html, 'text/html');
      const content = (name: string) =>
        seen.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
      const canonical = seen.querySelector('link[rel="canonical"]')?.getAttribute('href');
      return [seen.title, content('description'), content('robots'), canonical];
    }, address);
  for (const address of [...ADDRESSES, '/']) {
    await page.evaluate((to) => history.pushState(null, '', to), address);
    const sent = await headOf(address);
    await expect.poll(() => headOf()).toEqual(sent);
  }

  const devtools = await page.context().newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons } = JSON.parse(data!) as { icons: { src: string; type: string }[] };
  for (const { src, type } of icons) {
    const answer = await page.request.get(src);
    expect(answer.headers()['content-type']).toContain(type);
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Test contexts are private windows, which cannot install apps.
  const hindrances = installabilityErrors.map(({ errorId }) => errorId);
  expect(hindrances.filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('the three tiles stand in one row, or one below the other, the own cards have whole words or none, and on a foldable that is folded the badge of the demo does not lie on the brand', {
  tag: ['@pages-4', '@pages-5', '@pages-6'],
}, async ({ page }) => {
  await become(page, 'five');
  await atHome(page);
  const tiles = page.locator('.feature-tile');
  await expect(tiles).toHaveCount(3);
  const cards = page.getByRole('region', { name: 'Your collection' }).getByRole('listitem');
  await expect(cards.locator('.card-name')).toHaveCount(5);
  for (const width of [320, 600, 640, 720, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const tops = await tiles.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().top),
    );
    expect([1, 3], `rows at ${width} px`).toContain(new Set(tops).size);
  }
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await cards.locator('.card-plate').evaluateAll((plates) =>
      plates
        .filter((plate) => plate.clientWidth > 1)
        .flatMap((plate) => [...plate.querySelectorAll('.card-name, .card-type')])
        // The display face is a little higher than its lines, everywhere.
        .filter((line) => line.clientHeight < 0.75 * line.scrollHeight)
        .map((line) => line.textContent),
    );
    expect(cut, `words at ${width} px`).toEqual([]);
  }
  await expectNoSidewaysScroll(page);

  await page.setViewportSize({ width: 280, height: 653 });
  const brand = await settledBox(page.locator('.nav-brand'));
  // The button: the mark that stands there first is taken away, and has no box then.
  const badge = await settledBox(page.locator('button.demo-notice'));
  expect(badge.x).toBeGreaterThanOrEqual(brand.x + brand.width);
});

test('while the server does not know who came, the own part of home says so and has no placeholders', {
  tag: '@E3',
}, async ({ page }) => {
  await become(page, 'ace');
  await page.route('**/api/user', (route) => route.fulfill({ status: 503, body: '' }));
  await atHome(page);
  const own = page.getByRole('region', { name: 'Your collection' });
  await expect(own).toContainText('The server could not be reached.');
  await expect(own.getByRole('heading')).toHaveText('Your collection');
  await expect(own.locator('.skeleton')).toHaveCount(0);
});
