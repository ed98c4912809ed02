/** What a person meets in the demo, in ordinary use: the wallet dialog, connecting, figures, caches, a whole registration. */
import { expect, type Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { become } from '../e2e/support/become.ts';
import { hold } from '../e2e/support/hold.ts';
import { recordToasts } from '../e2e/support/product-fixture.ts';
import { sign } from '../e2e/support/profile.ts';
import { withoutPrerender } from '../e2e/support/without-prerender.ts';
import { addSulkyWallet, test } from './fixture.ts';

const connectOf = (page: Page, where: 'banner' | 'main') =>
  page.getByRole(where).getByRole('button', { name: /^Connect/ });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Connect Your Wallet' });

test('the demo wallet can be switched off: then a wallet is required, and where to get one is shown; else that stands below it', {
  tag: ['@T3', '@errors-16', '@wallet-6', '@wallet-7', '@wallet-23'],
}, async ({ page }) => {
  const toasts = await recordToasts(page);
  await become(page, 'duo');
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Disconnect' })).toBeVisible();
  const demoSwitch = page.getByRole('checkbox', { name: 'Demo wallet' });
  await page.getByRole('button', { name: /^Demo/ }).click();
  await demoSwitch.uncheck();
  await page.keyboard.press('Escape');
  await page.reload();

  const dialog = dialogOf(page);
  const required =
    'Sui Wallet Required Please install Suiet Wallet, Sui Wallet, or Ethos Wallet browser extension to connect and access your NFT collection.';
  await connectOf(page, 'banner').click();
  const hints = dialog.getByRole('link', { name: 'Get it' });
  await expect(hints).toHaveCount(4);
  await expect.poll(toasts).toEqual([required]);
  await expect(dialog.getByRole('group', { name: 'Who do you want to be?' })).toHaveCount(0);

  await demoSwitch.check();
  await expect(dialog.getByRole('button', { name: /demo wallet/i })).toBeVisible();
  await expect(hints).toHaveCount(4);
  for (const hint of await hints.all()) await expect(hint).toHaveAttribute('target', '_blank');
  const isBelow = await dialog.evaluate((panel) => {
    const [own, hint] = ['button.wallet-row', 'a.wallet-row'].map((one) =>
      panel.querySelector(one),
    );
    return own!.getBoundingClientRect().bottom < hint!.getBoundingClientRect().top;
  });
  expect(isBelow).toBe(true);
  await dialog.getByRole('button', { name: /demo wallet/i }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(toasts).toContainEqual(expect.stringContaining('Wallet Connected'));
});

test.describe('on a phone', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 780 },
  });

  test('the app is offered though a wallet was found', { tag: '@wallet-8' }, async ({ page }) => {
    await page.goto('/profile');
    await connectOf(page, 'main').click();
    const dialog = dialogOf(page);
    await expect(dialog.getByRole('button', { name: /demo wallet/i })).toBeVisible();
    await expect(
      dialog.getByRole('link', { name: 'Download the mobile wallet app' }),
    ).toBeVisible();
    const open = dialog.getByRole('link', { name: 'Open in your wallet app' });
    await expect(open).toHaveAttribute(
      'href',
      `https://my.slush.app/browse/${encodeURIComponent(page.url())}`,
    );
    await expect(dialog).toContainText('Please use a desktop browser with a Sui wallet extension.');
  });
});

