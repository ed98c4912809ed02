/** By keyboard: whoever closes a dialog, or presses what then goes away, is not lost on the page. */
import { expect, type Page } from '@playwright/test';
import { testWithProduct } from './support/demo-product.ts';
import { addGroup, saved, visitProfile, visitSignedIn } from './support/profile.ts';

const test = testWithProduct({ RATE_LIMIT_FACTOR: '10' });

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

test('a dialog that was opened from the drawer leads back to the menu', async ({ browser }) => {
  const page = await browser.newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await button(page, 'Open menu').press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Connect Wallet' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Connect Your Wallet' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Open menu')).toBeFocused();
});

test('connected from the page, the heading of what came has the focus', async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto('/profile');
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).press('Enter');
  await button(page, 'MAINZ Demo Wallet').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a signature that was declined leads back to the button that asked for it', async ({
  browser,
}) => {
  const page = await visitProfile(browser, 'ace');
  await page.getByRole('textbox', { name: 'Display Name' }).fill('Ace of Keys');
  await button(page, 'Save').press('Enter');
  await expect(button(page, 'Sign message')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Save')).toBeFocused();
});

test('a registration or a group that is deleted leaves the focus beside it', async ({
  browser,
}) => {
  const page = await visitSignedIn(browser, 'five');
  await expect(button(page, 'Add WL Entry')).toBeEnabled();
  await button(page, 'Add WL Entry').press('Enter');
  const cards = page.getByRole('dialog').getByRole('option');
  await expect(cards).toHaveCount(5);
  for (const card of await cards.all()) await card.click();
  await button(page, 'Register').press('Enter');
  await button(page, /^Delete registration/).press('Enter');
  await button(page, 'Delete').press('Enter');
  await expect(page.getByText('Nothing registered yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Booster Pack Whitelist' })).toBeFocused();

  await addGroup(page, 'Short-lived');
  await saved(page);
  await button(page, /^Delete.*Short-lived/).press('Enter');
  await expect(button(page, 'Undo')).toBeVisible();
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(1);
});
