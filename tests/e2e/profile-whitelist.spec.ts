/** Registering cards for the whitelist, and deleting a registration. */

import { expect, type Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { signedIn } from '#tests/support/people.ts';
import { test } from './support/demo-product.ts';
import { hold, loseAnswers, notReached } from './support/hold.ts';
import { complaints, cutButtons } from './support/page-checks.ts';
import { recordToasts } from './support/product-fixture.ts';
import {
  declineToSign,
  personaAt,
  registerCards,
  sign,
  takeBackCards,
  visitProfile,
  visitSignedIn,
} from './support/profile.ts';
import { frames, settledBox } from './support/ready.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Booster Pack Whitelist' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add WL Entry' });
const options = (page: Page) => dialog(page).getByRole('option');
const bins = (page: Page) => panel(page).getByRole('button', { name: /^Delete registration/ });
const register = (page: Page) => dialog(page).getByRole('button', { name: 'Register' });

async function openDialog(page: Page) {
  await panel(page).getByRole('button', { name: 'Add WL Entry' }).click();
  await expect(options(page).first()).toBeVisible();
}

async function registeredCards(page: Page, persona: string): Promise<string[][]> {
  const answer = await page.request.get(`/api/booster-pack/entries/${personaAddress(persona)}`);
  const entries = (await answer.json()) as { selectedNftIds: string[] }[];
  return entries.map(({ selectedNftIds }) => selectedNftIds);
}

test('a selection says what it is worth, is registered, and can be deleted again; axe has nothing to say', {
  tag: [
    '@collectors-3',
    '@whitelist-1',
    '@whitelist-2',
    '@whitelist-4',
    '@whitelist-5',
    '@whitelist-6',
    '@whitelist-7',
    '@whitelist-8',
  ],
}, async ({ browser }) => {
  const page = await personaAt(browser, 'kiosk');
  const toasts = await recordToasts(page);
  await page.goto('/profile');
  await expect(panel(page).getByText('0 entries')).toBeVisible();
  await openDialog(page);
  await expect(dialog(page).getByText('Selections should be multiples of 5.')).toBeVisible();
  await expect(dialog(page).getByText('Select 5 more')).toBeVisible();
  expect(await complaints(page)).toEqual([]);

  for (const index of [0, 1, 2]) await options(page).nth(index).click();
  await expect(dialog(page).getByText('Select 2 more')).toBeVisible();
  await register(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Please select at least 5 NFTs');
  await expect.poll(toasts).toContainEqual('Registration Failed Please select at least 5 NFTs');

  await options(page)
    .nth(6)
    .click({ modifiers: ['Shift'] });
  await expect(dialog(page).getByText('1 entry ready to register')).toBeVisible();
  await expect(dialog(page).getByText(/would be tied up for nothing/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Leave out' }).click();
  await expect(dialog(page).getByText('5 selected')).toBeVisible();

  await register(page).click();
  await declineToSign(page);
  await expect(dialog(page).getByRole('alert')).toHaveText(/Not signed/);
  await expect(dialog(page).getByText('5 selected')).toBeVisible();
  expect(await registeredCards(page, 'kiosk')).toEqual([]);
  await register(page).click();
  await sign(page);
  await expect(panel(page).locator('.badge')).toHaveText('1 entry');
  await expect(dialog(page)).toHaveCount(0);
  await expect
    .poll(toasts)
    .toContainEqual('Successfully Registered! 1 entry for the booster-pack whitelist.');
  await expect(panel(page).getByText('Qualified')).toBeVisible();
  expect((await registeredCards(page, 'kiosk'))[0]).toHaveLength(5);

  await openDialog(page);
  await expect(options(page).and(page.locator('[aria-disabled="true"]'))).toHaveCount(5);
  // Hovering waits until the card no longer moves, also when it is disabled.
  await options(page).first().hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(options(page).first()).toHaveAttribute('tabindex', '0');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'false');
  await expect(dialog(page).getByText('Select 5 more')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Hide cards in use' }).click();
  await expect(options(page)).toHaveCount(7);
  await dialog(page).getByRole('button', { name: 'Pick 5 spare cards' }).click();
  await expect(dialog(page).getByText('1 entry ready to register')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await bins(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await expect(panel(page).locator('.badge')).toHaveText('1 entry');
  await bins(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(panel(page).locator('.badge')).toHaveText('0 entries');
  await expect.poll(toasts).toContainEqual('Entry Deleted Its cards are free again.');
  expect(await registeredCards(page, 'kiosk')).toEqual([]);
});

test('cards that another tab registered meanwhile are named, marked and left out; a registration and a deletion whose answer was lost are found', {
  tag: ['@W1', '@W2', '@W4'],
}, async ({ browser }) => {
  const page = await personaAt(browser, 'ace');
  const toasts = await recordToasts(page);
  await page.goto('/profile');
  await openDialog(page);
  for (const index of [0, 1, 2, 3, 4]) await options(page).nth(index).click();
  await expect(dialog(page).getByText('5 selected')).toBeVisible();

  const other = await page.context().newPage();
  await other.goto('/profile');
  await openDialog(other);
  for (const index of [3, 4, 5, 6, 7]) await options(other).nth(index).click();
  await expect(dialog(other).getByText('5 selected')).toBeVisible();
  await register(other).click();
  await sign(other);
  // Not "the dialog is gone": it is also hidden while the dialog for the signature is open.
  await expect(panel(other).locator('.badge')).toHaveText('1 entry');

  await page.bringToFront();
  await register(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    /^Already backing a whitelist entry: 0x.* are marked and left out/,
  );
  await expect(dialog(page).getByText('Select 2 more')).toBeVisible();
  await expect(options(page).and(page.locator('[aria-disabled="true"]'))).toHaveCount(5);

  const REGISTER = '**/api/booster-pack/register';
  await page.route(REGISTER, notReached);
  await options(page).nth(8).click();
  await options(page).nth(9).click();
  await register(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to register');
  const failed = 'Registration Failed Failed to register';
  await expect.poll(async () => (await toasts()).at(-1)).toBe(failed);
  await loseAnswers(page, REGISTER, notReached);
  await register(page).click();
  await expect(panel(page).locator('.badge')).toHaveText('2 entries');
  await expect(dialog(page)).toHaveCount(0);

  await loseAnswers(page, '**/api/booster-pack/entry/**', notReached);
  await bins(page).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(panel(page).locator('.badge')).toHaveText('1 entry');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect
    .poll(async () => (await toasts()).slice((await toasts()).indexOf(failed) + 1))
    .toEqual([
      'Successfully Registered! 1 entry for the booster-pack whitelist.',
      'Entry Deleted Its cards are free again.',
    ]);
});

test('a registration and a deletion whose dialog was closed before their answer close nothing that was opened since', {
  tag: ['@whitelist-4', '@W4'],
}, async ({ browser, product }) => {
  const { client, cards } = await registerCards(product.url, 'ace', 5);
  const spare = (await client.cards()).map(({ id }) => id).filter((id) => !cards.includes(id));
  await client.register(spare.slice(0, 5));
  const page = await visitSignedIn(browser, 'ace');
  const question = page.getByRole('dialog', { name: 'Delete this registration?' });
  await expect(bins(page)).toHaveCount(2);

  const answerDeletion = await hold(page, '**/api/booster-pack/entry/**');
  await bins(page).first().click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await bins(page).last().click();
  await expect(question).toBeVisible();
  answerDeletion();
  // The panel has no role while a dialog is open.
  const count = page.locator('.whitelist .badge');
  await expect(count).toHaveText('1 entry');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep it' }).click();

  const answerRegistration = await hold(page, '**/api/booster-pack/register');
  await openDialog(page);
  await dialog(page).getByRole('button', { name: 'Pick 5 spare cards' }).click();
  await register(page).click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await openDialog(page);
  await dialog(page).getByRole('option', { selected: false }).last().click();
  answerRegistration();
  await expect(count).toHaveText('2 entries');
  await expect(dialog(page)).toBeVisible();
});

test('the keyboard alone selects and registers: arrows, Space, Shift, Enter on the button, Escape', {
  tag: ['@whitelist-4', '@pages-44'],
}, async ({ browser, product }) => {
  await takeBackCards(product.url, 'five');
  const page = await visitProfile(browser, 'five');
  await openDialog(page);
  await register(page).press('Enter');
  await expect(page.locator('.toast')).toContainText('Registration Failed');
  // The dialog, not the toast that came after it.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await openDialog(page);
  await expect(options(page).first()).toBeFocused();
  // Cards that are found again do not take the focus from where one types.
  const search = dialog(page).getByLabel('Search cards');
  await search.pressSequentially('qq');
  await expect(dialog(page).getByText('No card matches.')).toBeVisible();
  for (const _ of 'qq') await page.keyboard.press('Backspace');
  await expect(options(page)).toHaveCount(5);
  await frames(page, 2);
  await expect(search).toBeFocused();
  await options(page).first().focus();
  await page.keyboard.press('Space');
  for (const index of [1, 2, 3, 4]) {
    await page.keyboard.press('Shift+ArrowRight');
    await expect(options(page).nth(index)).toBeFocused();
  }
  // An input method takes the Escape that closes its list.
  const taken = { key: 'Escape', keyCode: 229 };
  await search.dispatchEvent('keydown', taken);
  await expect(dialog(page).getByText('1 entry ready to register')).toBeVisible();
  await register(page).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign message' }).press('Enter');
  await expect(panel(page).locator('.badge')).toHaveText('1 entry');
});

test('a failed list is told from an empty one; with fewer than five cards the button says so and does nothing', {
  tag: '@whitelist-3',
}, async ({ browser }) => {
  const page = await personaAt(browser, 'duo');
  await page.route('**/api/booster-pack/entries/*', (route) => route.fulfill({ status: 500 }));
  await page.goto('/profile');
  await expect(panel(page).getByText('Your registrations could not be loaded.')).toBeVisible();
  await page.unroute('**/api/booster-pack/entries/*');
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page).getByText('Nothing registered yet.')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Need 5+ Cards' })).toBeDisabled();
});

test('every button of the dialog is whole on a phone, and a card to pick can be seen at 200 and 400 % zoom', {
  tag: '@whitelist-4',
}, async ({ browser, product }) => {
  const page = await visitProfile(browser, 'encore');
  // With some cards in use, and without a need for 'Select all', the buttons stand in one row.
  await registerCards(product.url, 'encore', 10);
  await page.reload();
  await openDialog(page);
  for (const width of [320, 360, 390, 430]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await cutButtons(dialog(page)), `cut off at ${width}`).toEqual([]);
    await expect(register(page)).toBeInViewport({ ratio: 1 });
  }
  for (const [width, height] of [
    [720, 450],
    [320, 480],
  ] as const) {
    await page.setViewportSize({ width, height });
    await dialog(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const card = await settledBox(options(page).first());
    const picker = await settledBox(dialog(page).locator('.picker'));
    const foot = await settledBox(dialog(page).locator('.choice-foot'));
    expect(card.y, `at ${width} x ${height}`).toBeGreaterThanOrEqual(picker.y);
    expect(card.y + card.height, `at ${width} x ${height}`).toBeLessThanOrEqual(foot.y);
    await expect(register(page)).toBeInViewport({ ratio: 1 });
  }
  // On a foldable that is folded, and below a long refusal, the dialog is scrolled as a whole.
  const scrollToRegister = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    await dialog(page).getByRole('heading').hover();
    await page.mouse.wheel(0, 2_000);
    await expect(register(page)).toBeInViewport({ ratio: 1 });
  };
  await scrollToRegister(280, 653);
  // A desktop at 400 %: the buttons stand below the cards.
  await page.setViewportSize({ width: 320, height: 256 });
  await options(page)
    .first()
    .evaluate((card) => card.scrollIntoView({ block: 'end' }));
  const card = await settledBox(options(page).first());
  const foot = await settledBox(dialog(page).locator('.choice-foot'));
  expect(card.y + card.height).toBeLessThanOrEqual(Math.min(foot.y, 256));
  await register(page).scrollIntoViewIfNeeded();
  await expect(register(page)).toBeInViewport({ ratio: 1 });
  const error = `Already backing a whitelist entry: ${'Backstage Pass #10, '.repeat(8)}`;
  await page.route('**/api/booster-pack/register', (route) =>
    route.fulfill({ status: 409, json: { error, reason: 'card-already-backing' } }),
  );
  await page.setViewportSize({ width: 390, height: 664 });
  await dialog(page).getByRole('button', { name: 'Pick 5 spare cards' }).click();
  await register(page).click();
  await expect(dialog(page).getByText(error.trim())).toBeVisible();
  await scrollToRegister(390, 664);
  await scrollToRegister(360, 740);
});

test('a round that is closed says so before anything is tried, to the keyboard too', {
  tag: ['@W7', '@whitelist-26'],
}, async ({ browser, product }) => {
  const admin = await signedIn(product.url, 'admin');
  const close = (closesAt: string | null) =>
    admin.call('PATCH /api/admin/booster-pack/rounds/{id}', {
      params: { id: '1' },
      body: { opensAt: null, closesAt },
    });
  await registerCards(product.url, 'whale', 5);
  await close(new Date(Date.now() - 60_000).toISOString());
  const page = await visitProfile(browser, 'whale');
  const why = 'Nothing can be added or deleted any more in this round.';
  await expect(panel(page).getByText(why)).toBeVisible();
  for (const name of ['Add WL Entry', /^Delete registration/]) {
    const button = panel(page).getByRole('button', { name });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(why);
    await button.focus();
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await close(null);
});

test('while the cards are being read, or could not be, the button says so, beside it also on a phone', {
  tag: '@whitelist-42',
}, async ({ browser }) => {
  const page = await personaAt(browser, 'kiosk', { viewport: { width: 360, height: 740 } });
  const add = panel(page).getByRole('button', { name: 'Add WL Entry' });
  let isBroken = true;
  const held = Promise.withResolvers<void>();
  await page.route('**/api/nfts?*', async (route) => {
    await held.promise;
    return isBroken ? notReached(route) : route.continue();
  });
  await page.goto('/profile');
  const says = async (words: string) => {
    await expect(add).toHaveAccessibleDescription(words);
    await expect(add).toBeDisabled();
    const line = await settledBox(panel(page).getByText(words));
    const button = await settledBox(add);
    expect(line.x).toBeGreaterThan(button.x + button.width);
    expect(line.y + line.height).toBeLessThanOrEqual(button.y + button.height);
  };
  await says('Your cards are being read.');
  held.resolve();
  await says('Your cards could not be read.');
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(add).toBeEnabled();
  await expect(add).toHaveAccessibleDescription('');
});
