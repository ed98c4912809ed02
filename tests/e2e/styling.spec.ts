/** What the browser styles and lays out, counted in Chromium's trace. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { PAGES, tabTitle } from '#rules/pages.ts';
import { become } from './support/become.ts';
import { test } from './support/demo-product.ts';
import { startTrace, wordsAtTheEdge } from './support/page-checks.ts';
import { loadedAhead, pagesAhead, settledBox, untilInteractive } from './support/ready.ts';
import { withoutPrerender } from './support/without-prerender.ts';

const ASSETS = path.join(import.meta.dirname, '../../dist/web/assets');
/** The pages have some 300 to 900 elements. */
const MOST = 40;

interface TraceEvent {
  readonly name: string;
  readonly ts: number;
  readonly args: {
    readonly elementCount?: number;
    readonly beginData?: { readonly totalObjects: number };
  };
}

/**
 * The most elements that were styled at once while an element came and went in the main part of the page; none where
 * the page itself began to trace too late, as on a busy machine.
 */
async function styledForOne(page: Page): Promise<number[]> {
  const endTrace = await startTrace<TraceEvent>(page, 'devtools.timeline');
  await page.evaluate(() => {
    const one = document.createElement('p');
    document.querySelector('main')!.append(one);
    document.body.getBoundingClientRect();
    one.remove();
    document.body.getBoundingClientRect();
  });
  const events = await endTrace();
  const counts = events.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' ? (args.elementCount ?? []) : [],
  );
  return counts.length === 0 ? [] : [Math.max(...counts)];
}

test('an element that comes or goes does not style the whole page again', {
  tag: '@pages-68',
}, async ({ page, product }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await become(page, 'ace');
  await page.goto(product.url);
  // The sheets of all that comes later are there.
  await expect(page.locator('button.demo-notice')).toBeVisible();
  await pagesAhead(page);
  for (const [address, { module, title }] of Object.entries(PAGES)) {
    await page.evaluate((to) => history.pushState(null, '', to), address);
    await expect(page).toHaveTitle(tabTitle(title));
    await loadedAhead(page, [module]);
    // What else goes on in the page may be counted in one turn, not in all.
    const styled: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) styled.push(...(await styledForOne(page)));
    expect(styled.length, address).toBeGreaterThan(0);
    expect(Math.min(...styled), address).toBeLessThan(MOST);
  }
});

// A property that is registered styles and draws everything anew.
test('what registers a property is in the sheets that every document has', {
  tag: '@pages-68',
}, async ({ request, product }) => {
  const first = await (await request.get(`${product.url}/trading-card-game`)).text();
  const registered = (css: string): string[] => css.match(/@property [\w-]+/g) ?? [];
  const known = registered(first);
  expect(known.length).toBeGreaterThan(0);
  const sheets = readdirSync(ASSETS).filter((file) => file.endsWith('.css'));
  for (const sheet of sheets) {
    const css = readFileSync(path.join(ASSETS, sheet), 'utf8');
    expect(
      registered(css).filter((property) => !known.includes(property)),
      sheet,
    ).toEqual([]);
  }
});

test('what is below the screen is laid out after the first paint', { tag: '@pages-68' }, async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 412, height: 823 });
  const endTrace = await startTrace<TraceEvent>(page, 'devtools.timeline');
  await page.goto(product.url);
  await untilInteractive(page);
  const events = await endTrace();
  const painted = events.find(({ name }) => name === 'firstContentfulPaint')!.ts;
  const laidOutBefore = (end: number) =>
    Math.max(...events.map(({ args, ts }) => (ts < end && args.beginData?.totalObjects) || 0));
  expect(laidOutBefore(painted)).toBeGreaterThan(0);
  expect(laidOutBefore(painted)).toBeLessThan(laidOutBefore(Number.POSITIVE_INFINITY) * 0.75);
  const sections = await page.locator('main > section').all();
  for (const section of sections) {
    await expect(section).toHaveCSS('content-visibility', 'visible');
  }
});

