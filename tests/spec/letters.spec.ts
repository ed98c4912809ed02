/** Names, formats and the few lines that are not capitals: read off what is drawn, page after page. */
import { expect, type Page } from '@playwright/test';
import { EVERYONE } from '#demo/personas.ts';
import { CHARACTERS } from '#rules/cast.ts';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import { become } from '../e2e/support/become.ts';
import { atTable, shoot, skip } from '../e2e/support/duel.ts';
import { sign } from '../e2e/support/profile.ts';
import { test } from './fixture.ts';

const OWN_LETTERS = [
  ...GENESIS_CARDS.flatMap(({ name, type }) => [name, type]),
  ...CHARACTERS.map(({ name }) => name),
  ...EVERYONE.map(({ displayName }) => displayName),
  ...['csv', 'json', 'txt'],
  ...['KEY BRAND ACCESS', 'Coming Soon On Chain', 'More MAINz coming soon', 'Collection Leader'],
];

interface Drawn {
  readonly text: string;
  readonly transform: string;
}

/** Every text of the page that is drawn, with what the style sheets make of its letters. */
const drawn = (page: Page): Promise<Drawn[]> =>
  page.evaluate(() => {
    const all: Drawn[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (text === '' || parent === null || !parent.checkVisibility()) continue;
      const { textTransform, fontVariantCaps } = getComputedStyle(parent);
      all.push({ text, transform: `${textTransform} ${fontVariantCaps}` });
    }
    return all;
  });

/** What is drawn there of the names is in its own letters. @returns which names were seen */
async function expectOwnLetters(page: Page, ...seen: string[]): Promise<void> {
  const texts = await drawn(page);
  const changed = texts.filter(
    ({ text, transform }) =>
      transform !== 'none normal' && OWN_LETTERS.some((name) => text.includes(name)),
  );
  expect(changed).toEqual([]);
  for (const name of seen) expect(texts.map(({ text }) => text).join('\n')).toContain(name);
}

const names = GENESIS_CARDS.map(({ name }) => name);

test('names stand in their own letters on every page', { tag: '@T1' }, async ({ page }) => {
  // The demo's collectors come one by one, and the page reads the ranking only once an hour.
  const ranked = async () => (await (await page.request.get('/api/leaderboard')).json()).length;
  await expect.poll(ranked, { timeout: 60_000 }).toBeGreaterThan(0);
  await become(page, 'ace');
  await page.goto('/');
  await expect(page.getByText('Collection Leader').first()).toBeVisible();
  const showcase = page.getByRole('region', { name: /cards/i }).last();
  await expect(showcase.getByRole('button', { name: names[1]! })).toBeVisible();
  await expectOwnLetters(page, ...names, 'Collection Leader');
  await showcase.getByRole('button', { name: names[1]! }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectOwnLetters(page, 'the hodlord card', 'Legendary Walker - Inferno Ki');

  await page.goto('/the-mainz');
  await expect(page.getByText('More MAINz coming soon')).toBeVisible();
  await expectOwnLetters(page, ...CHARACTERS.map(({ name }) => name), 'Coming Soon On Chain');

  await page.goto('/admin');
  await expect(page.getByText('csv', { exact: true })).toBeVisible();
  await expectOwnLetters(page, 'csv', 'json', 'txt');

  await page.goto('/games');
  await page.getByRole('button', { name: 'Learn More' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectOwnLetters(page, ...names);

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Add WL Entry' }).click();
  await expect(page.getByRole('dialog').getByText(names[3]!).first()).toBeVisible();
  await expectOwnLetters(page, 'the Occult Intern card');
});

test('names stand in their own letters at the table, from the hand to the result', {
  tag: '@T1',
}, async ({ page }) => {
  await become(page, 'kiosk');
  await page.goto('/trading-card-game');
  // Not just any: the demo's collectors play matches among themselves while it is young.
  await page.getByRole('button', { name: /^Join House opponent/ }).click();
  await sign(page);
  await atTable(page, 1);
  await expectOwnLetters(page, ...names);
  await shoot(page, 'rock');
  await expect(page.locator('.countdown, .clash, .outcome').first()).toBeVisible({
    timeout: 60_000,
  });
  await skip(page);
  await expect(page.getByRole('button', { name: 'Quit Game' })).toBeVisible();
  await expectOwnLetters(page, 'the hodlord card');
});
