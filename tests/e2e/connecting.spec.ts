/**
 * A Wallet Standard wallet in an MV3 extension connects, and its cards are read from the stand-in node.
 */
import { expect, type Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { shortAddress } from '#rules/address.ts';
import { counting } from './support/counting.ts';
import { changeWallet, prepareWallet, setWallet, test } from './support/extension.ts';
import { recordToasts, toastsOf } from './support/product-fixture.ts';
import type { Behaviour } from './support/test-wallet/behaviour.ts';

async function visit(page: Page, behaviour: Partial<Behaviour> = {}) {
  await recordToasts(page);
  await prepareWallet(page, behaviour);
  await page.goto('/');
}

async function connect(page: Page) {
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Connect Wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Your Wallet' });
  await dialog.getByRole('button', { name: 'Harbour' }).click();
}

const chip = (page: Page, persona: string) =>
  page.getByRole('banner').getByRole('link', { name: shortAddress(personaAddress(persona)) });
const flags = (page: Page) =>
  page.evaluate(() => [
    localStorage.getItem('wallet_connected'),
    localStorage.getItem('wallet_address'),
  ]);

const aboutDisconnecting = async (page: Page) =>
  (await toastsOf(page)).filter((said) => /Disconnect/.test(said));

test('a wallet that connects has the cards of all its kiosks read over gRPC, and is told so', {
  tag: ['@cards-1', '@cards-3', '@wallet-6', '@wallet-12', '@wallet-13'],
}, async ({ page, node }) => {
  node.requests.reset();
  await visit(page, { accounts: ['kiosk'] });
  await connect(page);
  await expect(chip(page, 'kiosk')).toBeVisible();
  await expect
    .poll(() => toastsOf(page))
    .toContainEqual('Wallet Connected Successfully connected and syncing NFT data from blockchain');
  await expect
    .poll(() => toastsOf(page))
    .toContainEqual('NFTs Loaded Found 12 NFTs from the collection');
  expect(await flags(page)).toEqual(['true', personaAddress('kiosk')]);
  expect(node.requests.count('grpc', 'ListOwnedObjects')).toBeGreaterThan(0);
  expect(node.requests.count('graphql') + node.requests.count('jsonrpc')).toBe(0);
  const answer = await page.request.get(`/api/user/${personaAddress('kiosk')}`);
  expect(await answer.json()).toMatchObject({ nftCount: 12, isStale: false });
});

test('a wallet is connected again after a reload, without a question, also when it registers late; disconnecting forgets it, and is said once', {
  tag: ['@T3', '@wallet-14', '@wallet-16'],
}, async ({ page }) => {
  await visit(page, { accounts: ['ace'] });
  await connect(page);
  await expect(chip(page, 'ace')).toBeVisible();
  await page.reload();
  await expect(chip(page, 'ace')).toBeVisible();
  await setWallet(page, { accounts: ['ace'], lateBy: 600 });
  await page.reload();
  await expect(chip(page, 'ace')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await expect(chip(page, 'ace')).toHaveCount(0);
  expect(await flags(page)).toEqual([null, null]);
  await expect.poll(() => aboutDisconnecting(page)).toEqual(['Wallet Disconnected']);
});

test('the page follows when the account is switched inside the wallet, and disconnects when it takes every account away', {
  tag: '@wallet-17',
}, async ({ page }) => {
  await visit(page, { accounts: ['ace', 'duo'] });
  await connect(page);
  await expect(chip(page, 'ace')).toBeVisible();
  await page.goto('/profile');
  const name = page.getByLabel('Display name');
  const heading = page.getByRole('heading', { level: 1 });
  await name.focus();
  await changeWallet(page, { accounts: ['duo', 'ace'] });
  await expect(chip(page, 'duo')).toBeVisible();
  // Whoever stood in what went away is not lost on the page.
  await expect(heading).toBeFocused();
  expect(await flags(page)).toEqual(['true', personaAddress('duo')]);
  await expect
    .poll(async () => (await toastsOf(page)).some((said) => said.startsWith('Account Switched')))
    .toBe(true);
  await name.focus();
  await changeWallet(page, { accounts: [] });
  await expect(chip(page, 'duo')).toHaveCount(0);
  await expect(heading).toBeFocused();
  expect(await flags(page)).toEqual([null, null]);
});

test('a switch of the account neither reads the one before again nor tells what comes late of it', {
  tag: '@wallet-17',
}, async ({ page }) => {
  await visit(page, { accounts: ['ace', 'duo'] });
  await connect(page);
  await expect(chip(page, 'ace')).toBeVisible();
  await page.goto('/profile');
  const late = Promise.withResolvers<void>();
  const answered = page.waitForResponse(`**/api/nfts/sync/${personaAddress('ace')}`);
  await page.route(`**/api/nfts/sync/${personaAddress('ace')}`, async (route) => {
    await late.promise;
    const json = { totalNfts: 77, syncedAt: new Date().toISOString(), isFresh: true };
    await route.fulfill({ json });
  });
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.locator('[data-card]')).not.toHaveCount(0);
  const readOfAce = counting(page, (request) => request.url().includes(personaAddress('ace')));
  await changeWallet(page, { accounts: ['duo', 'ace'] });
  await expect(chip(page, 'duo')).toBeVisible();
  await expect(page.locator('[data-card]')).toHaveCount(2);
  late.resolve();
  await (await answered).finished();
  // The toast of the next act comes after those that were to come before.
  await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await expect.poll(() => aboutDisconnecting(page)).toEqual(['Wallet Disconnected']);
  expect((await toastsOf(page)).filter((said) => said.includes('77'))).toEqual([]);
  expect(readOfAce()).toBe(0);
});

test('a page that comes back from memory follows the account that was switched in the wallet meanwhile', {
  tag: ['@wallet-17', '@pages-64'],
}, async ({ page }) => {
  await visit(page, { accounts: ['ace', 'duo'] });
  await connect(page);
  await expect(chip(page, 'ace')).toBeVisible();
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.kept = String(persisted);
    });
  });
  await page.goto('/healthz');
  // The page in memory does not hear of it.
  await setWallet(page, { accounts: ['duo', 'ace'] });
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-kept', 'true');
  await expect(chip(page, 'duo')).toBeVisible();
  await expect
    .poll(async () => (await toastsOf(page)).some((said) => said.startsWith('Account Switched')))
    .toBe(true);
});

