/** Letters twice as large, which a reader can choose in the browser, on a phone. */
import { expect } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { PAGES } from '#rules/pages.ts';
import { test as atTable } from './support/battle-fixture.ts';
import { CHROMIUM } from './support/chromium.ts';
import { test } from './support/demo-product.ts';
import { button, matchAgainst, pick, playAgainst } from './support/duel.ts';
import { expectNoSidewaysScroll, isCut, wordsAtTheEdge, wrongHere } from './support/page-checks.ts';
import { group, personaAt, visitSignedIn } from './support/profile.ts';
import { frames, settledBox, untilInteractive } from './support/ready.ts';

const PHONE = { width: 360, height: 740 };
const ON_ITS_SIDE = { width: 740, height: 360 };
/** Windows of small and common laptops. */
const LAPTOPS = [
  { width: 1024, height: 600 },
  { width: 1366, height: 640 },
  { width: 1440, height: 900 },
];
const LARGE_LETTERS = {
  launchOptions: { ...CHROMIUM, args: [...CHROMIUM.args, '--blink-settings=defaultFontSize=32'] },
};
test.use({ ...LARGE_LETTERS, viewport: PHONE });
atTable.use(LARGE_LETTERS);

/** Runs in the page: words of rows that lie on others, or stand out of their row. */
function crowded(rows: Element[]): string[] {
  const found: string[] = [];
  for (const row of rows) {
    const own = row.getBoundingClientRect();
    const seen: { words: string; one: Element; box: DOMRect }[] = [];
    for (const one of row.querySelectorAll('*')) {
      const words = [...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const text = words
        .map(({ textContent }) => textContent)
        .join('')
        .trim();
      const box = one.getBoundingClientRect();
      if (text === '' || one.closest('.visually-hidden') !== null) continue;
      if (box.left < own.left || box.right > own.right + 1) found.push(`${text} stands out`);
      for (const other of seen) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // Boxes of lines may touch.
        const isCrowded = across > 2 && down > 8 && !other.one.contains(one);
        if (isCrowded) found.push(`${text} lies on ${other.words}`);
      }
      seen.push({ words: text, one, box });
    }
  }
  return found;
}

/** Runs in the page: elements with a word that is broken over two lines. */
function broken(all: Element[]): string[] {
  return all.flatMap((one) => {
    const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const found: string[] = [];
    while (words.nextNode()) {
      const text = words.currentNode as Text;
      for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => top));
        if (lines.size > 1) found.push(word);
      }
    }
    return found;
  });
}

/** What has whole words, also where letters are twice as large: no name that somebody chose. */
const WHOLE_WORDS = 'h1, h2, .board-address, .whitelist-none';

