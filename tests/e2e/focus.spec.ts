/** By keyboard: whoever closes a dialog, or presses what then goes away, is not lost on the page. */
import { expect, type Page } from '@playwright/test';
import { addSulkyWallet } from '#tests/spec/fixture.ts';
import { seat, test as testWithoutNames } from './support/battle-fixture.ts';
import { test } from './support/demo-product.ts';
import { button } from './support/duel.ts';
import { hold } from './support/hold.ts';
import { addGroup, saved, sign, visitProfile, visitSignedIn } from './support/profile.ts';

test('without a wallet there is a door with a button that opens the wallets; connected there, the heading of what came has the focus', {
  tag: ['@pages-14', '@I5'],
}, async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto('/profile');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await main.getByRole('button', { name: 'Connect Wallet' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Connect Your Wallet' })).toBeVisible();
  await button(page, 'MAINZ Demo Wallet').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // The battle looks for cards and for a match first, under a heading of its own.
  await page.getByRole('link', { name: 'Games' }).press('Enter');
  await page.getByRole('link', { name: 'Play Now' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Trading Card Battle' })).toBeFocused();
});

test('a registration or a group that is deleted leaves the focus beside it; Enter that is held does not answer the question before', {
  tag: '@W4',
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'five');
  await expect(button(page, 'Add WL Entry')).toBeEnabled();
  await button(page, 'Add WL Entry').press('Enter');
  const cards = page.getByRole('dialog').getByRole('option');
  await expect(cards).toHaveCount(5);
  await cards.first().focus();
  await page.keyboard.down('Space');
  await page.keyboard.down('Space'); // a repeat, since it was not let go
  await page.keyboard.up('Space');
  await expect(cards.first()).toHaveAttribute('aria-selected', 'true');
  for (const card of (await cards.all()).slice(1)) await card.click();
  await button(page, 'Register').press('Enter');
  await button(page, /^Delete registration/).focus();
  await page.keyboard.down('Enter');
  await expect(button(page, 'Delete')).toBeFocused();
  await page.keyboard.down('Enter'); // a repeat, since it was not let go
  await page.keyboard.up('Enter');
  await expect(button(page, 'Delete')).toBeFocused();
  await button(page, 'Delete').press('Enter');
  await expect(page.getByText('Nothing registered yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Booster Pack Whitelist' })).toBeFocused();

  await addGroup(page, 'Short-lived');
  await saved(page);
  await button(page, /^Delete.*Short-lived/).press('Enter');
  await expect(button(page, 'Undo')).toBeVisible();
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(1);
});

test('after a click the keys show where they lead, also where a browser draws no ring for a focus that a script moved', async ({
  browser,
}) => {
  const page = await visitSignedIn(browser, 'duo');
  await page.evaluate(moveFocusAsSafari);
  const shown = page.locator(':focus-visible');
  const face = page.locator('[data-card] [data-face]');
  await face.last().click();
  await page.keyboard.press('ArrowLeft');
  await expect(face.first()).toBeFocused();
  await expect(shown).toHaveCount(1);

  await button(page, 'Move to...').first().click();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').and(shown)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Move to...').and(shown)).toHaveCount(1);

  await button(page, 'Choose profile picture').click();
  const option = page.getByRole('dialog').getByRole('option');
  await option.first().click();
  await page.keyboard.press('ArrowRight');
  await expect(option.nth(1).and(shown)).toHaveCount(1);
});

/** Safari does so once there was a click. */
function moveFocusAsSafari(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (options) {
    focus.call(this, { focusVisible: false, ...options });
  };
}

test('a dialog gives the focus back to what was clicked, also where a click gives a button none', async ({
  browser,
}) => {
  const page = await visitSignedIn(browser, 'duo');
  await page.evaluate(clickAsSafari);
  await page.getByLabel('Add Group').click();
  await button(page, 'Choose profile picture').click();
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Choose profile picture')).toBeFocused();
});

/** Safari takes the focus from where it was, and leaves it to nothing. */
function clickAsSafari(): void {
  document.addEventListener('mousedown', (event) => {
    if ((event.target as Element).closest('button') === null) return;
    event.preventDefault();
    (document.activeElement as HTMLElement).blur();
  });
}

test('the second press of a double click neither closes nor answers what the first one opened, nor takes the focus from it', {
  tag: '@pages-44',
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'five');
  const dialog = page.getByRole('dialog');
  await expect(button(page, 'Add WL Entry')).toBeEnabled();
  await button(page, 'Add WL Entry').dblclick({ delay: 60 });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  // Its code is there by now, so that it opens between the two.
  await button(page, 'Add WL Entry').dblclick({ delay: 60 });
  await expect(dialog.getByRole('option')).toHaveCount(5);
  await expect(dialog.getByRole('option').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const _ of [1, 2]) {
    // Below the first press comes the button that closes.
    await button(page, 'Open menu').dblclick({ delay: 60 });
    await expect(dialog.getByRole('link', { name: 'Games' })).toBeVisible();
    await button(page, 'Close menu').click();
    await expect(dialog).toHaveCount(0);
  }
});

