/** Where toasts lie: over nothing that is pressed or must be read at once, at any size. */
import { expect, type Page } from '@playwright/test';
import { test as atTable } from './support/battle-fixture.ts';
import { test } from './support/demo-product.ts';
import { heading, matchAgainst, playAgainst } from './support/duel.ts';
import { visitSignedIn } from './support/profile.ts';

// Every size for every place takes long.
test.setTimeout(240_000);

const SIZES = [
  [320, 568],
  [375, 548],
  [390, 844],
  [844, 390],
  [1024, 600],
  [1024, 768],
  [1280, 680],
  [1440, 900],
  [2560, 1440],
] as const;

const toast = (page: Page) => page.locator('li.toast[data-state="open"]');

/** The toast stays as long as the window is not the front one. */
const leaveWindow = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new Event('blur')));

async function hold(page: Page, words: string | RegExp): Promise<void> {
  await expect(toast(page)).toContainText(words);
  await leaveWindow(page);
}

/**
 * What the toast covers of what the selector names, sizes where that is nothing left out.
 * @param scrolledTo lies right below the bar, if the page is long enough
 */
async function covered(
  page: Page,
  selector: string,
  sizes: readonly (readonly [number, number])[] = SIZES,
  scrolledTo?: string,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    // A dialog that opens or closes can make the window the front one again.
    await leaveWindow(page);
    await expect(toast(page)).toHaveCount(1);
    if (scrolledTo !== undefined) await scrollBelowBar(page, scrolledTo);
    // Without its transition.
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))),
    );
    const names = await page.evaluate((what) => {
      const over = document.querySelector('li.toast[data-state="open"]')!.getBoundingClientRect();
      return [...document.querySelectorAll<HTMLElement>(what)]
        .filter((element) => {
          const { left, top, right, bottom, width } = element.getBoundingClientRect();
          const isBeside = right <= over.left || left >= over.right;
          return width > 0 && !isBeside && bottom > over.top && top < over.bottom;
        })
        .map((element) => `${element.className}: ${element.textContent.trim().slice(0, 30)}`);
    }, selector);
    if (names.length > 0) found[`${width}x${height}`] = names;
  }
  return found;
}

/** As far as the page scrolls, and until it stays there: a change of size moves what is above. */
async function scrollBelowBar(page: Page, selector: string): Promise<void> {
  const scroll = () =>
    page.evaluate((what) => {
      const before = scrollY;
      const { top } = document.querySelector(what)!.getBoundingClientRect();
      const { bottom } = document.querySelector('.nav')!.getBoundingClientRect();
      scrollBy({ top: Math.round(top - bottom), behavior: 'instant' });
      return scrollY === before;
    }, selector);
  await expect.poll(scroll).toBe(true);
}

const NAVIGATION = '.nav-item, .nav-menu';

atTable(
  'a toast over a match covers neither clock, plates, SHOT!, hand, the buttons nor the result',
  {
    tag: '@pages-43',
  },
  async ({ browser, fixture, rival }) => {
    await rival.call('Wilhelmina Featherstonehaugh-Cholmondeley the 4th');
    const page = await matchAgainst(browser, fixture, rival);
    await fixture.pass(31);
    await hold(page, "Time's Up!");
    const table =
      '.pick-timer, .plate, .shot-button, .hand-card, .battle-head :is(h1, .btn, .sound-switch)';
    expect.soft(await covered(page, `${NAVIGATION}, ${table}`), 'on the table').toEqual({});

    await toast(page).locator('.toast-close').press('Enter');
    await playAgainst(page, rival, 'rock', 'scissors');
    await expect(heading(page, 'Round won')).toBeVisible();
    await hold(page, /Round 1 Result|Round Complete!/);
    const outcome = '.outcome-word, .outcome-score, .outcome-actions .btn, .battle-head .btn';
    expect.soft(await covered(page, `${NAVIGATION}, ${outcome}`), 'over the result').toEqual({});
  },
);

test('a toast covers neither titles nor buttons of dialogs, nothing of the bar and no offer to undo; Escape closes dialog and menu, and leaves it', {
  tag: ['@pages-43', '@pages-44'],
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'five');
  const add = page.getByRole('button', { name: 'Add WL Entry' });
  await add.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Register/ }).press('Enter');
  await hold(page, 'Registration Failed');
  const buttons = '.dialog-content button, .dialog-content a';
  const words = '.dialog-title, .dialog-intro';
  expect.soft(await covered(page, `${buttons}, ${words}`), 'registering').toEqual({});
  await page.keyboard.press('Escape');
  // The focus comes back a moment after the dialog has gone.
  await expect(add).toBeFocused();
  expect.soft(await covered(page, '.nav a, .nav button'), 'the page itself').toEqual({});

  const face = page.locator('[data-face]').first();
  await face.focus();
  await page.keyboard.press('v');
  await expect(dialog).toBeVisible();
  expect.soft(await covered(page, buttons), 'a card').toEqual({});
  await page.keyboard.press('Escape');
  await expect(face).toBeFocused();

  const move = page.getByRole('button', { name: /^Move to/ }).first();
  await move.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(move).toBeFocused();

  await page.getByLabel('Add Group').fill('Undone');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete group Undone' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  const notice = '.undo-bar';
  expect
    .soft(await covered(page, `${NAVIGATION}, ${notice}`, SIZES, notice), 'a deletion')
    .toEqual({});

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open menu' }).press('Enter');
  await expect(dialog).toBeVisible();
  const phones = SIZES.filter(([width]) => width < 1024);
  expect.soft(await covered(page, '.drawer-item, .dialog-close', phones), 'the drawer').toEqual({});
  await expect(toast(page)).toHaveCount(1);
});