/** Their lists. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  '/': ['.board-row'],
  '/games': ['.battle-row', '.public-entry'],
  '/admin': ['.entry-list-line'],
};

test('no word of a page and no name in its lists is cut off or broken, and none of its lists lies on another', {
  tag: '@pages-42',
}, async ({ page }) => {
  for (const path of [...Object.keys(PAGES), '/no-such-page']) {
    await page.goto(path);
    await untilInteractive(page);
    for (const row of ROWS[path] ?? []) {
      await expect(page.locator(row).filter({ hasText: '0x' }).first()).toBeVisible();
      expect.soft(await page.locator(row).evaluateAll(crowded), row).toEqual([]);
      const names = page.locator(`${row} .truncate`);
      const cut = await names.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
      expect.soft(cut, row).toEqual([]);
    }
    expect.soft(await page.locator(WHOLE_WORDS).evaluateAll(broken), path).toEqual([]);
    expect.soft(await wordsAtTheEdge(page, 0), path).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
});

test('the badge of the demo is large enough for a finger, and lies in the middle of the bar, neither on the brand nor on the wallet', {
  tag: '@pages-42',
}, async ({ page }) => {
  await page.goto('/games');
  await untilInteractive(page);
  for (const size of [PHONE, ON_ITS_SIDE, { width: 1024, height: 768 }, ...LAPTOPS]) {
    await page.setViewportSize(size);
    await frames(page, 2);
    const [brand, badge, wallet] = await Promise.all(
      ['.nav-brand', '.demo-notice', '.nav-wallet > *, .nav-collector > *'].map((one) =>
        settledBox(page.locator(one).filter({ visible: true }).first()),
      ),
    );
    const at = `${size.width}x${size.height}`;
    expect.soft(badge!.width, at).toBeGreaterThanOrEqual(44);
    expect.soft(badge!.height, at).toBeGreaterThanOrEqual(44);
    expect.soft(badge!.x, at).toBeGreaterThanOrEqual(brand!.x + brand!.width);
    expect.soft(badge!.x + badge!.width, at).toBeLessThanOrEqual(wallet!.x);
    for (const other of [brand!, wallet!]) {
      const isLower = badge!.y + badge!.height / 2 - other.y - other.height / 2;
      expect.soft(Math.abs(isLower), at).toBeLessThanOrEqual(1);
    }
  }
});

test('a wallet is chosen, the cards of the battle are explained and five cards are chosen in dialogs that do not scroll sideways, and neither does the drawer; the name of a card has whole words', async ({
  page,
  browser,
  baseURL,
}) => {
  const isTooWide = (one: Element) => one.scrollWidth > one.clientWidth;
  const dialog = page.getByRole('dialog');
  await page.goto('/games');
  await untilInteractive(page);
  await button(page, 'Learn More').click();
  await expect(dialog).toContainText('As the cards are told');
  expect.soft(await dialog.evaluate(isTooWide), 'How to Play').toBe(false);
  await page.goto('/profile');
  await untilInteractive(page);
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
  await expect(dialog.getByRole('radio').first()).toBeVisible();
  expect.soft(await dialog.evaluate(isTooWide), 'the wallets').toBe(false);

  const mine = await visitSignedIn(browser, 'five', { baseURL: baseURL!, viewport: PHONE });
  const move = button(mine, /^Move to/).first();
  for (const width of [PHONE.width, 1440]) {
    await mine.setViewportSize({ ...PHONE, width });
    await expect(move).toBeVisible();
    await frames(mine, 2);
    expect.soft(await move.evaluate(isTooWide), `the words below a card, ${width}`).toBe(false);
  }
  await mine.setViewportSize(PHONE);
  await expectNoSidewaysScroll(mine);
  expect.soft(await mine.locator(WHOLE_WORDS).evaluateAll(broken), 'the profile').toEqual([]);
  await move.click();
  const menu = await settledBox(mine.getByRole('menu'));
  expect.soft(menu.x + menu.width, 'the menu of a card').toBeLessThanOrEqual(PHONE.width);
  await mine.keyboard.press('Escape');
  await button(mine, 'Open menu').click();
  const own = mine.getByRole('dialog');
  const chip = own.getByRole('link', { name: 'Connected wallet' });
  await expect(chip).toContainText('MAIN');
  expect.soft(await own.evaluate(isTooWide), 'the drawer').toBe(false);
  await mine.keyboard.press('Escape');
  await button(mine, /^Look at Drops of Conviction/).click({ timeout: 5000 });
  const name = own.locator('.card-modal-words').getByText('Drops of Conviction');
  const lines = (one: Element) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return new Set([...words.getClientRects()].map(({ top }) => top)).size;
  };
  expect.soft(await name.evaluate(lines), 'no word of a name is broken').toBe(2);
  await mine.keyboard.press('Escape');
  await button(mine, 'Add WL Entry').click();
  for (const index of [0, 1, 2, 3, 4]) {
    await mine.getByRole('option').nth(index).click({ timeout: 5000 });
  }
  await expect(mine.getByText('1 entry ready to register')).toBeVisible();
});

test('a group is read, renamed and deleted, what an empty one says stays in its frame, and who opened a game can be read', {
  tag: '@pages-42',
}, async ({ browser, baseURL }) => {
  const name = 'Night watch 12';
  const page = await personaAt(browser, 'duo', { baseURL: baseURL!, viewport: PHONE });
  const wallet = personaAddress('duo');
  expect((await page.request.post(`/api/nfts/sync/${wallet}`)).status()).toBe(200);
  const cards = await (await page.request.get(`/api/nfts?walletAddress=${wallet}`)).json();
  const nftTokenIds = cards.map(({ id }: { id: string }) => id);
  const groups = [{ groupId: 'night', groupName: name, nftTokenIds }];
  await page.route('**/api/nft-groups/*', (route) => route.fulfill({ json: groups }));
  await page.goto('/profile');
  await expect(group(page, name)).toBeVisible();
  expect.soft(await group(page, name).locator('bdi').evaluate(isCut), 'the group').toBe(false);
  // What a card is dropped on, and what leads there.
  const way = page.locator('.rail-list');
  expect.soft((await settledBox(way)).width, 'the way to a group').toBeGreaterThan(100);
  await group(page, name).scrollIntoViewIfNeeded();
  const empty = page.locator('.group-empty-cell');
  await expect(empty).toHaveText('Every card is in a group of yours');
  const isTooTall = (one: Element) => one.scrollHeight > one.clientHeight;
  expect.soft(await empty.evaluate(isTooTall), 'the empty group').toBe(false);

  const letters = (one: Element) => one.clientWidth / parseFloat(getComputedStyle(one).fontSize);
  await group(page, name)
    .getByRole('button', { name: `Rename ${name}` })
    .click();
  const field = page.getByLabel(`New name for ${name}`);
  expect.soft(await field.evaluate(letters), 'the field of the name').toBeGreaterThan(5);
  await field.press('Escape');
  await button(page, `More for ${name}`).click();
  const items = page.locator('.menu-label');
  await expect(items.last()).toHaveText('Delete group');
  for (const item of await items.all()) {
    expect.soft(await item.evaluate(isCut), 'the menu').toBe(false);
  }
  await items.last().click();
  const deleted = page.locator('.undo-words');
  await expect(deleted).toContainText(`${name} deleted.`);
  expect.soft(await deleted.evaluate(letters), 'what was deleted').toBeGreaterThan(5);

  await page.goto('/trading-card-game');
  const host = page.locator('.lobby-row-host bdi').first();
  await expect(host).toBeVisible();
  expect.soft(await host.evaluate(isCut), 'who opened the game').toBe(false);
});

atTable(
  'all that a match is played with is whole in sight',
  {
    tag: '@battle-12',
  },
  async ({ browser, fixture }) => {
    const rival = await fixture.rival('kiosk');
    const page = await matchAgainst(browser, fixture, rival);
    const expectWhole = async (elements: string, when: string) => {
      for (const size of [...LAPTOPS, ON_ITS_SIDE, PHONE]) {
        await page.setViewportSize(size);
        await frames(page, 2);
        expect.soft(await page.evaluate(wrongHere, elements), `${when}, ${size.width}`).toEqual([]);
        expect.soft(await wordsAtTheEdge(page, 0), `${when}, ${size.width}`).toEqual([]);
      }
    };
    const table = '.hand-card, .shot-button, .pick-timer, .plate, .battle-line, .battle-head .btn';
    await expectWhole(table, 'before the pick');
    await pick(page, 'paper');
    await expectWhole(table, 'picked');

    for (const round of [1, 2]) {
      if (round === 2) await button(page, 'Continue to Next Round').click();
      await playAgainst(page, rival, 'paper', 'scissors');
      await expect(page.locator('.outcome-word')).toBeVisible();
      const outcome = '.outcome-word, .outcome-score, .outcome-round, .outcome-actions .btn';
      await expectWhole(outcome, `round ${round}`);
    }
    const pictures = page.locator('.outcome-half > svg');
    expect(await pictures.count()).toBe(4);
    const widths = await pictures.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().width),
    );
    expect(Math.min(...widths)).toBeGreaterThan(12);
  },
);

test('the own part of home has the address in one line', { tag: '@pages-42' }, async ({
  browser,
  baseURL,
}) => {
  const page = await personaAt(browser, 'whale', { baseURL: baseURL!, viewport: PHONE });
  await page.goto('/');
  const address = page.locator('.own-words > p').first();
  await expect(address).toHaveText(/^0x/);
  for (const width of [PHONE.width, 320]) {
    await page.setViewportSize({ ...PHONE, width });
    expect.soft(await address.evaluateAll(broken), String(width)).toEqual([]);
  }
});

test('of somebody with 1,500 cards the count and the name of the collection are whole, and the bar of the selected cards leaves three quarters of the screen', {
  tag: ['@groups-17', '@pages-42'],
}, async ({ browser, baseURL }) => {
  const page = await personaAt(browser, 'whale', { baseURL: baseURL!, viewport: PHONE });
  await page.route(/\/api\/users?(\/0x\w+)?$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), nftCount: 1_000_000 } });
  });
  await page.goto('/profile');
  await expect(page.locator('.holding-count')).toHaveText('1,000,000 cards');
  expect.soft(await wordsAtTheEdge(page, 0)).toEqual([]);
  const all = group(page, 'My Collection');
  await expect(all).toContainText('1,500');
  expect.soft(await all.locator('.group-name bdi').evaluate(isCut), 'its name').toBe(false);
  await all.scrollIntoViewIfNeeded();
  await all.locator('[data-face]').first().click();
  const bar = page.locator('.foot-bar');
  await expect(bar).toContainText('1 selected');
  expect.soft((await settledBox(bar)).height, 'the bar').toBeLessThan(PHONE.height / 4);
});
