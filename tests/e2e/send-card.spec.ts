/**
 * A card is sent from one wallet to another: signed by an extension wallet, executed on the stand-in
 * ledger, and shown in both collections.
 */
import { expect, type Page } from '@playwright/test';
import { Client } from '#demo/client.ts';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import type { Product } from '#tests/support/product.ts';
import { setWallet, test } from './support/extension.ts';
import { expectNoSidewaysScroll } from './support/page-checks.ts';
import { recordToasts } from './support/product-fixture.ts';
import { card, sign } from './support/profile.ts';
import type { Behaviour } from './support/test-wallet/behaviour.ts';

let page: Page;
let product: Product;

test.beforeEach(async ({ page: opened, product: started }) => {
  [page, product] = [opened, started];
  await page.emulateMedia({ reducedMotion: 'reduce' });
});
test.afterEach(() => page.context().clearCookies());

/** Opens the profile with this wallet connected, and waits for its cards. */
async function visitAs(behaviour: Partial<Behaviour>): Promise<void> {
  await page.goto('/profile');
  await setWallet(page, behaviour);
  await page.reload();
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
  const wallets = page.getByRole('dialog', { name: 'Connect Your Wallet' });
  await wallets.getByRole('button', { name: 'Harbour' }).click();
  await expect(page.locator('[data-card]').first()).toBeVisible();
}

/** A client of the public calls, for what a collector does on another device. */
async function elsewhere(persona: string): Promise<Client> {
  const client = new Client({ origin: product.url, signer: personaKeypair(persona) });
  await client.sync();
  return client;
}

const countOf = async (client: Client) => (await client.user()).nftCount;

const chip = () => page.getByRole('banner').locator('.nav-collector .wallet-chip');
const dialog = () => page.getByRole('dialog', { name: 'Send card' });
const button = (name: string) => dialog().getByRole('button', { name });
const sendItem = () => page.getByRole('menuitem', { name: 'Send card...' });

