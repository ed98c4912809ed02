/** The admin page: figures, list, the three export formats, re-check, and a long list. */
import { readFileSync } from 'node:fs';
import { type Browser, type Download, expect, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import type { WhitelistEntry, WhitelistTotals } from '#contract/whitelist.ts';
import type { Client } from '#demo/client.ts';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { REGISTRATIONS } from '#demo/seed.ts';
import { shortAddress } from '#rules/address.ts';
import type { Sql } from '#server/db/sql.ts';
import { connectBehind, ENTRIES_PER_WALLET, storeEntries } from '#tests/support/many-entries.ts';
import type { Product } from '#tests/support/product.ts';
import { test } from './support/demo-product.ts';
import { loseAnswers } from './support/hold.ts';
import { complaints, expectNoSidewaysScroll } from './support/page-checks.ts';
import { recordToasts } from './support/product-fixture.ts';
import { registerCards, sign, visitProfile } from './support/profile.ts';
import { withoutPrerender } from './support/without-prerender.ts';
import { setClockOff } from './support/wrong-clock.ts';

const LIST = '/api/booster-pack/whitelist';
let product: Product;
let sql: Sql;

test.beforeAll(async ({ product: demo }) => {
  product = demo;
  sql = connectBehind(product);
  // The demo's personas register at the start; then the list is cleared for these tests.
  await expect
    .poll(async () => (await totals()).registrations, { timeout: 60_000 })
    .toBe(Object.values(REGISTRATIONS).flat().length);
});
test.afterAll(() => sql.end());

async function totals(): Promise<WhitelistTotals> {
  return (await fetch(`${product.url + LIST}/totals`)).json();
}

/** Fills the whitelist with fresh checks, which the background job leaves alone, and waits for the server. */
async function fill(count: number, lapsed = 'none'): Promise<void> {
  await sql`truncate whitelist_entries, whitelist_claims, whitelist_rechecks`;
  if (count > 0) await storeEntries(sql, 1, count, new Date(Date.now() - 1_200_000));
  await sql`UPDATE whitelist_entries SET has_required_cards = false WHERE id = ${lapsed}`;
  await expect
    .poll(async () => {
      const list = await fetch(product.url + LIST);
      const first = (await list.json()) as WhitelistEntry[];
      const { registrations } = await totals();
      const gone = first.find(({ hasRequiredCards }) => !hasRequiredCards);
      return [first[0]?.id, registrations, gone?.id ?? 'none'];
    })
    .toEqual([count === 0 ? undefined : `entry-${count}`, count, lapsed]);
}

async function visit(browser: Browser): Promise<{ page: Page; toasts(): Promise<string[]> }> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const toasts = await recordToasts(page);
  await page.goto('/admin');
  return { page, toasts };
}

const figure = (page: Page, name: string) =>
  page
    .locator('.totals-tile')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
const lines = (page: Page) => page.getByRole('region', { name: /newest first/ }).locator('li');
const choose = (page: Page, format: string) =>
  page.getByRole('radio', { name: new RegExp(`^${format}`, 'i') }).check();

