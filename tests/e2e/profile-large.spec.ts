/**
 * The organiser with thousands of cards of two collections: only few are rendered at any time, and a drag
 * changes almost nothing in the document. What it costs is measured by `npm run bench -- pages`.
 */
import { expect, type Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { DEMO_PASS_TYPE, mintMany } from '#demo/world.ts';
import { prepareWallet, test } from './support/extension.ts';
import { complaints, isCut } from './support/page-checks.ts';
import { addGroup, cardInReach, group, said, saved } from './support/profile.ts';
import { settledBox, settledScroll } from './support/ready.ts';

const WHALE = personaAddress('whale');
/** On top of the whale's 1,500. */
const MORE = 700;
const SECOND = 20;
const TOTAL = 1_500 + MORE + SECOND;
/** Maximum of rendered cards on a screen of 900 px. */
const MOST_DRAWN = 70;

test.beforeAll(({ node: { ledger } }) => {
  mintMany(ledger, WHALE, MORE);
  mintMany(ledger, WHALE, SECOND, { type: DEMO_PASS_TYPE });
});
test.afterAll(({ walletBrowser }) => walletBrowser.clearCookies());
test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await prepareWallet(page, { accounts: ['whale'] });
  await page.evaluate((address) => {
    localStorage.setItem('wallet_connected', 'true');
    localStorage.setItem('wallet_address', address);
  }, WHALE);
  await page.goto('/profile');
  // Below the empty groups of other tests a card may be too far away to be rendered.
  await expect(page.locator('[data-head]').first()).toBeVisible({ timeout: 45_000 });
});

const drawn = (page: Page) => page.locator('[data-card]').count();

test('a large collection is filtered by collection, only what is near the screen is drawn, and a drag through it changes few elements per move', {
  tag: '@groups-9',
}, async ({ page }) => {
  await expect(page.locator('[data-rail]')).toContainText(TOTAL.toLocaleString('en'));
  await expect(page.getByRole('button', { name: /^Backstage/ })).toBeVisible();
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(pageHeight).toBeGreaterThan(100_000);
  const counts: number[] = [];
  for (const share of [0, 0.3, 0.6, 1]) {
    await page.evaluate((y) => scrollTo(0, y), Math.round(pageHeight * share));
    await expect.poll(() => drawn(page)).toBeGreaterThan(3);
    counts.push(await drawn(page));
  }
  expect(Math.max(...counts)).toBeLessThan(MOST_DRAWN);

  await page.getByRole('button', { name: /^Backstage/ }).click();
  await expect(group(page, 'My Collection').locator('.badge')).toHaveText(
    `${SECOND} of ${TOTAL.toLocaleString('en')}`,
  );
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByLabel('Search cards').fill('transcendence #77');
  await expect.poll(() => drawn(page)).toBeLessThan(30);
  await page.getByLabel('Search cards').fill('');

  await addGroup(page, 'Far away');
  await saved(page);
  await page.evaluate(() => scrollTo(0, 20_000));
  await settledScroll(page);
  const at = await cardInReach(page);
  await page.mouse.move(at.x, at.y);
  // Pictures that load during the drag would be counted.
  await expect.poll(() => page.evaluate(picturesMissing)).toBe(0);

  await page.mouse.down();
  await page.mouse.move(at.x + 20, at.y, { steps: 4 });
  await expect(page.locator('[data-dragging="pointer"]')).toHaveCount(1);

  await countChanges(page);
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.move(600 + ((step * 37) % 500), 300 + ((step * 53) % 300));
  }
  const changes = await changesCounted(page);

  // To the lower edge: the page scrolls along.
  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(760, 893);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 2_000);
  const drawnThere = await drawn(page);

  const rail = page.locator('[data-rail]').filter({ hasText: 'Far away' });
  // It is sticky: its box does not move with the page.
  const box = await settledBox(rail);
  await page.mouse.move(box.x + 30, box.y + 15, { steps: 4 });
  await expect(rail).toHaveAttribute('data-over', '');
  await page.mouse.up();
  await expect(said(page)).toContainText('moved to Far away.');
  expect(drawnThere).toBeLessThan(MOST_DRAWN);
  expect(changes).toBe(0);
  await saved(page);
});