test('every button that connects says Connecting... while a wallet is asked, until that is cancelled, nothing vanishes, and that is in sight on a phone', {
  tag: '@wallet-10',
}, async ({ page }) => {
  await addSulkyWallet(page, 'never');
  for (const path of ['/profile', '/trading-card-game']) {
    await page.goto(path);
    const title = await page.getByRole('main').getByRole('heading', { level: 1 }).textContent();
    await connectOf(page, 'main').click();
    await dialogOf(page).getByRole('button', { name: 'Sulky' }).click();
    // Behind the dialog, so hidden from readers.
    const buttons = page.locator('header .btn-primary, main .btn-primary');
    await expect(buttons).toHaveText(['Connecting...', 'Connecting...']);
    for (const button of await buttons.all()) await expect(button).toBeDisabled();
    await expect(page.locator('main h1')).toHaveText(title ?? '');
    const cancel = dialogOf(page).getByRole('button', { name: 'Cancel' });
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByText('Waiting for Sulky.')).toBeInViewport({ ratio: 1 });
    await expect(cancel).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 720 });
    await cancel.click();
    await expect(buttons).toHaveText([/^Connect /, /^Connect /]);
    for (const button of await buttons.all()) await expect(button).toBeEnabled();
  }
});

test('with another wallet connected the demo does not name a person of its own wallet', {
  tag: '@wallet-23',
}, async ({ page }) => {
  await addSulkyWallet(page, personaAddress('duo') as `0x${string}`);
  await page.goto('/profile');
  await connectOf(page, 'main').click();
  await dialogOf(page).getByRole('button', { name: 'Sulky' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Demo/ })).toContainText('About this demo');
});

test('what a wallet answers late to disconnecting is not said to somebody who is connected again', {
  tag: '@wallet-16',
}, async ({ page }) => {
  await addSulkyWallet(page, personaAddress('duo') as `0x${string}`);
  const toasts = await recordToasts(page);
  await page.goto('/profile');
  const connect = async () => {
    await connectOf(page, 'banner').click();
    await dialogOf(page).getByRole('button', { name: 'Sulky' }).click();
  };
  const disconnect = page.getByRole('banner').getByRole('button', { name: 'Disconnect' });
  await connect();
  await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(window, { sulkyMayAnswer: promise, sulkyAnswers: resolve });
  });
  await disconnect.click();
  await connect();
  await expect(disconnect).toBeVisible();
  await page.evaluate(() => (window as unknown as { sulkyAnswers(): void }).sulkyAnswers());
  // A later toast: one about disconnecting would have come before it.
  await page.getByLabel('Display name').fill(' ');
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click();
  await expect.poll(toasts).toContainEqual('Name Required Please enter a display name.');
  expect((await toasts()).join()).not.toContain('Disconnect');
});

