/**
 * A Wallet Standard wallet in an MV3 extension connects, and its cards are read from the stand-in node.
 */
import { expect, type Page, test } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { shortAddress } from '#rules/address.ts';
import {
  changeWallet,
  openBrowserWithWallet,
  prepareWallet,
  setWallet,
  type WalletBrowser,
} from './support/extension.ts';
import {
  openProductFixture,
  type ProductFixture,
  recordToasts,
} from './support/product-fixture.ts';
import type { Behaviour } from './support/test-wallet/behaviour.ts';

let fixture: ProductFixture;
let person: WalletBrowser;
let page: Page;
let toasts: () => Promise<string[]>;

test.beforeAll(async () => {
  fixture = await openProductFixture();
  person = await openBrowserWithWallet();
});
test.afterAll(async () => {
  await person.close();
  await fixture.close();
});
test.beforeEach(async () => {
  page = await person.context.newPage();
  toasts = await recordToasts(page);
  fixture.node.faults.clear();
});
test.afterEach(async () => {
  await page.evaluate(() => localStorage.clear());
  await page.close();
});

async function visit(behaviour: Partial<Behaviour> = {}) {
  await prepareWallet(page, fixture.url, behaviour);
  await page.goto(fixture.url);
}

async function connect() {
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Connect Wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Your Wallet' });
  await dialog.getByRole('button', { name: 'Harbour' }).click();
}

const chip = (persona: string) =>
  page.getByRole('banner').getByRole('link', { name: shortAddress(personaAddress(persona)) });
const flags = () =>
  page.evaluate(() => [
    localStorage.getItem('wallet_connected'),
    localStorage.getItem('wallet_address'),
  ]);

const aboutDisconnecting = async () => (await toasts()).filter((said) => /Disconnect/.test(said));

test('a wallet that connects has the cards of all its kiosks read over gRPC, and is told so', {
  tag: ['@cards-1', '@cards-3', '@wallet-6', '@wallet-12', '@wallet-13'],
}, async () => {
  fixture.node.requests.reset();
  await visit({ accounts: ['kiosk'] });
  await connect();
  await expect(chip('kiosk')).toBeVisible();
  await expect
    .poll(toasts)
    .toContainEqual('Wallet Connected Successfully connected and syncing NFT data from blockchain');
  await expect.poll(toasts).toContainEqual('NFTs Loaded Found 12 NFTs from the collection');
  expect(await flags()).toEqual(['true', personaAddress('kiosk')]);
  expect(fixture.node.requests.count('grpc', 'ListOwnedObjects')).toBeGreaterThan(0);
  expect(fixture.node.requests.count('graphql') + fixture.node.requests.count('jsonrpc')).toBe(0);
  const answer = await page.request.get(`${fixture.url}/api/user/${personaAddress('kiosk')}`);
  expect(await answer.json()).toMatchObject({ nftCount: 12, isStale: false });
});

test('a wallet is connected again after a reload, without a question, also when it registers late', {
  tag: '@wallet-14',
}, async () => {
  await visit({ accounts: ['ace'] });
  await connect();
  await expect(chip('ace')).toBeVisible();
  await page.reload();
  await expect(chip('ace')).toBeVisible();
  await setWallet(page, { accounts: ['ace'], lateBy: 600 });
  await page.reload();
  await expect(chip('ace')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const [why, behaviour] of [
  ['holds another account now', { accounts: ['duo'] }],
  ['wants to be asked aloud', { accounts: ['ace'], refusesSilent: true }],
  ['never registers', { accounts: ['ace'], lateBy: 3_600_000 }],
] as [string, Partial<Behaviour>][]) {
  test(`a wallet is not connected again when it ${why}, and both flags are cleared`, {
    tag: '@wallet-15',
  }, async () => {
    await visit({ accounts: ['ace'] });
    await connect();
    await expect(chip('ace')).toBeVisible();
    await setWallet(page, behaviour);
    await page.reload();
    await expect.poll(flags).toEqual([null, null]);
    await expect(
      page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }),
    ).toBeEnabled();
  });
}

test('the page follows when the account is switched inside the wallet', {
  tag: '@wallet-17',
}, async () => {
  await visit({ accounts: ['ace', 'duo'] });
  await connect();
  await expect(chip('ace')).toBeVisible();
  await changeWallet(page, { accounts: ['duo', 'ace'] });
  await expect(chip('duo')).toBeVisible();
  expect(await flags()).toEqual(['true', personaAddress('duo')]);
  await expect
    .poll(async () => (await toasts()).some((said) => said.startsWith('Account Switched')))
    .toBe(true);
});

test('a wallet that takes every account away is disconnected', async () => {
  await visit({ accounts: ['ace'] });
  await connect();
  await expect(chip('ace')).toBeVisible();
  await changeWallet(page, { accounts: [] });
  await expect(chip('ace')).toHaveCount(0);
  expect(await flags()).toEqual([null, null]);
});

test('disconnecting forgets the wallet, and is said once', {
  tag: ['@T3', '@wallet-16'],
}, async () => {
  await visit({ accounts: ['ace'] });
  await connect();
  await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await expect(chip('ace')).toHaveCount(0);
  expect(await flags()).toEqual([null, null]);
  await expect.poll(aboutDisconnecting).toEqual(['Wallet Disconnected']);
});

test('a wallet that fails to disconnect is disconnected all the same, and that is said', {
  tag: '@errors-19',
}, async () => {
  await visit({ accounts: ['ace'], failsToDisconnect: true });
  await connect();
  await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await expect(chip('ace')).toHaveCount(0);
  expect(await flags()).toEqual([null, null]);
  await expect
    .poll(aboutDisconnecting)
    .toEqual(['Disconnect Error There was an issue disconnecting your wallet']);
});

test('who declines in the wallet stays disconnected', { tag: '@errors-16' }, async () => {
  await visit({ accounts: ['ace'], declinesConnect: true });
  await connect();
  await expect
    .poll(toasts)
    .toContainEqual(
      'Sui Wallet Required Please install Suiet Wallet, Sui Wallet, or Ethos Wallet browser extension to connect and access your NFT collection.',
    );
  expect(await flags()).toEqual([null, null]);
});

test('while the chain is away a wallet is connected and told so, and nothing counts as zero', {
  tag: '@errors-17',
}, async () => {
  fixture.node.faults.set({ kind: '502' });
  await visit({ accounts: ['five'] });
  await connect();
  await expect(chip('five')).toBeVisible();
  await expect
    .poll(toasts)
    .toContainEqual('Connection Error Connected but failed to sync blockchain data');
  const user = await (
    await page.request.get(`${fixture.url}/api/user/${personaAddress('five')}`)
  ).json();
  expect(user).toMatchObject({ syncedAt: null, isStale: true });
  fixture.node.faults.clear();
  const sync = await page.request.post(`${fixture.url}/api/nfts/sync/${personaAddress('five')}`);
  expect(await sync.json()).toMatchObject({ totalNfts: 5 });
});
