/** What stands on the screen before any JavaScript has come, and what becomes of it then. */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { PAGES } from '#rules/pages.ts';
import { become } from './support/become.ts';
import { countingLoads } from './support/counting.ts';
import { test } from './support/demo-product.ts';
import { hold } from './support/hold.ts';
import { TAKES_PICTURES, takePicture } from './support/pictures.ts';
import { frames, untilInteractive } from './support/ready.ts';

const ADDRESSES = [...Object.keys(PAGES), '/nowhere'];
const PROGRAM = '**/assets/index-*.js';

/** What a person sees and a program reads of the page; dates and the clock may differ by zone. */
const bodyOf = (page: Page) =>
  page.evaluate(() => {
    const root = document.getElementById('root')!.cloneNode(true) as HTMLElement;
    for (const element of root.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset.style ?? '';
      delete element.dataset.style;
    }
    return root.innerHTML;
  });

/** How wide each element of the page's main part may become, where that is bounded. */
const boundsOf = (page: Page) =>
  page.locator('main *').evaluateAll((all) =>
    all.flatMap((element) => {
      const { maxWidth } = getComputedStyle(element);
      return maxWidth === 'none' ? [] : [`${element.tagName}.${element.className} ${maxWidth}`];
    }),
  );

test('without JavaScript every page can be read, and a text has the same room before and after its font has come', {
  tag: '@pages-28',
}, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const address of ADDRESSES) {
    const letFontsCome = await hold(page, '**/*.woff2');
    const answer = await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Demo', { exact: true })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    // Chromium shows what is in it only when scripts are off for good, not for a test.
    expect(await answer?.text()).toMatch(/<noscript>[^<]*<p[^>]*>[^<]*needs JavaScript/);
    const before = await boundsOf(page);
    expect(before.length, address).toBeGreaterThan(0);
    letFontsCome();
    await expect
      .poll(() =>
        page.evaluate(() =>
          ['Anton', 'Inter Variable'].every((family) => document.fonts.check(`16px "${family}"`)),
        ),
      )
      .toBe(true);
    expect(await boundsOf(page), address).toEqual(before);
    await page.unroute('**/*.woff2');
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (TAKES_PICTURES) {
        await takePicture(page, `first-paint${address.replace('/', '-')}-${width}`, {
          fullPage: true,
        });
      }
    }
  }
  // Just after a change a page may come without its answers, for the browser to fetch.
  const shows = (address: string, check: () => Promise<void>) =>
    expect(async () => {
      await page.goto(address);
      await check();
    }).toPass({ timeout: 60_000 });
  const soon = { timeout: 500 };
  await shows('/', async () => {
    const ranking = page.getByRole('region', { name: 'Top Collectors' });
    await expect(ranking.getByRole('listitem')).toHaveCount(5, soon);
    await expect(page.locator('.stat-tile dd').first()).toHaveText(/^[\d,]+$/, soon);
  });
  await page.goto('/the-mainz');
  await expect(page.getByRole('article')).toHaveCount(12);
  await shows('/games', async () => {
    const board = page.getByRole('region', { name: 'Battle Leaderboard' });
    await expect(board.getByRole('listitem').first()).toBeVisible(soon);
  });
});

/** Files that had been asked for when the page became interactive; times in ms since the page began. */
interface Fetched {
  readonly paintedAt: number;
  readonly scripts: readonly number[];
  readonly sheets: readonly string[];
}

/** Notes in the page how far its layout moved, and which files were asked for until it became interactive. */
function watchFirstPaint(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const moved = { by: 0 };
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.by += (entry as LayoutShift).value;
    }).observe({ type: 'layout-shift', buffered: true });

    // After a second, or two where its script was rewritten, the program starts without a paint. A busy machine may
    // paint later than that.
    const later = window.setTimeout;
    Object.assign(window, {
      setTimeout: (work: () => void, ms = 0) => later(work, ms >= 1_000 ? ms + 60_000 : ms),
    });
    // Once it is interactive the page may fetch more: what opens over it, and other pages.
    const observer = new MutationObserver(() => {
      if (document.documentElement.dataset.interactive === undefined) return;
      observer.disconnect();
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const painted = performance.getEntriesByName('first-contentful-paint')[0];
      Object.assign(globalThis, {
        fetched: {
          // Not startTime, which is when the screen shows it: later than the page may know.
          paintedAt: (painted as unknown as { paintTime: number }).paintTime,
          scripts: files
            .filter(({ name }) => /assets.*js$/.test(name))
            .map((file) => file.startTime),
          sheets: files.map(({ name }) => name).filter((name) => name.endsWith('.css')),
        },
      });
    });
    observer.observe(document, { subtree: true, attributeFilter: ['data-interactive'] });
  });
}

