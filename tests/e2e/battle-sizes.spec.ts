/** The table on every screen: what is played with is whole, within reach, and needs no scrolling. */
import { expect, type Page } from '@playwright/test';
import { CARD } from '#tests/support/battle-product.ts';
import { test } from './support/battle-fixture.ts';
import {
  button,
  heading,
  type Move,
  matchAgainst,
  pick,
  playAgainst,
  shoot,
  skip,
} from './support/duel.ts';
import { wrongHere } from './support/page-checks.ts';
import { frames } from './support/ready.ts';

/** Upright and lying; 640x360 and 720x450 are what 200 % zoom leaves of common desktops. */
const SIZES = [
  [320, 540],
  [320, 568],
  [360, 616],
  [360, 640],
  [360, 740],
  [375, 548],
  [390, 664],
  [390, 844],
  [412, 915],
  [600, 768],
  [640, 340],
  [640, 360],
  [720, 450],
  [768, 1024],
  [844, 390],
  [1024, 600],
  [1024, 1366],
  [1280, 680],
  [1366, 640],
  [1440, 900],
  [2560, 1440],
] as const;

/** What is wrong at each size, sizes where nothing is left out. */
async function wrongAtSizes(page: Page, whole: string): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const found = await page.evaluate(wrongHere, whole);
    if (found.length > 0) wrong[`${width}x${height}`] = found;
  }
  return wrong;
}

/** Cards of the hand whose name lies under another card, is cut, too small, or broken within a word, at each size. */
async function hiddenNames(page: Page): Promise<Record<string, string[]>> {
  const hidden: Record<string, string[]> = {};
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const found = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.hand-card')].flatMap((card) => {
        const name = card.querySelector<HTMLElement>('.card-name')!;
        const words = document.createRange();
        words.selectNodeContents(name);
        const isSmall = Number.parseFloat(getComputedStyle(name).fontSize) < 8.5;
        // Both ends of each line, and its middle.
        const isHidden = [...words.getClientRects()].some(({ left, right, top, bottom }) =>
          [left + 2, (left + right) / 2, right - 2].some((x) => {
            const hit = document.elementFromPoint(x, (top + bottom) / 2);
            return hit?.closest('.card-plate') !== name.parentElement;
          }),
        );
        const text = name.firstChild as Text;
        const isBroken = [...text.data.matchAll(/\S+/g)].some(({ 0: word, index }) => {
          words.setStart(text, index);
          words.setEnd(text, index + word.length);
          return words.getClientRects().length > 1;
        });
        const faults = [
          ...(isSmall ? ['small'] : []),
          ...(isHidden ? ['hidden'] : []),
          ...(isBroken ? ['broken'] : []),
        ];
        return faults.length > 0 ? [`${name.textContent}: ${faults.join(', ')}`] : [];
      }),
    );
    if (found.length > 0) hidden[`${width}x${height}`] = found;
  }
  return hidden;
}

/** Where the buttons of a result are, at each size that is not low. */
async function placesOfButtons(page: Page): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [width, height] of SIZES) {
    if (height < 540) continue;
    await page.setViewportSize({ width, height });
    found[`${width}x${height}`] = await page.evaluate(() =>
      [...document.querySelectorAll('.outcome-actions > .btn')].map((element) => {
        const { x, y } = element.getBoundingClientRect();
        return [element.textContent, Math.round(x), Math.round(y)];
      }),
    );
  }
  return found;
}

/** A toast lies over the table for five seconds; toasts.spec.ts and scenes.spec.ts say what it may cover. */
async function hideToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.toast-viewport { display: none }');
    document.adoptedStyleSheets.push(sheet);
  });
}

const TABLE = '.hand-card, .shot-button, .pick-timer, .plate, .battle-line, .battle-head .btn';
const OUTCOME = '.outcome-word, .outcome-reason, .outcome-score, .outcome-actions .btn';