test('in forced colours a choice has its arrow, cards pass below the name of their group, it is seen which filter is on, which format is chosen and which page the drawer was opened on, a dialog has an edge all around, and the number of a missing page lies behind its heading', async ({
  page,
  product,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await become(page, 'ace');
  // Backgrounds differ here by an alpha that nobody sees.
  const ink = (one: Locator) => one.evaluate((box) => getComputedStyle(box).color);
  await page.goto(`${product.url}/profile`);
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveCSS('appearance', 'auto');
  const head = page.locator('.group-head').first();
  await expect(head).not.toHaveCSS('background-color', /, 0\)$/);
  const filters = page.getByRole('group', { name: 'Ki' }).getByRole('button');
  await filters.first().click();
  await expect(filters.first()).toHaveAttribute('aria-pressed', 'true');
  expect(await ink(filters.first())).not.toBe(await ink(filters.last()));
  await page.getByRole('button', { name: 'Add WL Entry' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  for (const side of ['top', 'right', 'bottom', 'left']) {
    await expect(dialog, side).not.toHaveCSS(`border-${side}-width`, '0px');
  }

  await page.goto(`${product.url}/admin`);
  const formats = page.locator('label').filter({ has: page.getByRole('radio') });
  expect(await ink(formats.first())).not.toBe(await ink(formats.last()));

  await page.goto(`${product.url}/nowhere`);
  // Behind its letters is a plate that is higher than their box.
  await expect(page.locator('.not-found-number')).toHaveCSS('z-index', '-1');

  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${product.url}/games`);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const ground = await dialog.evaluate((box) => getComputedStyle(box).backgroundColor);
  const item = (name: string) => dialog.getByRole('link', { name, exact: true });
  await expect(item('Games')).not.toHaveCSS('border-left-color', ground);
  await expect(item('Profile')).toHaveCSS('border-left-color', ground);
});

test('what the browser draws by itself is dark before any sheet came, but not by a meta element: in forced colours Firefox takes buttons from that, and the ground from the reader', async ({
  page,
  product,
}) => {
  await page.route('**/*.css', (route) => route.abort());
  await page.goto(`${product.url}/the-mainz`);
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(page.locator('meta[name="color-scheme"]')).toHaveCount(0);
});

test('in forced colours on a light ground the sign of the brand is seen, an icon is as dark as the words beside it, and a title throws no shadow', async ({
  page,
  product,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  await become(page, 'ace');
  for (const path of ['/', '/games']) {
    await page.goto(`${product.url}${path}`);
    await untilInteractive(page);
    const pale = await page.locator('.icon').evaluateAll((icons) => {
      const ink = (one: Element) => getComputedStyle(one).color;
      return icons
        .filter((icon) => ink(icon) !== ink(icon.parentElement!))
        .map((icon) => icon.parentElement!.className);
    });
    expect.soft(pale, path).toEqual([]);
  }
  await expect(page.locator('.featured-title > span')).toHaveCSS('text-shadow', 'none');
  await page.goto(`${product.url}/the-mainz`);
  const letter = page.locator('.nav-brand path').nth(2);
  // The colour of text there.
  const ink = await page.locator('h1').evaluate((title) => getComputedStyle(title).color);
  await expect(letter).toHaveCSS('fill', ink);
});

test('on a phone held sideways nothing that is read or pressed lies behind its camera', {
  tag: '@pages-42',
}, async ({ page, product }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await become(page, 'ace');
  const devtools = await page.context().newCDPSession(page);
  // The camera is at one end; Safari keeps as much free at the other.
  await devtools.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: 59, leftMax: 59, right: 59, rightMax: 59 },
  });
  const controlsBehind = (inside: Locator) =>
    inside.getByRole('button').evaluateAll((buttons) =>
      buttons
        .map((one) => ({ name: one.ariaLabel, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.left < 59 || box.right > innerWidth - 59)
        .map(({ name }) => name),
    );
  for (const path of [...Object.keys(PAGES), '/nowhere']) {
    await page.goto(`${product.url}${path}`);
    await untilInteractive(page);
    expect.soft(await wordsAtTheEdge(page, 59), path).toEqual([]);
    expect.soft(await controlsBehind(page.getByRole('banner')), path).toEqual([]);
  }
  const dialog = page.getByRole('dialog');
  const opens: readonly [path: string, button: string | RegExp][] = [
    ['/', /^Transcendence/],
    ['/', 'Open menu'],
    ['/profile', 'Add WL Entry'],
  ];
  for (const [path, name] of opens) {
    await page.goto(`${product.url}${path}`);
    await page.getByRole('button', { name }).first().click();
    await settledBox(dialog);
    expect.soft(await wordsAtTheEdge(page, 59), String(name)).toEqual([]);
    expect.soft(await controlsBehind(dialog), String(name)).toEqual([]);
  }
});

test('the keyboard of a phone covers neither a field nor its button, also in a dialog at the foot of the screen', {
  tag: '@pages-42',
}, async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await become(page, 'ace');
  await page.goto(`${product.url}/profile`);
  // Otherwise the keyboard lies over the page, which does not get to know it.
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute(
    'content',
    /interactive-widget=resizes-content/,
  );
  await page.getByRole('button', { name: 'Add WL Entry' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton').focus();
  await page.setViewportSize({ width: 360, height: 440 });
  await settledBox(dialog);
  for (const one of [
    dialog.getByRole('spinbutton'),
    dialog.getByRole('button', { name: 'Register' }),
  ]) {
    await expect(one).toBeInViewport({ ratio: 1 });
  }
});

/** Runs in the page: the words of elements that take more than one line, or are cut off. */
const notInOneLine = (all: Element[]) =>
  all.flatMap((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
    return lines.size > 1 || one.scrollWidth > one.clientWidth ? [one.textContent] : [];
  });

test('figures of millions stand in one line, on a phone too, and beside a long name the box that chooses a registration stays as large as a finger', {
  tag: '@pages-42',
}, async ({ page, product }) => {
  const totals = { oldestCheckAt: null, heldWallets: 0, heldNfts: 0, heldRegistrations: 0 };
  const LIST = '**/api/booster-pack/whitelist';
  await withoutPrerender(page);
  await page.route('**/api/stats', (route) =>
    route.fulfill({ json: { totalNFTs: 1_000_000, activeUsers: 999_999, collections: 12_345 } }),
  );
  await page.route(`${LIST}/totals`, (route) =>
    route.fulfill({
      json: {
        ...totals,
        totalEntries: 1_000_000,
        uniqueWallets: 999_999,
        nftsSelected: 5_000_000,
        registrations: 12_345,
        heldEntries: 0,
      },
    }),
  );
  const entry = {
    selectedNftIds: [],
    entryCount: 1,
    registeredAt: '2026-01-01T12:00:00.000Z',
    checkedAt: '2026-01-01T12:00:00.000Z',
    hasRequiredCards: true,
  };
  const names = ['Jo', 'W'.repeat(50)];
  await page.route(LIST, (route) =>
    route.fulfill({
      json: names.map((displayName, index) => ({
        ...entry,
        id: `entry-${index}`,
        walletAddress: `0x${String(index).repeat(64)}`,
        displayName,
      })),
    }),
  );
  for (const [path, figures] of [
    ['/', '.stat-value'],
    ['/admin', '.totals-figure'],
  ] as const) {
    await page.goto(`${product.url}${path}`);
    await expect(page.locator(figures).first()).toHaveText('1,000,000');
    await page.evaluate(() => document.fonts.ready);
    for (const width of [320, 360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      await settledBox(page.locator(figures).last());
      const found = await page.locator(figures).evaluateAll(notInOneLine);
      expect.soft(found, `${path}, ${width}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const boxes = page.locator('.entry-list-choice');
  await expect(boxes).toHaveCount(names.length);
  for (const box of await boxes.all()) expect.soft((await settledBox(box)).width).toBe(44);
});

test('on the narrowest phone the name of a wallet is not cut off, nor that of a card broken where the game is explained', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${product.url}/games`);
  await page.getByRole('button', { name: 'Learn More' }).click();
  await settledBox(page.getByRole('dialog'));
  const transcendence = page.locator('.how-card', { hasText: 'Transcendence' });
  expect.soft(await transcendence.evaluateAll(notInOneLine)).toEqual([]);

  await page.goto(`${product.url}/profile`);
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Your Wallet' });
  await settledBox(dialog);
  const name = dialog.locator('.wallet-name', { hasText: 'MAINZ Demo Wallet' });
  expect(await name.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false);
});