for (const [width, height] of [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`nothing moves when the fonts come late, a page brings its sheets, and its program is fetched after the first paint, at ${width} px`, {
    tag: '@pages-28',
  }, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      serviceWorkers: 'block',
    });
    await watchFirstPaint(context);
    const page = await context.newPage();
    const moved: Record<string, number> = {};
    for (const address of ADDRESSES) {
      const letFontsCome = await hold(page, '**/*.woff2');
      await page.goto(address, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
      letFontsCome();
      await page.evaluate(() => document.fonts.ready);
      await frames(page, 2);
      moved[address] = await page.evaluate(() => (globalThis as unknown as Noted).moved.by);
      await page.unroute('**/*.woff2');
      await untilInteractive(page);
      const { paintedAt, scripts, sheets } = await page.evaluate(
        () => (globalThis as unknown as Noted).fetched,
      );
      expect(scripts.length, address).toBeGreaterThan(3);
      expect(Math.min(...scripts), address).toBeGreaterThan(paintedAt);
      expect(sheets, address).toEqual([]);
      expect(await boxesMovedByFirstPaint(page), address).toEqual([]);
    }
    const most = Math.max(...Object.values(moved));
    expect(most, JSON.stringify(moved)).toBeLessThan(0.01);
  });
}

/** What of the first screen stands elsewhere while the pictures further down wait for the first paint. */
const boxesMovedByFirstPaint = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, 0);
    const shown = [...document.querySelectorAll('main *:not(img[loading="lazy"])')];
    const bounds = () => shown.map((element) => element.getBoundingClientRect());
    const after = bounds();
    document.documentElement.dataset.painting = '';
    const before = bounds();
    delete document.documentElement.dataset.painting;
    return shown.flatMap((element, index) => {
      const [{ top: from }, { top: to }] = [before[index]!, after[index]!];
      return from !== to && Math.min(from, to) < innerHeight
        ? [`${element.tagName}.${element.className} ${from} -> ${to}`]
        : [];
    });
  });

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
}
interface Noted {
  readonly moved: { readonly by: number };
  readonly fetched: Fetched;
}

/** A visit of every page that tells all that the console says and all that is asked of the server. */
async function visitAll(browser: Browser, timezoneId: string, prepare: (page: Page) => unknown) {
  const context = await browser.newContext({ timezoneId });
  const page = await context.newPage();
  await prepare(page);
  const said: string[] = [];
  const asked: string[] = [];
  let at = '';
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/404/.test(message.text())) {
      said.push(`${at}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => said.push(`${at}: ${error.message}`));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${at} asks ${pathname}`);
  });
  const go = async (to: string) => {
    at = to;
    await page.goto(to, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'swapped' in document.documentElement.dataset);
  };
  return { page, said, asked, go };
}

/** Without how long ago something was, which only the browser's clock can tell; the server writes the day. */
const withoutClock = (body: string) =>
  body
    .replace(/(<button type="button" class="ago") title="[^"]*"/g, '$1')
    .replace(/(<time[^>]*>)[^<]*/g, '$1');

/** Where the rows of lists stand, and what is in them. */
const placesOfRows = (page: Page) =>
  page.locator('.battle-row, .battle-row *, .public-entry, .public-entry *').evaluateAll((all) =>
    all
      .filter((element) => element.closest('.ago, .visually-hidden') === null)
      .map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        // The time itself is as wide as its words.
        const isAroundTime = element.querySelector('.ago') !== null;
        return [element.className, left, top, isAroundTime ? null : right, bottom].join();
      }),
  );

test('a prerendered page is hydrated as it stands, and none of its data is fetched again', {
  tag: '@pages-29',
}, async ({ browser }) => {
  const { page, said, asked, go } = await visitAll(browser, 'UTC', () => {});
  for (const address of ADDRESSES) {
    // Only the browser's clock can tell how old a verdict is, and the list is read as it is scrolled.
    if (address === '/admin') continue;
    const letProgramCome = await hold(page, PROGRAM);
    await go(address);
    // A name with a rare letter has another width before its font has come.
    await page.evaluate(() => document.fonts.ready);
    const before = withoutClock(await bodyOf(page));
    const places = await placesOfRows(page);
    letProgramCome();
    await untilInteractive(page);
    expect(withoutClock(await bodyOf(page)), address).toBe(before);
    if (address === '/games') expect(places.length).toBeGreaterThan(20);
    expect(await placesOfRows(page), address).toEqual(places);
  }
  expect(said).toEqual([]);
  expect(asked).toEqual([]);
});