async function download(page: Page): Promise<{ name: string; text: string }> {
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file: Download = await begun;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

test('the admin page shows figures and list, and other readers can open the three files; it fits 360 px, is used by keyboard, draws few lines of a long list, and axe has nothing to say', {
  tag: ['@W5', '@whitelist-10', '@whitelist-11', '@whitelist-12', '@whitelist-13', '@whitelist-15'],
}, async ({ browser }) => {
  await fill(1_100, 'entry-1099');
  const { page, toasts } = await visit(browser);
  const wallets = 1_100 / ENTRIES_PER_WALLET + 1;
  await expect(figure(page, 'Total Entries')).toHaveText('1,100');
  await expect(figure(page, 'Unique Wallets')).toHaveText(String(wallets));
  await expect(figure(page, 'NFTs Selected')).toHaveText('5,500');
  await expect(figure(page, 'Registrations')).toHaveText('1,100');

  await choose(page, 'json');
  // The clock of the device is set back by two days.
  await page.evaluate(setClockOff, -2 * 86_400_000);
  const json = await download(page);
  await expect.poll(toasts).toContainEqual(`Download Complete 1,100 registrations in ${json.name}`);
  expect(json.name).toMatch(/^the-mainz-booster-pack-whitelist-\d{4}-\d\d-\d\d\.json$/);
  const { exported_at, entries, ...sums } = JSON.parse(json.text);
  expect(sums).toEqual({ total_entries: 1_100, unique_wallets: wallets });
  expect(new Date(exported_at).toISOString()).toBe(exported_at);
  const first: WhitelistEntry[] = await (await page.request.get(LIST)).json();
  expect(entries).toHaveLength(1_100);
  expect(exported_at > first[0]!.registeredAt).toBe(true);
  expect(entries.slice(0, 1_000)).toEqual(first);

  await choose(page, 'csv');
  const csv = await download(page);
  expect(csv.name).toBe(json.name.replace(/json$/, 'csv'));
  const [head, ...records] = parse(csv.text, { record_delimiter: '\r\n' });
  expect(head).toEqual(['Wallet Address', 'Entry Count', 'NFTs Selected', 'Registration Date']);
  expect(records).toEqual(
    (entries as WhitelistEntry[]).map((one) => [one.walletAddress, '1', '5', one.registeredAt]),
  );

  await choose(page, 'txt');
  const txt = (await download(page)).text.split('\n');
  expect(txt).toContain('Total Entries: 1100');
  expect(txt.filter((line) => line.startsWith('0x'))).toHaveLength(1_100);

  await page.getByRole('button', { name: 'Copy Addresses' }).click();
  await expect
    .poll(toasts)
    .toContainEqual(`Copied to Clipboard ${wallets} wallet addresses, each once`);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')).toEqual([
    ...new Set((entries as WhitelistEntry[]).map(({ walletAddress }) => walletAddress)),
  ]);

  for (const [index, one] of first.slice(0, 4).entries()) {
    const line = lines(page).nth(index);
    await expect(line).toContainText(shortAddress(one.walletAddress));
    await expect(line).toContainText('Qualified');
    await expect(line).toContainText(
      one.id === 'entry-1099' ? 'A card is gone' : 'Holds all cards',
    );
  }

  // The list scrolls on when the row with the focus has long been out of sight.
  const frame = page.getByRole('region', { name: /newest first/ });
  const box = page.locator('li[aria-posinset="1"]').getByRole('checkbox');
  await box.focus();
  for (let presses = 0; presses < 4; presses += 1) {
    const before = await frame.evaluate(({ scrollTop }) => scrollTop);
    await page.keyboard.press('PageDown');
    await expect.poll(() => frame.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(before);
  }
  await expect(box).toBeFocused();

  await page.setViewportSize({ width: 360, height: 800 });
  await expect(lines(page).first()).toContainText('Qualified');
  await expectNoSidewaysScroll(page);
  await page.getByRole('radio', { name: /^csv/i }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Download' })).toBeFocused();
  const begun = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await begun).suggestedFilename()).toMatch(/\.json$/);
  // The end of the list is on the second page.
  await page.getByRole('region', { name: /newest first/ }).focus();
  await page.keyboard.press('End');
  await expect(page.locator('li[aria-posinset="1100"]')).toContainText('1 entry');
  await expect(page.getByText('1,100 registrations', { exact: true })).toBeVisible();
  expect(await lines(page).count()).toBeLessThan(60);
  expect(await complaints(page)).toEqual([]);

  // On paper stand all that were read.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await lines(page).count()).toBe(1_100);
  await page.emulateMedia({ media: 'print' });
  const lowest = await lines(page).last().boundingBox();
  const main = await page.getByRole('main').boundingBox();
  expect(lowest!.y + lowest!.height).toBeLessThanOrEqual(main!.y + main!.height);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => lines(page).count()).toBeLessThan(60);
});

/** Registers five cards of the persona, and gives one of them away on the stand-in ledger. */
async function registerAndGiveAway(persona: string, to: string): Promise<Client> {
  const { client, cards } = await registerCards(product.url, persona, 5);
  const { walletAddress } = client;
  const { id, transaction } = await client.call('POST /api/transfers', {
    body: { walletAddress, cardId: cards[0]!, recipient: personaAddress(to) },
  });
  const { signature } = await personaKeypair(persona).signTransaction(
    Buffer.from(transaction, 'base64'),
  );
  await client.call('POST /api/transfers/{id}/execute', {
    params: { id },
    body: { walletAddress, signature },
  });
  return client;
}