test('clock, hand, SHOT! and every result are whole at every size, without scrolling, and an offer of a rematch, and its end, move no button; in forced colours SHOT! and the toast over the table have an edge all around, and the clock has the ground of a toast', {
  tag: ['@battle-12', '@B9'],
}, async ({ browser, fixture }) => {
  const rival = await fixture.rival('kiosk');
  await rival.call('W'.repeat(50));
  const page = await matchAgainst(browser, fixture, rival);
  await page.emulateMedia({ forcedColors: 'active' });
  // It stays for as long as the pointer is on it.
  await page.locator('.toast').hover();
  // Both at once: what is replaced in between has none.
  const grounds = () =>
    page.evaluate(() => {
      const both = [...document.querySelectorAll('.toast, .pick-timer-ring')];
      return both.map((one) => getComputedStyle(one).backgroundColor);
    });
  const [ground] = await grounds();
  await expect.poll(grounds).toEqual([ground, ground]);
  for (const one of [page.locator('.toast'), button(page, /^SHOT!/)]) {
    for (const side of ['top', 'right', 'bottom', 'left']) {
      await expect.soft(one, side).not.toHaveCSS(`border-${side}-width`, '0px');
    }
  }
  await page.emulateMedia({ forcedColors: 'none' });
  await hideToasts(page);
  const wrong = (what: string) => wrongAtSizes(page, what);
  const round = async (mine: Move, theirs: Move, result: string) => {
    await playAgainst(page, rival, mine, theirs);
    await expect(heading(page, result)).toBeVisible();
  };

  expect.soft(await wrong(TABLE), 'picking').toEqual({});
  expect.soft(await hiddenNames(page), 'names in the hand, picking').toEqual({});
  await pick(page, 'paper');
  expect.soft(await wrong(TABLE), 'picked').toEqual({});
  expect.soft(await hiddenNames(page), 'names in the hand, picked').toEqual({});
  await shoot(page, 'rock');
  expect.soft(await wrong(TABLE), 'the card is down').toEqual({});

  await rival.play(CARD.scissors);
  await skip(page);
  await expect(heading(page, 'Round won')).toBeVisible();
  expect.soft(await wrong(OUTCOME), 'the round').toEqual({});
  await page.setViewportSize({ width: 320, height: 568 });
  const lines = await button(page, 'Continue to Next Round').evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return new Set([...words.getClientRects()].map(({ top }) => top)).size;
  });
  expect.soft(lines, 'lines of Continue to Next Round').toBe(1);

  await button(page, 'Continue to Next Round').click();
  await round('rock', 'paper', 'Round lost');
  await button(page, 'Continue to Next Round').click();
  await round('rock', 'scissors', 'Victory');
  expect.soft(await wrong(OUTCOME), 'the match').toEqual({});
  const places = await placesOfButtons(page);
  await rival.playAgain();
  await expect(button(page, 'Decline')).toBeVisible();
  expect.soft(await wrong(OUTCOME), 'a rematch is offered').toEqual({});
  expect.soft(await placesOfButtons(page), 'a rematch is offered').toEqual(places);
  await button(page, 'Decline').click();
  await expect(page.getByText('No rematch:')).toBeVisible();
  expect.soft(await placesOfButtons(page), 'no rematch').toEqual(places);
});

test('a dialog over the table has letters as large as elsewhere, also at 400 % zoom', {
  tag: '@battle-12',
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival);
  await page.setViewportSize({ width: 320, height: 256 });
  await button(page, 'Open menu').click();
  const menu = page.getByRole('dialog');
  await expect(menu).toHaveCSS('font-size', '16px');
  await menu.getByRole('button', { name: 'Disconnect' }).click();
  const question = page.getByRole('dialog', { name: 'Disconnect during a match?' });
  await expect(question).toHaveCSS('font-size', '16px');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** How far the ring of the card in focus hangs over the word below it, and that word below the window, in px. */
function ringAndWord(): { over: number; below: number } {
  const card = document.querySelector('.hand-card:has(:focus-visible)')!;
  const face = card.querySelector('.card-body')!;
  const { outlineWidth, outlineOffset } = getComputedStyle(face);
  const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  const word = card.querySelector('.hand-move')!.getBoundingClientRect();
  return {
    over: face.getBoundingClientRect().bottom + ring - word.top,
    below: word.bottom - innerHeight,
  };
}

test('the ring around a card in focus crosses no word, and no word leaves the window', {
  tag: '@battle-12',
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival);
  const cards = page.getByRole('radio');
  const atEverySize = async (...focused: (() => Promise<void>)[]) => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      for (const [index, focus] of focused.entries()) {
        await focus();
        await frames(page, 2);
        const { over, below } = await page.evaluate(ringAndWord);
        const at = `${width}x${height}, ${index}`;
        expect.soft(below, at).toBeLessThanOrEqual(0);
        // Only the card in the middle is not turned.
        if (index === 0) expect.soft(over, at).toBeLessThanOrEqual(0);
      }
    }
  };
  await page.keyboard.press('Tab');
  await atEverySize(
    () => cards.nth(2).focus(),
    () => cards.first().focus(),
  );
  await pick(page, 'scissors');
  await cards.nth(2).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await atEverySize(async () => undefined);
});