test('by keyboard all that is carried, moved or added in a group of thousands is in sight, and a moved group says where it is', {
  tag: ['@groups-17', '@groups-19'],
}, async ({ page }) => {
  const { keyboard } = page;
  const focused = page.locator('.organiser :focus');
  const many = group(page, 'Many');
  await page.locator('[data-rail="unorganized"]').press('Enter');
  await keyboard.press('ArrowDown');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.press('m');
  await page.getByRole('menuitem', { name: 'New group...' }).press('Enter');
  await keyboard.type('Many');
  await keyboard.press('Enter');
  await expect(many.locator('[data-head]')).toBeFocused();
  await expect(focused).toBeInViewport();
  await saved(page);

  // Below all of them.
  await addGroup(page, 'Below');
  await expect(group(page, 'Below').locator('[data-head]')).toBeFocused();
  await expect(focused).toBeInViewport();
  await saved(page);

  await many.locator('[data-head]').focus();
  await keyboard.press('ArrowDown');
  const name = await focused.getByRole('img').getAttribute('alt');
  // With Alt the browser goes back.
  await keyboard.press('Alt+ArrowRight');
  await expect(focused.getByRole('img')).toHaveAttribute('alt', name!);
  for (const key of ['End', 'Home']) {
    await keyboard.press('Space');
    await keyboard.press(key);
    await expect(page.locator('.drop-mark')).toBeInViewport();
    await keyboard.press('Space');
    await expect(said(page)).toHaveText(`${name} moved to Many.`);
    await expect(focused.getByRole('img')).toHaveAttribute('alt', name!);
    await expect(focused).toBeInViewport({ ratio: 1 });
  }
  await saved(page);

  for (const [way, place] of [
    ['up', 0],
    ['down', 1],
  ] as const) {
    const groups = (await page.locator('[data-rail]').count()) - 1;
    await page.locator('[data-rail]').filter({ hasText: 'Below' }).press('Enter');
    await page.getByRole('button', { name: 'More for Below' }).press('Enter');
    await page.getByRole('menuitem', { name: `Move group ${way}` }).press('Enter');
    await expect(said(page)).toHaveText(`Below is group ${groups - 1 + place} of ${groups} now.`);
    await expect(page.getByRole('button', { name: 'More for Below' })).toBeFocused();
    await expect(focused).toBeInViewport({ ratio: 1 });
  }
  await saved(page);
  // The other tests find their cards where they were.
  await page.locator('[data-rail]').filter({ hasText: 'Many' }).press('Enter');
  await page.getByRole('button', { name: 'Delete group Many' }).press('Enter');
  await saved(page);
});

test('stacked doubles share a tile; some are taken as a number, or one by one', {
  tag: '@groups-15',
}, async ({ page }) => {
  const all = group(page, 'My Collection');
  await page.getByRole('button', { name: 'Stack doubles' }).click();
  // Five cards of each collection.
  await expect(all.locator('[data-card]')).toHaveCount(10);

  expect(await complaints(page)).toEqual([]);
  const stack = page.locator('[data-stack]').filter({ hasText: '440 cards' }).first();
  await stack.locator('[data-face]').focus();
  await page.keyboard.press('x');
  const number = page.getByLabel('How many of 440');
  await expect(number).toHaveValue('440');
  await number.fill('25');
  await expect(stack.locator('.tile-stack')).toHaveText('25/440');
  await page.getByLabel('Selected cards').getByRole('button', { name: 'Move to...' }).click();
  await page.getByRole('menuitem', { name: 'New group...' }).click();
  await page.keyboard.type('Some');
  await page.keyboard.press('Enter');
  await saved(page);
  const some = group(page, 'Some');
  await expect(some.locator('.badge')).toHaveText('25');
  await expect(some.locator('[data-card]')).toHaveCount(1);

  const spread = some.getByRole('button', { name: /^Each of 25 cards/ });
  await spread.focus();
  await page.keyboard.press('Enter');
  await expect(spread).toHaveAttribute('aria-expanded', 'true');
  const second = some.locator('[data-card]').nth(1);
  await second.locator('[data-face]').focus();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await expect(page.getByRole('dialog')).toContainText('Some');
  await page.keyboard.press('Escape');
  await spread.click();
  await expect(some.locator('[data-card]')).toHaveCount(1);
});