test('a link to a collector or to a lobby shows them before the program has come, and stays as it is; one to nobody, or to no game, says so, and asks for neither again', {
  tag: ['@pages-28', '@pages-29'],
}, async ({ browser }) => {
  const { page, said } = await visitAll(browser, 'Pacific/Auckland', () => {});
  const [collector] = await (await page.request.get('/api/leaderboard')).json();
  const lobbies = async () => (await page.request.get('/api/game/lobbies')).json();
  await expect.poll(lobbies, { timeout: 60_000 }).not.toEqual([]);
  const [{ id, creator }] = await lobbies();
  for (const [address, words] of [
    [`/profile?wallet=${collector.walletAddress}`, collector.username],
    [`/trading-card-game?lobby=${id}`, `${creator.displayName} wants to battle`],
  ]) {
    const title = page.getByRole('heading', { name: words });
    const letProgramCome = await hold(page, PROGRAM);
    // Just after a change a page may come for the browser to render.
    await expect(async () => {
      await page.goto(address, { waitUntil: 'commit' });
      await expect(title).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 60_000 });
    await page.evaluate(() => document.fonts.ready);
    const place = await title.boundingBox();
    letProgramCome();
    await untilInteractive(page);
    expect(await title.boundingBox()).toEqual(place);
  }

  // The page before asks again and again.
  await page.goto('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const starts = ['/api/users/', '/api/game/lobbies/'];
  for (const [link, words] of [
    ['/profile?wallet=0x77', 'Nobody is known by this address'],
    ['/profile?wallet=ace', 'This is no wallet address'],
    ['/profile?wallet=', 'This is no wallet address'],
    [
      '/trading-card-game?lobby=01234567-89ab-4def-8123-456789abcdef',
      'This invitation leads to no game. It may be older than a day.',
    ],
    ['/trading-card-game?lobby=1', 'This invitation leads to no game. It may be older than a day.'],
    ['/trading-card-game?lobby=', 'Connect your wallet'],
    ['/the-mainz?wallet=0x77', 'Twelve of them have stepped forward.'],
  ] as const) {
    const letProgramCome = await hold(page, PROGRAM);
    await page.goto(link, { waitUntil: 'commit' });
    const main = page.getByRole('main');
    await expect(main, link).toContainText(words);
    const before = await main.textContent();
    letProgramCome();
    await untilInteractive(page);
    expect(await main.textContent(), link).toBe(before);
  }
  expect(asked.filter((path) => starts.some((start) => path.startsWith(start)))).toEqual([]);
  expect(said).toEqual([]);
});

test('what is no page for the server is none for the browser', { tag: '@pages-2' }, async ({
  page,
  product,
}) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (said) => {
    if (said.type() === 'error' && !said.text().startsWith('Failed to load'))
      faults.push(said.text());
  });
  for (const address of ['/Profile', '//', '/games%2F', '/100%', '/trading-card-game;x']) {
    const answer = await page.goto(product.url + address);
    await untilInteractive(page);
    await expect(page).toHaveTitle('Page Not Found · The MAINZ');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
    expect([address, answer?.status(), ...faults]).toEqual([address, 404]);
  }
});

test('somebody whose wallet is being found again sees the page as it will be, without a warning', {
  tag: '@pages-30',
}, async ({ browser }) => {
  const { page, said, go } = await visitAll(browser, 'Pacific/Auckland', (one) =>
    become(one, 'ace'),
  );
  for (const address of ADDRESSES) {
    const letProgramCome = await hold(page, PROGRAM);
    await go(address);
    const banner = page.getByRole('banner');
    await expect(banner.getByRole('button', { name: 'Connecting...' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect Wallet' })).toHaveCount(0);
    letProgramCome();
    await untilInteractive(page);
    await expect(banner.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  }
  expect(said).toEqual([]);
});

test('what is pressed, typed and chosen before the program has come is not lost', {
  tag: '@pages-31',
}, async ({ page }) => {
  let letProgramCome = await hold(page, PROGRAM);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  letProgramCome();
  await expect(page.getByRole('dialog', { name: 'Connect Your Wallet' })).toBeVisible();

  letProgramCome = await hold(page, PROGRAM);
  await page.goto('/admin', { waitUntil: 'commit' });
  const search = page.getByRole('searchbox', { name: 'Search registrations' });
  await search.fill('nobody is called that');
  const txt = page.getByRole('radio', { name: /^txt/ });
  await txt.check();
  await page.getByRole('button', { name: 'Download' }).click();
  const download = page.waitForEvent('download');
  letProgramCome();
  await untilInteractive(page);
  await expect(search).toHaveValue('nobody is called that');
  await expect(page.getByText('No registration found.')).toBeVisible();
  await expect(txt).toBeChecked();
  expect((await download).suggestedFilename()).toMatch(/\.txt$/);
  await expect(page.locator('.export-note')).toContainText('For reading: the totals on top');
});

test('when the program does not come the page can be read and says so; a script that is not ours is no fault of it', {
  tag: '@pages-32',
}, async ({ page }) => {
  const loads = countingLoads(page);
  await page.route('**/assets/vendor-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/games?from=a-friend');
  // Once more by itself, as after an update; then no more.
  await expect.poll(loads).toBe(2);
  await expect(page.getByText('This page is only to read for now')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Games');
  await page.waitForTimeout(2_000);
  expect(loads()).toBe(2);
  await page.unroute('**/assets/vendor-*.js');
  await page.getByRole('link', { name: 'Load the page again' }).click();
  await untilInteractive(page);
  await expect(page).toHaveURL('/games?from=a-friend');
  // As an extension or a virus scanner does it; the policy forbids it.
  const failed = page.evaluate(
    () =>
      new Promise((resolve) => {
        const script = document.createElement('script');
        script.src = 'https://scanner.example/injected.js';
        script.onerror = () => resolve('failed');
        document.head.append(script);
      }),
  );
  expect(await failed).toBe('failed');
  await expect(page.getByText('This page is only to read for now')).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.waitForTimeout(1_500);
  await untilInteractive(page);
  expect(await page.locator('script[src*=scanner]').count()).toBe(1);
});
