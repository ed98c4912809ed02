/** The collector's name and picture. */
import { expect } from '@playwright/test';
import type { Nft } from '#contract/cards.ts';
import { personaAddress } from '#demo/keys.ts';
import { test } from './support/demo-product.ts';
import { hold, loseAnswers } from './support/hold.ts';
import { complaints, cutButtons, expectNoSidewaysScroll } from './support/page-checks.ts';
import { recordToasts } from './support/product-fixture.ts';
import { personaAt, sign, visitProfile, visitSignedIn } from './support/profile.ts';
import { settledBox } from './support/ready.ts';

const FAMILY = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';

test('a name is judged, signed for, saved, and shown everywhere', {
  tag: ['@collectors-3', '@collectors-5', '@collectors-6', '@collectors-9'],
}, async ({ browser }) => {
  const page = await personaAt(browser, 'five');
  const toasts = await recordToasts(page);
  await page.goto('/profile');
  const field = page.getByLabel('Display name');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const form = page.locator('.name-editor');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^User_/);
  await expect(save).toBeDisabled();

  await field.fill('   ');
  await save.click();
  await expect(form.getByRole('alert')).toHaveText('Please enter a display name.');
  await expect.poll(toasts).toContainEqual('Name Required Please enter a display name.');

  for (const [name, problem] of [
    ['x'.repeat(51), 'A name has at most 50 characters.'],
    ['A\u200bda', /cannot be seen/],
    ['A\u202Eda', /cannot be seen/],
    [FAMILY, 'A name needs at least one letter or digit.'],
    ['User_12ab', /default name/],
  ] as const) {
    await field.fill(name);
    await save.click();
    await expect(form.getByRole('alert')).toHaveText(problem);
    await expect(field).toHaveValue(name);
  }

  const name = `\u05E2\u05D3\u05D4 ${FAMILY}`;
  await field.fill(`  ${name} `);
  await expect(form.getByText('5 / 50')).toBeVisible();
  await save.click();
  await sign(page);
  await expect.poll(toasts).toContainEqual('Profile Updated');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(field).toHaveValue(name);
  await expect(save).toBeDisabled();
  const answer = await page.request.get(`/api/user/${personaAddress('five')}`);
  expect(await answer.json()).toMatchObject({ username: name, displayName: name });

  // Saved, and the answer is lost.
  await loseAnswers(page, '**/api/users/*/profile');
  await field.fill('Cinq');
  await save.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cinq');
  await expect(save).toHaveText('Save');
  await expect(form.getByRole('alert')).toHaveCount(0);
  expect((await toasts()).filter((words) => words.startsWith('Update Failed Failed'))).toEqual([]);
});

test('a name that was typed before the wallet went stays, cannot be saved without it, and is there when it is back', {
  tag: '@collectors-7',
}, async ({ browser }) => {
  const page = await personaAt(browser, 'duo');
  const toasts = await recordToasts(page);
  await page.goto('/profile');
  const field = page.getByLabel('Display name');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await field.fill('Typed before');
  await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await expect(field).toHaveValue('Typed before');
  await save.click();
  await expect(page.locator('.name-editor').getByRole('alert')).toHaveText(
    'Please connect your wallet first.',
  );
  await expect
    .poll(toasts)
    .toContainEqual('Wallet Not Connected Please connect your wallet first.');
  expect(await complaints(page)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /demo wallet/i })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^User_/);
  await expect(field).toHaveValue('Typed before');
});

test('a signature that is not given leaves everything as it was, and can be given later; what is typed while a name is being saved stays in the field', async ({
  browser,
}) => {
  const page = await visitProfile(browser, 'kiosk');
  const field = page.getByLabel('Display name');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^User_/);
  await field.fill('Kiosk Keeper');
  await save.press('Enter');
  await expect(page.getByRole('button', { name: 'Sign message' })).toBeVisible();
  await page.keyboard.press('Escape');
  // Whoever uses the keyboard is not lost on the page.
  await expect(save).toBeFocused();
  await expect(page.locator('.name-editor').getByRole('alert')).toHaveText(
    'Not signed. Nothing was changed.',
  );
  await expect(field).not.toHaveAttribute('aria-invalid');
  await expect(heading).toHaveText(/^User_/);
  await expect(field).toHaveValue('Kiosk Keeper');
  await save.press('Enter');
  await sign(page);
  await expect(heading).toHaveText('Kiosk Keeper');
  // The button cannot be pressed any more.
  await expect(field).toBeFocused();

  const release = await hold(page, '**/api/users/*/profile');
  const isSent = page.waitForRequest((request) => request.method() === 'PATCH');
  await field.fill('Kiosk');
  await save.click();
  await isSent;
  await field.fill('Kiosk Lane');
  release();
  await expect(heading).toHaveText('Kiosk');
  await expect(field).toHaveValue('Kiosk Lane');
  await expect(save).toBeEnabled();
});