test('deep down in a collection the tools are in reach, one press leads up, and a new group is shown', {
  tag: ['@groups-16', '@groups-17', '@groups-19', '@pages-42'],
}, async ({ page }) => {
  const top = page.getByRole('button', { name: 'To the top' });
  const search = page.getByLabel('Search cards');
  const inSight = { ratio: 1 };
  await expect(top).toHaveCount(0);
  await page.setViewportSize({ width: 2560, height: 1440 });
  await expect
    .poll(async () => Number(await page.getByRole('grid').getAttribute('aria-colcount')))
    .toBeGreaterThan(5);
  for (const [width, height] of [
    [1440, 900],
    [360, 640],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 30_000));
    const opener = page.getByRole('button', { name: 'Search and filter' });
    if (await opener.isVisible()) await opener.click();
    await expect(search).toBeInViewport(inSight);
    await expect(page.getByRole('combobox', { name: 'Sort' })).toBeInViewport(inSight);
    await expect(page.getByRole('button', { name: 'Stack doubles' })).toBeInViewport(inSight);
    await expect(page.locator('.save-word')).toBeInViewport(inSight);
    // Not by scrolling: the filters would stay where that brings them.
    const lastTool = page.locator('.tools button').last();
    await lastTool.evaluate((tool: HTMLElement) => tool.focus({ preventScroll: true }));
    await page.keyboard.press('Tab');
    const face = page.locator('[data-face]:focus');
    await expect(face, 'not the first card, far above').toBeInViewport();
    expect(Math.abs((await page.evaluate(() => scrollY)) - 30_000)).toBeLessThan(height);
    await page.keyboard.press('ArrowRight');
    await expect(face).toBeInViewport();
    await top.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('h1')).toBeFocused();
    await expect(top).toHaveCount(0);
    if (await opener.isVisible()) await opener.click();
  }

  // What a laptop's window is at 400 %.
  await page.setViewportSize({ width: 341, height: 165 });
  await page.evaluate(() => scrollTo(0, 30_000));
  await settledScroll(page);
  await page.locator('.tile:visible [data-face]').nth(8).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const seen = () => page.locator('[data-face]:focus').evaluate(heightSeen);
  await expect.poll(seen, 'px of the card that has the focus').toBeGreaterThan(60);

  // From far below, by a search that no group but one has a match for.
  await page.setViewportSize({ width: 360, height: 640 });
  const long = 'A name that is far too long for a phone, yet allowed: 60 let';
  for (let nth = 0; nth < 6; nth += 1) await addGroup(page, `Group ${nth}`);
  await search.fill('transcendence #77');
  await addGroup(page, long);
  const head = group(page, long).locator('[data-head]');
  await expect(head).toBeFocused();
  await expect(head).toBeInViewport(inSight);
  await expect(group(page, long).locator('.badge')).toBeInViewport(inSight);
  const row = page.locator('[data-rail]').filter({ hasText: long });
  await expect(row.locator('.rail-count')).toBeVisible();
  const name = group(page, long).locator('bdi');
  expect(await name.evaluate(isCut)).toBe(true);
  await saved(page);

  // The field for its name must be drawn, or it could not be left again.
  await page.evaluate(() => scrollTo(0, 60_000));
  await settledScroll(page);
  await page.locator('.tile:visible [data-face]').nth(8).focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'New group...' }).click();
  await expect(page.getByLabel('New name for New group')).toBeFocused();
  await page.keyboard.type('From below');
  await page.keyboard.press('Enter');
  await expect(group(page, 'From below').locator('[data-head]')).toBeInViewport(inSight);
  await saved(page);
});

/** Runs in the page: how much of an element lies in sight, and under nothing else, in px. */
function heightSeen(element: Element): number {
  const { left, top, width, bottom } = element.getBoundingClientRect();
  const hits = Array.from({ length: Math.max(0, Math.ceil(bottom - top)) }, (_, y) =>
    document.elementFromPoint(left + width / 2, top + y),
  );
  return hits.filter((hit) => element.contains(hit)).length;
}

/** Runs in the page: number of visible pictures that are not loaded. */
function picturesMissing(): number {
  return [...document.querySelectorAll<HTMLImageElement>('[data-card] img')].filter((picture) => {
    const { top, bottom } = picture.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && !(picture.complete && picture.naturalWidth > 0);
  }).length;
}

/** Counts added and removed elements of the organiser. */
async function countChanges(page: Page): Promise<void> {
  await page.evaluate(() => {
    const counted = { changes: 0 };
    Object.assign(window, { counted });
    new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records) {
        counted.changes += addedNodes.length + removedNodes.length;
      }
    }).observe(document.querySelector('.canvas')!, { childList: true, subtree: true });
  });
}

function changesCounted(page: Page): Promise<number> {
  return page.evaluate(
    () => (window as unknown as { counted: { changes: number } }).counted.changes,
  );
}