test('every button that connects says Connecting... while the last connection is looked for', {
  tag: '@wallet-10',
}, async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('wallet_connected', 'true');
    localStorage.setItem('wallet_address', `0x${'a'.repeat(64)}`);
    const seen: string[] = [];
    Object.assign(window, { seenOnButtons: seen });
    new MutationObserver(() => {
      // Hidden until the page of a returning visitor has taken its place.
      if (document.documentElement.dataset.swapped === undefined) return;
      const button = document.querySelector('main .btn-primary');
      const said = `${document.querySelector('main h1')?.textContent}: ${button?.textContent}`;
      if (button !== null && seen.at(-1) !== said) seen.push(said);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto('/profile');
  await expect(connectOf(page, 'main')).toHaveText('Connect Wallet');
  expect(
    await page.evaluate(() => (window as unknown as { seenOnButtons: string[] }).seenOnButtons),
  ).toEqual(['Connect Your Wallet: Connecting...', 'Connect Your Wallet: Connect Wallet']);
});

test('the three figures are dots until they have come, 0 where one is missing, and 0 with a sign when the server is lost', {
  tag: ['@boards-11', '@boards-12', '@boards-13', '@E3', '@errors-4'],
}, async ({ page }) => {
  await withoutPrerender(page);
  const release = await hold(page, '**/api/stats');
  await page.clock.install();
  await page.goto('/');
  const figures = page.locator('.stat-tile dd');
  await expect(page.locator('.stat-tile dt')).toHaveText([
    'Total NFTs',
    'Active Users',
    'Collections',
  ]);
  await expect(figures.first()).toHaveText('...');
  release();
  await expect(figures).toHaveText([/^[\d,]*[1-9][\d,]*$/, /^[\d,]+$/, /^[12]$/]);
  await page.unroute('**/api/stats');

  await page.route('**/api/stats', (route) =>
    route.fulfill({ json: { totalNFTs: 1_234, activeUsers: null } }),
  );
  await page.clock.fastForward(30_000);
  await expect(figures).toHaveText(['1,234', '0', '0']);
  await page.unroute('**/api/stats');

  // What the page fetches once it rests is there before the line is lost.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.clock.fastForward(30_000);
  await expect(figures).toHaveText(['0', '0', '0']);
  await expect(page.getByText('The numbers could not be read just now.')).toBeVisible();
  await page.context().setOffline(false);
  await page.clock.fastForward(30_000);
  await expect(figures.first()).toHaveText(/[1-9]/);
  await expect(page.getByText('The numbers could not be read just now.')).toHaveCount(0);
});

test('two collections have a filter, and cards stand by number', {
  tag: ['@groups-9', '@groups-10', '@cards-12'],
}, async ({ page }) => {
  await become(page, 'encore');
  await page.goto('/profile');
  const filter = page.getByRole('group', { name: 'Collection' });
  await filter.getByRole('button', { name: 'Backstage' }).click();
  const numbers = Array.from({ length: 12 }, (_, index) => `Backstage Pass #${index + 1}`);
  const shown = page.getByRole('grid').locator('[data-card] img[alt^="Backstage"]');
  await expect(shown).toHaveCount(12);
  const names = await shown.evaluateAll((all) => all.map((one) => one.getAttribute('alt')));
  expect(names).toEqual(numbers);
  await page.getByRole('button', { name: 'Add WL Entry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add WL Entry' });
  await expect(dialog.getByRole('heading', { name: 'Add WL Entry' })).toBeVisible();
  const options = dialog.getByRole('option').locator('img');
  const picked = await options.evaluateAll((all) =>
    all.map((one) => one.getAttribute('alt') ?? ''),
  );
  expect(picked.filter((name) => name.startsWith('Backstage'))).toEqual(
    numbers.slice(0, picked.filter((name) => name.startsWith('Backstage')).length),
  );
});

test('a whale picks cards for a number of entries, and registers 1,500 cards at once', {
  tag: ['@whitelist-16', '@whitelist-40', '@whitelist-7', '@T2'],
}, async ({ page }) => {
  const toasts = await recordToasts(page);
  await become(page, 'whale');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Add WL Entry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add WL Entry' });
  const options = dialog.getByRole('option');
  await options.nth(1).click();
  const howMany = dialog.getByLabel('How many entries?');
  await howMany.fill('2');
  await expect(dialog).toContainText('10 selected');
  await expect(dialog).not.toContainText('for nothing');
  await expect(options.nth(9)).toHaveAttribute('aria-selected', 'true');
  await expect(options.nth(10)).toHaveAttribute('aria-selected', 'false');
  await dialog.getByLabel('Search cards').fill('void');
  await expect(options.first()).toContainText('the Occult Intern card');
  await howMany.fill('3');
  await expect(dialog).toContainText('15 selected');
  await expect(options.nth(4)).toHaveAttribute('aria-selected', 'true');
  await expect(options.nth(5)).toHaveAttribute('aria-selected', 'false');
  await dialog.getByLabel('Search cards').fill('');
  await expect(options.first()).not.toContainText('the Occult Intern card');
  await howMany.fill('9999');
  await expect(dialog).toContainText('1,500 selected');
  await howMany.fill('1');
  await expect(dialog).toContainText('5 selected');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Select all 1,500' }).click();
  await expect(page.getByText('300 entries ready to register')).toBeVisible();
  await page.getByRole('button', { name: 'Register' }).click();
  await sign(page);
  await expect
    .poll(toasts)
    .toContainEqual('Successfully Registered! 300 entries for the booster-pack whitelist.');
  await expect(page.getByRole('region', { name: 'Booster Pack Whitelist' })).toContainText(
    '300 entries',
  );
});