test('the second press of a double click picks nothing from the menu that the first one opened over it', {
  tag: '@pages-44',
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'duo', { viewport: { width: 360, height: 740 } });
  const move = page.locator('[data-action="move"]').last();
  const menu = page.getByRole('menu');
  // Only what is near the screen is drawn.
  await page.locator('.organiser-main').evaluate((main) => main.scrollIntoView());
  await expect(move).toBeVisible();
  for (const _ of [1, 2]) {
    // At the foot of the screen, where the menu comes.
    await move.evaluate((one) =>
      scrollBy(0, one.getBoundingClientRect().bottom - innerHeight + 20),
    );
    await move.dblclick({ delay: 60 });
    await expect(menu).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(menu.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  }
});

async function expectKept(page: Page, words: string): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ hasText: words });
  await expect(dialog).toBeVisible();
  const isInside = () => dialog.evaluate((one) => one.contains(document.activeElement));
  await expect.poll(isInside).toBe(true);
  for (const key of ['Shift+Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab']) {
    await page.keyboard.press(key);
    expect(await isInside(), key).toBe(true);
  }
}

test('while the server has not answered, the focus stays at the button that was pressed, which does nothing more', {
  tag: '@pages-44',
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'five');
  const dialog = page.getByRole('dialog');
  const held = async (url: string, name: string, waiting = name) => {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.method()));
    const answer = await hold(page, url);
    await dialog.getByRole('button', { name, exact: true }).press('Enter');
    const pressed = dialog.getByRole('button', { name: waiting, exact: true });
    await expect(pressed).toBeDisabled();
    await expect(pressed).toBeFocused();
    for (const key of ['Enter', 'Space']) await page.keyboard.press(key);
    await expectKept(page, waiting);
    answer();
    await expect(dialog).toHaveCount(0);
    expect(calls.filter((method) => method !== 'GET')).toHaveLength(1);
    page.removeAllListeners('request');
  };
  await expect(button(page, 'Add WL Entry')).toBeEnabled();
  await button(page, 'Add WL Entry').press('Enter');
  await button(page, 'Pick 5 spare cards').press('Enter');
  await held('**/api/booster-pack/register', 'Register', 'Registering');
  await button(page, /^Delete registration/).press('Enter');
  await held('**/api/booster-pack/entry/*', 'Delete', 'Delete...');
  await button(page, 'Choose profile picture').press('Enter');
  await page.keyboard.press('Space');
  await held('**/api/users/*/profile', 'Use this card');
});

test('while a wallet has not answered, the focus stays in the dialog that waits for it', {
  tag: ['@pages-44', '@wallet-10'],
}, async ({ browser }) => {
  const connecting = await browser.newPage();
  await addSulkyWallet(connecting, 'never');
  await connecting.goto('/profile');
  await button(connecting, 'Connect Wallet').last().press('Enter');
  await button(connecting, 'Sulky').press('Enter');
  await expectKept(connecting, 'Waiting for Sulky');

  const signing = await visitProfile(browser, 'kiosk');
  await hold(signing, '**/api/auth/nonce');
  await signing.getByLabel('Add Group').fill('Waiting');
  await button(signing, 'Add Group').press('Enter');
  await button(signing, 'Sign message').press('Enter');
  await expectKept(signing, 'Waiting for your wallet');
});

test('F8 leads from a dialog to the toast over it, and Tab back to where one was', {
  tag: '@pages-21',
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'five');
  const register = page.getByRole('dialog').getByRole('button', { name: 'Register' });
  const toasts = page.getByRole('region', { name: 'Notifications (F8)' });
  // Also when it was there before the dialog.
  for (const _ of [1, 2]) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, 'Add WL Entry')).toBeEnabled();
    await button(page, 'Add WL Entry').press('Enter');
    await register.press('Enter');
    // The second one, too: it would come over the first after that was closed.
    const toast = toasts.locator('li:not([data-seen])');
    await expect(toast).toContainText('Registration Failed');
    await toast.evaluate((item) => item.setAttribute('data-seen', ''));
  }
  await page.keyboard.press('F8');
  await expect(toasts.locator('.toast-viewport')).toBeFocused();
  for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
  await expect(toasts.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toasts.getByRole('listitem')).toHaveCount(0);
  // The library keeps the guards of its list a moment longer, for a key that nobody presses so soon.
  await expect(toasts.locator('[tabindex="0"]')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(register).toBeFocused();
});

testWithoutNames(
  'on the first page neither the field for a name that is saved nor a link that goes takes the focus along',
  {
    tag: ['@collectors-10', '@wallet-16'],
  },
  async ({ browser, fixture }) => {
    const page = await seat(browser, fixture, 'ace', { path: '/' });
    const field = page.getByLabel('Choose a name to be ranked.');
    await field.fill('Keyboard Kim');
    await field.press('Enter');
    await sign(page);
    await expect(page.getByRole('heading', { name: 'Keyboard Kim' })).toBeFocused();

    await page.getByRole('link', { name: 'Open your profile' }).focus();
    const other = await page.context().newPage();
    await other.goto('/games');
    await other.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  },
);

testWithoutNames(
  'a button that was signed for, and goes when it is answered, leaves the focus at the heading of what came',
  async ({ browser, fixture }) => {
    const page = await seat(browser, fixture, 'ace');
    await page.getByLabel('Lobby name').fill('Keys only');
    await button(page, 'Create Lobby').press('Enter');
    await expect(button(page, 'Sign message')).toBeFocused();
    const answer = await hold(page, '**/api/game/lobbies');
    await page.keyboard.press('Enter');
    // Also before: Tab would begin at the top of the page.
    await expect(button(page, 'Creating')).toBeFocused();
    answer();
    await expect(page.getByRole('heading', { name: 'Your game is open' })).toBeFocused();
  },
);