test('copying the address says whether it was copied', async ({ browser }) => {
  const page = await visitProfile(browser, 'duo');
  const copy = page.getByRole('button', { name: 'Copy address' });
  const line = page.locator('.profile-address');
  const said = line.getByRole('status');
  // All others are refused.
  await page.context().grantPermissions([]);
  await copy.click();
  await expect(said).toHaveText('Copying was not allowed. This is the whole address.');
  await expect(line).toContainText(personaAddress('duo'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await copy.click();
  await expect(said).toHaveText('Address copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(personaAddress('duo'));
});

test("the server's own sentence is shown, in the toast and beside the field", {
  tag: ['@E2', '@errors-3', '@errors-6', '@errors-7'],
}, async ({ browser }) => {
  const page = await personaAt(browser, 'ace');
  const toasts = await recordToasts(page);
  await page.goto('/profile');
  let body = JSON.stringify({ error: 'That was too often.' });
  await page.route('**/profile', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 429, body }) : route.continue(),
  );
  const problem = page.locator('.name-editor').getByRole('alert');
  await page.getByLabel('Display name').fill('Ace');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(problem).toHaveText('That was too often.');
  await expect.poll(toasts).toContainEqual('Update Failed That was too often.');
  body = '';
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const otherwise = 'Failed to update profile. Make sure your wallet is connected.';
  await expect(problem).toHaveText(otherwise);
  await expect.poll(toasts).toContainEqual(`Update Failed ${otherwise}`);
});

test('a picture is chosen among the own cards, without a name too, and taken away again', {
  tag: '@H7',
}, async ({ browser }) => {
  const page = await visitProfile(browser, 'duo');
  await page.getByRole('button', { name: 'Choose profile picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose your profile picture' });
  await dialog.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Use this card' }).click();
  await sign(page);
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('.portrait img[alt*="#"]')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^User_/);
  // Only the answer is lost.
  await loseAnswers(page, '**/api/users/*/profile');
  await page.getByRole('button', { name: 'Change profile picture' }).click();
  await dialog.getByRole('button', { name: 'No picture' }).click();
  await expect(page.getByRole('button', { name: 'Choose profile picture' })).toBeVisible();
});

test('on a phone held sideways the cards to choose a picture from cover no button', {
  tag: ['@H7', '@pages-42'],
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'kiosk', { viewport: { width: 740, height: 360 } });
  await page.getByRole('button', { name: /profile picture$/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Choose your profile picture' });
  await expect(dialog.getByRole('option').first()).toBeFocused();
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Use this card' }).click({ trial: true });
});

test('a picture that was not saved is not taken for saved because another device changed it', {
  tag: '@H7',
}, async ({ browser }) => {
  const page = await visitSignedIn(browser, 'ace');
  const toasts = await recordToasts(page);
  await page.reload();
  await page.getByRole('button', { name: 'Choose profile picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose your profile picture' });
  await dialog
    .getByRole('option', { name: /^Drops/ })
    .first()
    .click();
  const cards: Nft[] = await (await page.request.get('/api/nfts')).json();
  const other = cards.find(({ name }) => name.startsWith('Transcendence'));
  const there = await page.request.patch(`/api/users/${personaAddress('ace')}/profile`, {
    data: { profilePictureCard: other?.id },
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(there.status()).toBe(200);

  await page.route('**/api/users/*/profile', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Use this card' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(await toasts()).not.toContain('Profile Updated');
});

test('the profile has nothing cut off or to the side at 320 px, no hint of a field is cut with wide text spacing on a phone, and axe has nothing to say', {
  tag: '@collectors-3',
}, async ({ browser }) => {
  const page = await visitProfile(browser, 'ace');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await settledBox(page.getByRole('main'));
    await expectNoSidewaysScroll(page);
    expect(await cutButtons(page.getByRole('main'))).toEqual([]);
    expect(await complaints(page)).toEqual([]);
    const room = await page.locator('.tools-chips').evaluate((strip) => {
      const chip = strip.querySelector('.tools-ki')!;
      const [outer, inner] = [strip, chip].map((one) => one.getBoundingClientRect());
      return Math.min(inner!.top - outer!.top, outer!.bottom - inner!.bottom);
    });
    expect(room, 'for the ring around a filter of cards').toBeGreaterThanOrEqual(6);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/profile', '/']) {
    if (path === '/') await page.goto(path);
    const fields = page.locator('main input[placeholder]');
    await expect(fields.first()).toBeVisible();
    const cut = await fields.evaluateAll((inputs: HTMLInputElement[]) =>
      inputs
        .filter((input) => {
          // WCAG 1.4.12. A hint has no width of its own that could be asked for: as a value it has.
          Object.assign(input.style, { letterSpacing: '0.12em', wordSpacing: '0.16em' });
          input.value = input.placeholder;
          return input.scrollWidth > input.clientWidth;
        })
        .map((input) => input.placeholder),
    );
    expect(cut, path).toEqual([]);
  }
});