async function openMenuOf(name: string): Promise<void> {
  await card(page, name).getByRole('button', { name: 'Move to...' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

test('a card that is sent changes both counts, the whitelist entry and the balance', {
  tag: '@cards-8',
}, async ({ node }) => {
  const toasts = await recordToasts(page);
  const [ace, duo] = [await elsewhere('ace'), await elsewhere('duo')];
  const cards = await ace.cards();
  const sent = cards[0]!;
  await ace.signIn();
  await ace.register(cards.slice(0, 5).map(({ tokenId }) => tokenId));
  await visitAs({ accounts: ['ace'] });
  await expect(chip()).toContainText('10 SUI · 184 MAIN');
  const panel = page.getByRole('region', { name: 'Booster Pack Whitelist' });
  await expect(panel.getByText('Qualified')).toBeVisible();

  await openMenuOf(sent.name);
  await sendItem().click();
  await dialog().getByLabel('To whom').fill('0x1234');
  await button('Check and see the fee').click();
  await expect(dialog().getByRole('alert')).toContainText('A whole wallet address');
  await dialog().getByLabel('To whom').fill(personaAddress('ace'));
  const field = dialog().getByLabel('To whom');
  await button('Check and see the fee').click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(dialog().getByRole('alert')).toBeVisible();
  await expect(field, 'nothing is wrong with what was typed').not.toHaveAttribute('aria-invalid');
  await button('Check and see the fee').click();
  await sign(page);
  await expect(dialog().getByRole('alert')).toHaveText('That is your own wallet.');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  // By keyboard one stays in the field that is to be mended.
  const checked = page.waitForResponse((answer) => answer.url().endsWith('/api/transfers'));
  await field.press('Enter');
  await checked;
  await expect(button('Check and see the fee')).toBeEnabled();
  await expect(field).toBeFocused();
  await field.fill('duo-demo.sui');
  await button('Check and see the fee').click();

  // The whole address, also for a SuiNS name, and the fee are shown before signing.
  await expect(dialog().locator('.send-address')).toHaveText(personaAddress('duo'));
  await expect(dialog()).toContainText(/about 0\.00\d+ SUI/);
  await expect(dialog()).toContainText('Your whitelist registration of 1 entry lapses');
  await expectNoSidewaysScroll(page);

  await setWallet(page, { accounts: ['ace'], declinesSigning: true });
  await button('Sign and send').click();
  await expect(dialog().getByRole('alert')).toContainText('Your wallet did not sign.');
  expect([await countOf(ace), await countOf(duo)]).toEqual([12, 2]);

  await setWallet(page, { accounts: ['ace'] });
  await button('Sign and send').click();
  const done = page.getByRole('dialog', { name: 'Card Sent' });
  await expect(done).toContainText('now belongs to');
  await expect(done.getByRole('link', { name: 'See the card' })).toBeVisible();
  await expect.poll(toasts).toContainEqual(expect.stringContaining('Card Sent'));
  await done.getByRole('button', { name: 'Done' }).click();

  expect(node.ledger.object(sent.id).owner).toMatchObject({
    address: personaAddress('duo'),
  });
  expect([await countOf(ace), await countOf(duo)]).toEqual([11, 3]);
  await expect(card(page, sent.name)).toHaveCount(0);
  await expect(panel.getByText('Lapsed')).toBeVisible();
  await expect(chip()).toContainText('9.99 SUI · 184 MAIN');
});

test('on a low phone what is wrong with a recipient is in sight, and who comes back finds it in the field', {
  tag: ['@cards-8', '@E2'],
}, async () => {
  await visitAs({ accounts: ['kiosk'] });
  await page.setViewportSize({ width: 320, height: 480 });
  await page.getByRole('button', { name: 'Move to...' }).first().click();
  await sendItem().click();
  const field = dialog().getByLabel('To whom');
  await field.fill('0x1234');
  await field.press('Enter');
  await expect(dialog().getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(button('Check and see the fee')).toBeInViewport({ ratio: 1 });
  await field.fill('duo-demo.sui');
  await field.press('Enter');
  await sign(page);
  await button('Another recipient').click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('duo-demo.sui');
  await page.keyboard.type('ace-demo.sui');
  await expect(field).toHaveValue('ace-demo.sui');
  await field.press('Enter');
  await button('Sign and send').click();
  const done = page.getByRole('dialog', { name: 'Card Sent' });
  await expect(done.getByRole('heading', { name: 'Card Sent' })).toBeInViewport({ ratio: 1 });
});

test('how a sent card fared is told on another page, too, also when the page was left before the server had answered', {
  tag: '@cards-8',
}, async () => {
  const toasts = await recordToasts(page);
  await elsewhere('duo');
  const bar = page.getByRole('banner');
  const games = page.getByRole('heading', { level: 1, name: 'Games' });
  const prepare = async () => {
    await page.locator('[data-card]').first().getByRole('button', { name: 'Move to...' }).click();
    await sendItem().click();
    await dialog().getByLabel('To whom').fill('duo-demo.sui');
    await button('Check and see the fee').click();
  };
  let isSeen = false;
  await page.route(/\/api\/transfers\/[^/]+(\/execute)?$/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    await route.fulfill({ response, json: isSeen ? json : { ...json, status: 'sent' } });
  });
  await visitAs({ accounts: ['ace'] });
  await prepare();
  await sign(page);
  await button('Sign and send').click();
  const onItsWay = page.getByRole('dialog', { name: 'On its way' });
  await onItsWay.getByRole('button', { name: 'Close' }).click();
  await bar.getByRole('link', { name: 'Games', exact: true }).click();
  await expect(games).toBeVisible();
  isSeen = true;
  await expect.poll(toasts).toContainEqual(expect.stringContaining('Card Sent'));

  await page.unrouteAll();
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/transfers\/[^/]+\/execute$/, async (route) => {
    const response = await route.fetch();
    await held.promise;
    await route.fulfill({ response });
  });
  await page.reload();
  await bar.getByRole('link', { name: 'Connected wallet' }).click();
  await prepare();
  const sent = page.waitForRequest(/\/execute$/);
  await button('Sign and send').click();
  await sent;
  await page.goBack();
  await expect(games).toBeVisible();
  held.resolve();
  await expect.poll(toasts).toContainEqual(expect.stringContaining('Card Sent'));
});

test('that a card never reached the server is told, too, when the dialog was closed or the page left', {
  tag: '@cards-8',
}, async () => {
  const toasts = await recordToasts(page);
  const notSent = 'The card was not sent This did not arrive. Nothing was sent. Please try again.';
  const bar = page.getByRole('banner');
  const games = page.getByRole('heading', { level: 1, name: 'Games' });
  await elsewhere('duo');
  await visitAs({ accounts: ['ace'] });
  const lost = Promise.withResolvers<void>();
  let isLost = false;
  await page.route(/\/api\/transfers\/[^/]+\/execute$/, async (route) => {
    if (isLost) await lost.promise;
    await route.abort();
  });
  const closed = Promise.withResolvers<void>();
  await page.route(/\/api\/transfers\/[^/]+$/, async (route) => {
    await closed.promise;
    await route.continue();
  });
  const send = async () => {
    await page.locator('[data-card]').first().getByRole('button', { name: 'Move to...' }).click();
    await sendItem().click();
    await dialog().getByLabel('To whom').fill('duo-demo.sui');
    await button('Check and see the fee').click();
    if (!isLost) await sign(page);
    await button('Sign and send').click();
  };
  await send();
  const onItsWay = page.getByRole('dialog', { name: 'On its way' });
  await onItsWay.getByRole('button', { name: 'Close' }).click();
  closed.resolve();
  await expect.poll(toasts).toContain(notSent);

  await bar.getByRole('link', { name: 'Games', exact: true }).click();
  await expect(games).toBeVisible();
  await page.reload();
  await bar.getByRole('link', { name: 'Connected wallet' }).click();
  isLost = true;
  const sent = page.waitForRequest(/\/execute$/);
  await send();
  await sent;
  await page.goBack();
  await expect(games).toBeVisible();
  lost.resolve();
  await expect.poll(toasts).toContain(notSent);
  await page.unrouteAll();
});

test('a card on its way that cannot be asked for, since the session is over, does not keep others from being sent', {
  tag: '@cards-8',
}, async () => {
  await elsewhere('duo');
  await visitAs({ accounts: ['duo'] });
  const first = page.locator('[data-card]').first();
  await first.getByRole('button', { name: 'Move to...' }).click();
  await sendItem().click();
  await dialog().getByLabel('To whom').fill(personaAddress('ace'));
  await button('Check and see the fee').click();
  await sign(page);
  await page.route('**/api/transfers/*', (route) => route.fulfill({ status: 401, json: {} }));
  const refused = page.waitForResponse('**/api/transfers/*');
  await button('Sign and send').click();
  await refused;
  await page
    .getByRole('dialog', { name: 'On its way' })
    .getByRole('button', { name: 'Done' })
    .click();
  await first.getByRole('button', { name: 'Move to...' }).click();
  await expect(sendItem()).toBeEnabled();
  await page.unroute('**/api/transfers/*');
});

test('it is said why a card cannot be sent, and that a balance is not known', async () => {
  const kiosk = await elsewhere('kiosk');
  const cards = await kiosk.cards();
  const named = (fits: (one: (typeof cards)[number]) => boolean) => cards.find(fits)!.name;
  await visitAs({ accounts: ['kiosk'], cannotSignTransactions: true });
  for (const [name, reason] of [
    [named(({ place, isListed }) => place === 'kiosk' && !isListed), 'in a kiosk'],
    [named(({ isListed }) => isListed), 'for sale'],
    [named(({ place }) => place === 'wallet'), 'your wallet cannot sign it'],
  ] as const) {
    await openMenuOf(name);
    await expect(sendItem()).toBeDisabled();
    await expect(sendItem()).toContainText(reason);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }

  const error = 'The Sui network cannot be read right now.';
  await page.route('**/balances', (route) => route.fulfill({ status: 503, json: { error } }));
  await page.reload();
  await expect(chip()).toContainText('Balance not known');
});