test('beside a wallet without a picture, and one that breaks the standard, the others are offered', {
  tag: '@wallet-6',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const features = { 'standard:connect': {}, 'standard:events': {} };
    const wallets = [
      { name: 'Featureless' },
      { name: 'Iconless', icon: '', accounts: [], chains: ['sui:mainnet'], features },
      { name: 'Broken icon', icon: 'data:,', accounts: [], chains: ['sui:mainnet'], features },
    ];
    addEventListener('wallet-standard:app-ready', ({ detail }: CustomEventInit) => {
      detail.register(...wallets);
    });
  });
  await visit(page);
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  const row = (name: string) => page.getByRole('dialog').getByRole('button', { name });
  await expect(row('Harbour').locator('img')).toBeVisible();
  for (const name of ['Iconless', 'Broken icon']) {
    await expect(row(name)).toBeVisible();
    await expect(row(name).locator('img')).toHaveCount(0);
  }
  await expect(row('Featureless')).toHaveCount(0);
});

test('of two wallets of one name only the one that was pressed waits', {
  tag: '@wallet-6',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const connect = { version: '1.0.0', connect: () => new Promise(() => {}) };
    const features = { 'standard:connect': connect, 'standard:events': {} };
    const twin = { name: 'Twin', icon: '', accounts: [], chains: ['sui:mainnet'], features };
    addEventListener('wallet-standard:app-ready', ({ detail }: CustomEventInit) => {
      detail.register({ ...twin, id: 'one' }, { ...twin, id: 'two' });
    });
  });
  await visit(page);
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  const rows = page.getByRole('dialog').getByRole('button', { name: 'Twin' });
  await rows.first().click();
  await expect(rows.first()).toHaveAttribute('data-waiting');
  await expect(rows.last()).toBeDisabled();
  await expect(rows.last()).not.toHaveAttribute('data-waiting');
});

test('while the chain is away a wallet is connected and told so, and nothing counts as zero', {
  tag: '@errors-17',
}, async ({ page, node }) => {
  node.faults.set({ kind: '502' });
  await visit(page, { accounts: ['five'] });
  await connect(page);
  await expect(chip(page, 'five')).toBeVisible();
  await expect
    .poll(() => toastsOf(page))
    .toContainEqual('Connection Error Connected but failed to sync blockchain data');
  const user = await (await page.request.get(`/api/user/${personaAddress('five')}`)).json();
  expect(user).toMatchObject({ syncedAt: null, isStale: true });
  await expect(page.getByText(/^Your cards have not been read/)).toBeVisible();
  await expect(page.getByText(/^No cards yet/)).toHaveCount(0);
  node.faults.clear();
  const sync = await page.request.post(`/api/nfts/sync/${personaAddress('five')}`);
  expect(await sync.json()).toMatchObject({ totalNfts: 5 });
});

test('a profile opened while the chain is away shows the cards once it is back', {
  tag: '@cards-20',
}, async ({ page, node }) => {
  node.faults.set({ kind: '502' });
  await page.clock.install();
  await visit(page, { accounts: ['house'] });
  await connect(page);
  await chip(page, 'house').click();
  const cards = page.locator('[data-card]');
  await expect(page.getByRole('alert').getByText('Your cards could not be read')).toBeVisible();

  const syncs = counting(page, `/api/nfts/sync/${personaAddress('house')}`);
  const answered = () => page.waitForResponse((answer) => answer.url().includes('/api/nfts/sync/'));
  let answer = answered();
  await page.clock.runFor(60_000);
  await answer;
  expect(syncs()).toBe(1);
  node.faults.clear();
  await setHidden(page, true);
  await page.clock.runFor(300_000);
  expect(syncs(), 'nobody looks at it').toBe(1);
  await setHidden(page, false);
  answer = answered();
  await page.clock.runFor(60_000);
  await answer;
  await expect(cards.first()).toBeVisible();
  await page.clock.runFor(300_000);
  expect(syncs(), 'they are read now').toBe(2);
});

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isHidden ? 'hidden' : 'visible',
  );