test('a registration whose card was given away is exported, until only those that hold theirs are wanted', {
  tag: '@W6',
}, async ({ browser }) => {
  await fill(2);
  const { walletAddress } = await registerAndGiveAway('bao', 'lumen');
  await expect
    .poll(async () => await totals())
    .toMatchObject({ registrations: 3, heldRegistrations: 2, totalEntries: 3, heldEntries: 2 });

  const { page, toasts } = await visit(browser);
  await page.setViewportSize({ width: 360, height: 800 });
  const heldOnly = page.getByRole('switch', { name: 'Only those that still hold their cards' });
  await expect(heldOnly).toHaveAttribute('aria-checked', 'false');
  await expect(heldOnly).toHaveAccessibleDescription(
    '1 of 3 registrations no longer holds its cards.',
  );
  expect((await heldOnly.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expect(lines(page)).toHaveCount(3);

  const takeAll = async () => {
    await choose(page, 'json');
    const json = JSON.parse((await download(page)).text);
    await page.getByRole('button', { name: 'Copy Addresses' }).click();
    await expect(page.getByRole('button', { name: 'Copy Addresses' })).toBeEnabled();
    const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
    return { json, copied };
  };
  const all = await takeAll();
  expect(all.json.entries.map((one: WhitelistEntry) => one.hasRequiredCards)).toEqual([
    ...[false, true, true],
  ]);
  expect(all.copied).toHaveLength(2);
  expect(all.copied[0]).toBe(walletAddress);
  const boxes = page.getByRole('checkbox', { name: /^Select the registration of 0x/ });
  for (const box of await boxes.all()) await box.press('Space');
  await expect(page.getByText('3 registrations selected')).toBeVisible();

  await page.getByRole('button', { name: 'Copy Addresses' }).focus();
  await page.keyboard.press('Tab');
  await expect(heldOnly).toBeFocused();
  await page.keyboard.press('Space');
  await expect(heldOnly).toHaveAttribute('aria-checked', 'true');
  await expect(
    page.getByRole('status').filter({ hasText: '2 registrations, only those that still hold' }),
  ).toBeVisible();
  await expect(figure(page, 'Registrations')).toHaveText('2');
  await expect(figure(page, 'Total Entries')).toHaveText('2');
  // Of the selected ones, too.
  await expect(page.getByText('2 registrations selected')).toBeVisible();
  await expect(lines(page)).toHaveCount(2);
  await expectNoSidewaysScroll(page);
  const held = await takeAll();
  expect(held.json.entries).toEqual(all.json.entries.slice(1));
  expect(held.json.total_entries).toBe(2);
  expect(held.copied).toEqual(all.copied.slice(1));
  expect(await complaints(page)).toEqual([]);

  // No entry holds its cards: shown like an empty list.
  await sql`UPDATE whitelist_entries SET has_required_cards = false`;
  await expect.poll(async () => (await totals()).heldRegistrations).toBe(0);
  await page.reload();
  await heldOnly.click();
  await expect(page.getByText('None of them still holds its cards.')).toBeVisible();
  await page.getByRole('button', { name: 'Download' }).click();
  await expect.poll(toasts).toContainEqual('No Data No whitelist entries to download.');
  await page.getByRole('button', { name: 'Copy Addresses' }).click();
  await expect.poll(toasts).toContainEqual('No Data No wallet addresses to copy.');
  await expect(page.getByRole('alert')).toHaveText('No wallet addresses to copy.');
  await heldOnly.click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('of the selected registrations those that were taken back since, or lost a card, are not copied', {
  tag: ['@W6', '@whitelist-27'],
}, async ({ browser }) => {
  await fill(3);
  const { page } = await visit(browser);
  const boxes = page.getByRole('checkbox', { name: /^Select the registration of 0x/ });
  await expect(boxes).toHaveCount(3);
  for (const box of await boxes.all()) await box.press('Space');
  await expect(page.getByText('3 registrations selected')).toBeVisible();
  const heldOnly = page.getByRole('switch', { name: 'Only those that still hold their cards' });
  /** @param held whether each still holds its cards, the newest first */
  const readAgain = async (...held: boolean[]) => {
    await expect
      .poll(async () => {
        const list = (await (await fetch(product.url + LIST)).json()) as WhitelistEntry[];
        return list.map(({ hasRequiredCards }) => hasRequiredCards);
      })
      .toEqual(held);
    await page.getByRole('button', { name: 'Read the list again' }).click();
  };

  await sql`UPDATE whitelist_entries SET deleted_at = now() WHERE id = 'entry-1'`;
  await sql`UPDATE whitelist_entries SET has_required_cards = false WHERE id = 'entry-2'`;
  await readAgain(true, false);
  await expect(page.getByText('2 registrations selected')).toBeVisible();
  await heldOnly.click();
  await expect(page.getByText('1 registration selected')).toBeVisible();
  await sql`UPDATE whitelist_entries SET has_required_cards = false WHERE id = 'entry-3'`;
  await readAgain(false, false);
  await expect(page.getByText('None of them still holds its cards.')).toBeVisible();
  await expect(page.getByText(/ selected$/)).toHaveCount(0);
  await heldOnly.click();
  await expect(page.getByText('2 registrations selected')).toBeVisible();
});

test('of a list that was read in part nothing is copied that is missing in that part when it is read again', {
  tag: ['@W6', '@whitelist-27'],
}, async ({ browser }) => {
  await fill(1_100);
  const [first] = await sql<{ wallet: string }[]>`
    SELECT wallet FROM whitelist_entries WHERE id = 'entry-1'`;
  const { page } = await visit(browser);
  await page
    .getByRole('checkbox', { name: /^Select the registration of 0x/ })
    .first()
    .press('Space');
  await page.getByRole('searchbox').fill(first!.wallet);
  await page.getByRole('button', { name: 'Select all 3' }).click();
  await page.getByRole('searchbox').fill('');
  await expect(page.getByText('4 registrations selected')).toBeVisible();
  await sql`UPDATE whitelist_entries SET deleted_at = now() WHERE id = 'entry-1100'`;
  const newest = async () => (await (await fetch(product.url + LIST)).json())[0].id;
  await expect.poll(newest).toBe('entry-1099');
  await page.getByRole('button', { name: 'Read the list again' }).click();
  await expect(page.getByText('3 registrations selected')).toBeVisible();
});

test('registrations are selected one by one, or found by name or address and then selected at once, by keyboard; their addresses are copied, each once', {
  tag: ['@whitelist-27', '@whitelist-28'],
}, async ({ browser }) => {
  await fill(40);
  const first: WhitelistEntry[] = await (await fetch(product.url + LIST)).json();
  const { walletAddress } = first[20]!;
  const registered = first.filter((one) => one.walletAddress === walletAddress).length;
  await sql`
    INSERT INTO collectors (wallet, name, count_reached_at, seen_at, created_at)
    VALUES (${walletAddress}, ${'Hal <b>O\u2019Way</b>'}, now(), now(), now())`;
  const { page, toasts } = await visit(browser);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const boxes = page.getByRole('checkbox', { name: /^Select the registration of 0x/ });
  await expect(boxes.nth(3)).toBeVisible();
  await expect(lines(page).locator('a').nth(3)).toBeVisible();
  const shown = await lines(page)
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('title')));
  await boxes.nth(0).press('Space');
  await boxes.nth(3).press('Space');
  await expect(page.getByText('2 registrations selected')).toBeVisible();
  await page.getByRole('button', { name: 'Copy their addresses' }).click();
  const wanted = [...new Set([shown[0], shown[3]])];
  const count = wanted.length === 1 ? '1 wallet address' : '2 wallet addresses, each once';
  await expect.poll(toasts).toContainEqual(`Copied to Clipboard ${count}`);
  expect(await copied()).toBe(wanted.join('\n'));
  await expect(lines(page).locator('a').first()).toHaveAttribute('href', new RegExp(`${shown[0]}`));
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(boxes.nth(0)).not.toBeChecked();

  await page.setViewportSize({ width: 360, height: 800 });
  const search = page.getByRole('searchbox', { name: 'Search registrations' });
  await search.fill('h');
  await expect(page.getByText(/^Two letters of a name/)).toBeVisible();
  await expect(page.getByText('40 registrations', { exact: true })).toBeVisible();

  await search.fill('way hal');
  await expect(page.getByText('No registration found.')).toBeVisible();
  await search.fill('hal');
  await expect(page.getByText(`${registered} registrations found`)).toBeVisible();
  await expect(lines(page)).toHaveCount(registered);
  await expect(lines(page).first()).toContainText('Hal <b>O\u2019Way</b>');
  await expectNoSidewaysScroll(page);
  expect(await complaints(page)).toEqual([]);
  await search.press('Tab');
  await expect(page.getByRole('button', { name: `Select all ${registered}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${registered} registrations selected`)).toBeVisible();
  await page.getByRole('button', { name: 'Copy their addresses' }).press('Enter');
  await expect.poll(copied).toBe(walletAddress);
  await expect.poll(toasts).toContainEqual('Copied to Clipboard 1 wallet address');

  // What is selected stays so in another search.
  await search.fill(shortAddress(first[0]!.walletAddress));
  await expect(lines(page).first()).toContainText(shortAddress(first[0]!.walletAddress));
  await page.getByRole('button', { name: /^Select all/ }).click();
  await page.getByRole('button', { name: 'Copy their addresses' }).click();
  await expect.poll(toasts).toContainEqual('Copied to Clipboard 2 wallet addresses, each once');
  await search.fill('');
  await expect(page.getByText('40 registrations', { exact: true })).toBeVisible();
});

test('a failing server is told apart from an empty list, which says so and has nothing to take', {
  tag: ['@E3', '@whitelist-14'],
}, async ({ browser }) => {
  await fill(3);
  const { page, toasts } = await visit(browser);
  await expect(lines(page)).toHaveCount(3);
  await page.route(`**${LIST}**`, (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Read the list again' }).click();
  const stale = page.getByText('The list could not be read again. This is how it stood before.');
  await expect(stale).toBeVisible();
  await expect(lines(page)).toHaveCount(3);
  await withoutPrerender(page);
  await page.reload();
  await expect(page.getByText('The registrations could not be read.')).toBeVisible();
  await expect(figure(page, 'Total Entries')).toHaveText('?');
  await page.getByRole('button', { name: 'Download' }).click();
  const unread = 'The whitelist could not be read to its end. Please try again.';
  await expect.poll(toasts).toContainEqual(`Download Failed ${unread}`);
  await page.getByRole('button', { name: 'Copy Addresses' }).click();
  await expect.poll(toasts).toContainEqual(`Copy Failed ${unread}`);
  await expect(page.locator('.export').getByRole('alert')).toHaveText(unread);
  await page.unroute(`**${LIST}**`);
  await page.locator('.entry-list').getByRole('button', { name: 'Try again' }).click();
  await expect(lines(page)).toHaveCount(3);
  await expect(stale).toHaveCount(0);

  await fill(0);
  await page.reload();
  await expect(page.getByText('Nobody has registered yet.')).toBeVisible();
  await expect(figure(page, 'Total Entries')).toHaveText('0');
  await page.getByRole('button', { name: 'Download' }).click();
  await expect.poll(toasts).toContainEqual('No Data No whitelist entries to download.');
  await expect(page.getByRole('alert')).toHaveText('No whitelist entries to download.');
  await page.getByRole('button', { name: 'Copy Addresses' }).click();
  await expect.poll(toasts).toContainEqual('No Data No wallet addresses to copy.');
});

test('the admin can have every verdict made anew, also when the answer to it is lost, and nobody else is offered it', {
  tag: '@whitelist-41',
}, async ({ browser }) => {
  await fill(12);
  const other = await visit(browser);
  await expect(
    other.page.getByText('All 12 registrations still held all their cards'),
  ).toBeVisible();
  await expect(other.page.getByRole('button', { name: 'Re-check now' })).toHaveCount(0);

  const page = await visitProfile(browser, 'admin');
  const toasts = await recordToasts(page);
  await page.goto('/admin');
  await expect(lines(page).filter({ hasText: 'Holds all cards' })).toHaveCount(12);
  // The totals of a long list are expensive: the server may return the last ones for some seconds.
  const last = await totals();
  let oldAnswers = 2;
  await page.route(`**${LIST}/totals`, (route) =>
    oldAnswers-- > 0 ? route.fulfill({ json: last }) : route.continue(),
  );
  await loseAnswers(page, `**${LIST}/recheck`);
  await page.getByRole('button', { name: 'Re-check now' }).click();
  await sign(page);
  // These wallets hold nothing on the chain.
  await expect.poll(toasts).toEqual(['Re-check Complete 4 wallets checked.']);
  await expect(page.getByText('0 of 12 registrations still held')).toBeVisible();
  await expect(lines(page).filter({ hasText: 'A card is gone' })).toHaveCount(12);
  await expect(lines(page).filter({ hasText: 'Qualified' })).toHaveCount(12);
});
