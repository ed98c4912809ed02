/** One's own card on the whole screen. */
import { expect } from '@playwright/test';
import type { Nft } from '#contract/cards.ts';
import { test } from './support/demo-product.ts';
import { complaints } from './support/page-checks.ts';
import {
  addGroup,
  card,
  cardsOf,
  finger,
  personaAt,
  registerCards,
  visitProfile,
} from './support/profile.ts';
import { frames } from './support/ready.ts';

/** High enough to render all cards of a small collection; with touch the button is always visible. */
const TALL = { viewport: { width: 1280, height: 2000 }, hasTouch: true };

test('a card is looked at by its button or V, stepped through, and nothing is selected by it', {
  tag: '@cards-14',
}, async ({ browser }) => {
  const page = await visitProfile(browser, 'ace');
  const first = card(page, 'Drops of Conviction #1');
  // Its name once, as the alternative of the picture.
  await expect(first.locator('[data-face]')).toHaveAccessibleName(
    /^Drops of Conviction #1 Legendary Spell - Sui Ki #1/,
  );
  await first.hover();
  await first.getByRole('button', { name: 'Look at Drops of Conviction #1' }).click();
  const view = page.getByRole('dialog', { name: 'Drops of Conviction #1' });
  await expect(view.getByText('Legendary Spell - Sui Ki').last()).toBeVisible();
  await expect(view.getByText('In your wallet')).toBeVisible();
  await expect(view.getByText('Not registered')).toBeVisible();
  await expect(view.getByRole('link', { name: 'See it in the explorer' })).toHaveAttribute(
    'target',
    '_blank',
  );
  expect(await complaints(page)).toEqual([]);

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'Drops of Conviction #3' })).toBeVisible();
  // The browser's: forward, or to an end of the page.
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Meta+ArrowRight');
  await frames(page, 2);
  await expect(page.getByRole('dialog', { name: 'Drops of Conviction #3' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The keyboard goes on at the card that was shown last.
  await expect(card(page, 'Drops of Conviction #3').locator('[data-face]')).toBeFocused();
  await expect(page.getByText('selected', { exact: false })).toHaveCount(0);

  // The key V with Cyrillic letters.
  await page.locator(':focus').dispatchEvent('keydown', { key: 'м', code: 'KeyV', bubbles: true });
  await page.getByRole('button', { name: 'Previous card' }).click();
  await page.getByRole('button', { name: 'Send card...' }).click();
  await expect(page.getByRole('dialog', { name: 'Send card' })).toContainText(
    'Drops of Conviction #2',
  );
});

test('a card says what ties it: its kiosk, a sale, a registration', {
  tag: ['@cards-14', '@H1'],
}, async ({ browser, product }) => {
  const page = await visitProfile(browser, 'kiosk', TALL);
  await page
    .locator('.tile')
    .filter({ has: page.locator('[data-mark="Listed"]') })
    .locator('.tile-look')
    .click();
  const view = page.getByRole('dialog');
  await expect(view).toContainText('In a kiosk of yours, for sale there');
  await expect(view.getByRole('button', { name: 'Send card...' })).toBeDisabled();

  await registerCards(product.url, 'five', 5);
  const five = await visitProfile(browser, 'five', TALL);
  await expect(five.locator('.tile [data-mark="Registered"]')).toHaveCount(5);
  await five.locator('.tile-look').first().click();
  await expect(five.getByRole('dialog')).toContainText('The whole registration then lapses');
});

test('the search finds the type and the Ki printed on a card; a button shows one Ki; the collection says which genesis cards are in it and which are missing', {
  tag: ['@cards-15', '@cards-17'],
}, async ({ browser }) => {
  const page = await visitProfile(browser, 'ace');
  const shown = page.locator('.tile');
  await expect(page.locator('.album')).toHaveText('5 of 5 genesis cards');
  await page.getByLabel('Search cards').fill('alchemy void');
  await expect(shown).toHaveCount(2);
  await page.getByLabel('Search cards').fill('');
  await page.getByRole('button', { name: /^Inferno/ }).click();
  await expect(shown).toHaveCount(3);
  for (const name of await shown
    .locator('img')
    .evaluateAll((all) => all.map((img) => (img as HTMLImageElement).alt))) {
    expect(name).toMatch(/^the hodlord card/);
  }
  const duo = await visitProfile(browser, 'duo');
  await expect(duo.locator('.album')).toHaveText(
    '2 of 5 genesis cards Missing: Planktuz de Solanuz, the Occult Intern card, and Transcendence.',
  );
});

test('cards are sorted by number and by newest; order and stacks are as they were when one comes back, and the search is not', {
  tag: '@cards-16',
}, async ({ browser }) => {
  const page = await visitProfile(browser, 'kiosk', TALL);
  const stacks = page.getByRole('button', { name: 'Stack doubles' });
  const sort = page.getByRole('combobox', { name: 'Sort' });
  await sort.selectOption('Newest first');
  await expect(page.getByText(/^Newest: .* were there at the first reading/)).toBeVisible();
  await sort.selectOption('By number');
  const numbers = async () =>
    (await cardsOf(page, 'My Collection')).map((name) => Number(/#(\d+)$/.exec(name)?.[1]));
  await expect.poll(async () => new Set(await numbers()).size).toBeGreaterThan(1);
  await expect
    .poll(async () => {
      const shown = await numbers();
      return shown.join() === shown.toSorted((a, b) => a - b).join();
    })
    .toBe(true);

  const spread = await page.locator('.tile').count();
  await page.getByLabel('Search cards').fill('void');
  await stacks.click();
  await page.getByRole('link', { name: 'Games', exact: true }).first().click();
  await page.goBack();
  await expect(stacks).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(stacks).toHaveAttribute('aria-pressed', 'true');
  await expect(sort).toHaveValue('number');
  await expect(page.getByLabel('Search cards')).toHaveValue('');
  await expect.poll(() => page.locator('.tile').count()).toBeLessThan(spread);
  await page.evaluate(() =>
    localStorage.setItem('cards_view', '{"order":"__proto__","isStacked":1}'),
  );
  await page.reload();
  await expect(page.locator('.tile')).toHaveCount(spread);
  await expect(sort).toHaveValue('own');
});

test('a finger swipes to the next and the previous card; a short one, or one up or down, does not', {
  tag: '@cards-14',
}, async ({ browser }) => {
  const page = await visitProfile(browser, 'ace', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await page.locator('.tile-look').first().tap();
  const view = page.getByRole('dialog');
  const place = (at: number) =>
    expect(view.locator('.card-modal-steps')).toContainText(`${at} / 12`);
  await place(1);
  const box = (await view.locator('.card-modal-card').boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const by = async (right: number, down: number) => {
    const touch = await finger(page);
    await touch.press(middle);
    for (const part of [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1]) {
      await touch.move({ x: middle.x + right * part, y: middle.y + down * part });
    }
    await touch.lift();
  };
  await by(-120, 10);
  await place(2);
  await by(-120, -10);
  await place(3);
  await by(120, 0);
  await place(2);
  await by(-30, 0);
  await by(60, 160);
  await by(0, -160);
  await place(2);
  await by(120, 0);
  await by(120, 0);
  await place(12);
  await expect(view).toBeVisible();
});

test('a long link in a name or description is broken into lines, not cut off, beside a scroll bar too', {
  tag: '@cards-14',
}, async ({ browser }) => {
  const page = await personaAt(browser, 'duo', { viewport: { width: 360, height: 740 } });
  await page.route('**/api/nfts?*', async (route) => {
    const answer = await route.fetch();
    const link = `https://example.com/${'metadata'.repeat(20)}`;
    const cards = ((await answer.json()) as Nft[]).map((nft) => {
      return { ...nft, name: link.slice(0, 60), description: link };
    });
    await route.fulfill({ response: answer, json: cards });
  });
  await page.goto('/profile');
  await page.locator('.tile-look').first().click();
  const view = page.getByRole('dialog');
  await expect(view).toContainText('In your wallet');
  const beyond = () => view.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await beyond()).toBe(0);
  // Tests hide scroll bars; one takes as much of the width.
  await view.evaluate((box) => {
    box.style.borderRight = '15px solid';
  });
  expect(await beyond()).toBe(0);
});

test('on paper every card is named under its group, also those that the screen does not draw', {
  tag: '@groups-18',
}, async ({ browser }) => {
  const page = await visitProfile(browser, 'whale');
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('.printed-cards li:visible')).toHaveCount(1_500);
  await expect(page.getByRole('heading', { name: 'My Collection, 1,500 cards' })).toBeVisible();
  await expect(page.locator('.canvas')).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('.printed-cards')).toHaveCount(0);
  await expect(grid).toBeVisible();
});

test('on paper the count stands after the name of a group that is written from right to left, too', {
  tag: '@groups-18',
}, async ({ browser }) => {
  // Without a signature the group is not kept, and other tests do not find it.
  const page = await visitProfile(browser, 'ace');
  await addGroup(page, '\u05E2\u05D3\u05D4 5');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const heading = page.locator('.printed-cards h3', { hasText: '\u05E2\u05D3\u05D4 5, 0 cards' });
  const [ends, all] = await heading.evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    const all = range.getBoundingClientRect().right;
    const text = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    while (text.nextNode()) range.selectNodeContents(text.currentNode);
    range.setStart(range.endContainer, range.endOffset - 1);
    return [range.getBoundingClientRect().right, all];
  });
  expect(ends).toBe(all);
});

test('the view of a card that left closes for good: it does not open by itself when the card comes back', async ({
  browser,
}) => {
  const NAME = 'Drops of Conviction #1';
  const page = await personaAt(browser, 'ace');
  let isGone = false;
  await page.route('**/api/nfts?*', async (route) => {
    const answer = await route.fetch();
    const cards = (await answer.json()) as Nft[];
    await route.fulfill({ json: isGone ? cards.filter(({ name }) => name !== NAME) : cards });
  });
  await page.goto('/profile');
  await card(page, NAME).locator('[data-face]').focus();
  await page.keyboard.press('v');
  const view = page.getByRole('dialog');
  await expect(view).toBeVisible();
  // Behind the dialog, as it happens after a transfer or in another tab.
  const readAgain = async () => {
    const answer = page.waitForResponse('**/api/nfts?*');
    await page.locator('button:enabled', { hasText: 'Read again' }).dispatchEvent('click');
    await answer;
  };
  isGone = true;
  await readAgain();
  await expect(view).toHaveCount(0);
  isGone = false;
  await readAgain();
  await expect(card(page, NAME)).toBeVisible();
  await expect(view).toHaveCount(0);
});
