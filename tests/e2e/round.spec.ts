/** A round on the pages: the admin closes and freezes it, a collector takes their proof, everybody sees the root. */
import { createHash } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import type { RoundProof, WhitelistRound } from '#contract/whitelist-rounds.ts';
import type { Client } from '#demo/client.ts';
import { canonicalAddress } from '#rules/address.ts';
import { isProof } from '#rules/merkle.ts';
import { leafHash } from '#rules/round-list.ts';
import type { Sql } from '#server/db/sql.ts';
import { holding } from '#tests/support/database.ts';
import { connectBehind } from '#tests/support/many-entries.ts';
import { signedIn } from '#tests/support/people.ts';
import type { Product } from '#tests/support/product.ts';
import { test } from './support/demo-product.ts';
import { hold, loseAnswers } from './support/hold.ts';
import { complaints, expectNoSidewaysScroll } from './support/page-checks.ts';
import { recordToasts } from './support/product-fixture.ts';
import { registerCards, visitProfile, visitSignedIn } from './support/profile.ts';
import { untilInteractive } from './support/ready.ts';
import { withoutPrerender } from './support/without-prerender.ts';

const PHONE = { viewport: { width: 360, height: 740 } };
const ROUNDS = '**/api/booster-pack/rounds';
let product: Product;
let sql: Sql;
let ace: Client;

test.beforeAll(async ({ product: demo }) => {
  product = demo;
  sql = connectBehind(product);
  ({ client: ace } = await registerCards(product.url, 'ace', 10));
});
test.afterAll(() => sql.end());

async function admin(browser: Browser): Promise<Page> {
  const page = await visitSignedIn(browser, 'admin', PHONE);
  await page.goto('/admin');
  return page;
}
const panel = (page: Page) => page.getByRole('region', { name: /^Round \d/ });

test('a round that cannot be read is no round that is missing, and a refusal stands beside the button', {
  tag: ['@E2', '@E3', '@W7'],
}, async ({ browser }) => {
  const page = await admin(browser);
  await expect(panel(page).getByText('Open', { exact: true })).toBeVisible();
  await withoutPrerender(page);
  await page.route(ROUNDS, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.reload();
  const failure = page.getByRole('alert').filter({ hasText: 'The round could not be read.' });
  await expect(failure).toBeVisible();
  await page.unroute(ROUNDS);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page)).toBeVisible();

  await panel(page).getByLabel('Opens').fill('2026-12-02T10:00');
  // Typed at one go: the year ends after four digits.
  await panel(page).getByLabel('Closes').pressSequentially('120120261000AM');
  await expect(panel(page).getByLabel('Closes')).toHaveValue('2026-12-01T10:00');
  await panel(page).getByRole('button', { name: 'Save times' }).click();
  await expect(panel(page).getByText('A round closes after it opens.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(await complaints(page)).toEqual([]);
});

test('when a round closes is there before the program, which then moves nothing', {
  tag: ['@W7', '@pages-28', '@pages-29'],
}, async ({ browser }) => {
  const own = await admin(browser);
  const closes = panel(own).getByLabel('Closes');
  await closes.fill('2099-12-01T10:00');
  await panel(own).getByRole('button', { name: 'Save times' }).click();
  await expect(panel(own).getByText(/^Closes Dec 1, 2099, 10:00 AM$/)).toBeVisible();
  for (const width of [360, 1440]) {
    for (const address of ['/games', '/admin']) {
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      const page = await context.newPage();
      const release = await hold(page, '**/assets/index-*.js');
      // Pages are rendered again within a bounded share of the processor; until then they are sent without.
      await expect(async () => {
        await page.goto(address, { waitUntil: 'commit' });
        await expect(page.getByText(/^Closes Dec 1, 2099$/)).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 60_000 });
      await page.evaluate(() => document.fonts.ready);
      const places = () =>
        page
          .locator('main h2')
          .evaluateAll((all) =>
            all.map((one) => `${one.textContent} ${one.getBoundingClientRect().top}`),
          );
      const before = await places();
      release();
      await untilInteractive(page);
      await expect(page.getByText(/^Closes Dec 1, 2099, /)).toBeVisible();
      expect(await places(), `${address} at ${width}`).toEqual(before);
      await context.close();
    }
  }
  await closes.fill('');
  await panel(own).getByRole('button', { name: 'Save times' }).click();
  await expect(panel(own).getByText(/^Closes Dec/)).toHaveCount(0);
});

test('who is refused because the round closed meanwhile finds it closed on the page too', {
  tag: ['@W7', '@whitelist-26'],
}, async ({ browser }) => {
  const own = await admin(browser);
  const adding = await visitSignedIn(browser, 'whale');
  await adding.getByRole('button', { name: 'Add WL Entry' }).click();
  await adding.getByRole('button', { name: 'Pick 5 spare cards' }).click();
  const deleting = await visitSignedIn(browser, 'ace');
  await deleting.getByRole('button', { name: /^Delete registration/ }).click();
  await panel(own).getByRole('button', { name: 'Close now' }).click();
  await expect(panel(own).getByText('Closed', { exact: true })).toBeVisible();

  await adding.getByRole('button', { name: 'Register' }).click();
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
  for (const page of [adding, deleting]) {
    await expect(page.getByRole('alert').filter({ hasText: 'closed on' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText(/^Nothing can be added or deleted/)).toBeVisible();
  }
  await panel(own).getByLabel('Closes').fill('');
  await panel(own).getByRole('button', { name: 'Save times' }).click();
  await expect(panel(own).getByText('Open', { exact: true })).toBeVisible();
});

test('an admin saves what they changed: what another one did meanwhile stays, and so does the focus', {
  tag: '@W7',
}, async ({ browser }) => {
  const page = await admin(browser);
  const other = await admin(browser);
  await expect(panel(page).getByText('Open', { exact: true })).toBeVisible();
  await panel(other).getByRole('button', { name: 'Close now' }).click();
  await expect(panel(other).getByText('Closed', { exact: true })).toBeVisible();

  await panel(page).getByLabel('Opens').fill('2026-01-01T10:00');
  const save = panel(page).getByRole('button', { name: 'Save times' });
  await save.press('Enter');
  await expect(panel(page).getByText('Closed', { exact: true })).toBeVisible();
  await expect(panel(page).getByLabel('Opens')).toHaveValue('2026-01-01T10:00');
  await expect(save).toBeFocused();

  await panel(page).getByLabel('Opens').fill('');
  await panel(page).getByLabel('Closes').fill('');
  await save.click();
  await expect(panel(page).getByText('Open', { exact: true })).toBeVisible();
});

test('an admin whose page is older than the list is refused once, told why, and shown what is there now', {
  tag: ['@E2', '@whitelist-18'],
}, async ({ browser }) => {
  const page = await admin(browser);
  await withoutPrerender(page);
  await page.route('**/api/booster-pack/whitelist/totals', async (route) => {
    const response = await route.fetch();
    const totals = await response.json();
    await route.fulfill({ response, json: { ...totals, registrations: 99 } });
  });
  const other = await admin(browser);
  await panel(other).getByRole('button', { name: 'Close now' }).click();
  await expect(panel(other).getByText('Closed', { exact: true })).toBeVisible();
  await page.reload();
  await panel(page).getByRole('button', { name: 'Freeze the list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Freeze this round?' });
  await expect(dialog).toContainText('99 registrations will be checked once more.');
  await page.unroute('**/api/booster-pack/whitelist/totals');
  await dialog.getByRole('button', { name: 'Freeze it' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Look again, then freeze it.');
  const { registrations } = await ace.call('GET /api/booster-pack/whitelist/totals', {});
  await expect(dialog).toContainText(`${registrations} registrations will be checked once more.`);
  await dialog.getByRole('button', { name: 'Not yet' }).click();
  await panel(page).getByRole('button', { name: 'Freeze the list' }).click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Not yet' }).click();

  await panel(other).getByLabel('Closes').fill('');
  await panel(other).getByRole('button', { name: 'Save times' }).click();
  await expect(panel(other).getByText('Open', { exact: true })).toBeVisible();
});

test('a round is closed, frozen and published; a collector copies the proof, and everybody reads the root', {
  tag: ['@W7', '@whitelist-18', '@whitelist-23'],
}, async ({ browser }) => {
  const page = await admin(browser);
  const freeze = panel(page).getByRole('button', { name: 'Freeze the list' });
  await expect(freeze).toBeDisabled();
  await panel(page).getByRole('button', { name: 'Close now' }).click();
  await expect(panel(page).getByText('Closed', { exact: true })).toBeVisible();
  // A key on a button that is still disabled does nothing.
  await expect(freeze).toBeEnabled();
  await freeze.press('Enter');
  await page.getByRole('button', { name: 'Freeze it' }).press('Enter');
  await expect(panel(page).getByText(/looked up\.$/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await untilFrozen(1);
  const { root } = (await round(1)).published!;
  await expect(panel(page).getByText(root)).toBeVisible({ timeout: 30_000 });
  // Told to those who listen: the element was there before its words changed.
  await expect(panel(page).getByRole('status')).toHaveText('Frozen');
  await expectNoSidewaysScroll(page);
  expect(await complaints(page)).toEqual([]);

  const own = await visitProfile(browser, 'ace', PHONE);
  await own.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await expect(own.getByText('You are in: 2 entries')).toBeVisible();
  await own.getByRole('button', { name: 'Copy your proof' }).click();
  const copied = () => own.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain(root);
  const proof: RoundProof = JSON.parse(await copied());
  expect(proof.address).toBe(ace.walletAddress);
  expect(isProved(proof)).toBe(true);
  expect(isProved({ ...proof, entries: 3 })).toBe(false);
  await expectNoSidewaysScroll(own);
  await own.goto('/games');
  await expect(own.getByText(root)).toBeVisible();
  await expectNoSidewaysScroll(own);

  const out = await visitProfile(browser, 'duo', PHONE);
  await expect(out.getByText('You are not in this list.')).toBeVisible();
});

test('pages that are open during a freeze show what it found', {
  tag: ['@W7', '@whitelist-9', '@whitelist-11'],
}, async ({ browser }) => {
  const id = await beginRound();
  const { client: five } = await registerCards(product.url, 'five', 5);
  const page = await admin(browser);
  await panel(page).getByRole('button', { name: 'Close now' }).click();
  const freeze = panel(page).getByRole('button', { name: 'Freeze the list' });
  await expect(freeze).toBeEnabled();
  await expect(page.getByText('Holds all cards')).toHaveCount(1);
  // Nobody is read again for the half minute that follows.
  await sql`UPDATE readings SET read_at = now()`;
  await freeze.click();
  await page.getByRole('button', { name: 'Freeze it' }).click();
  // A page that is opened before it began looks again minutes later.
  await expect(panel(page).getByText(/looked up\.$/)).toBeVisible();
  // Nor later: the freeze goes on when its round is free. A busy machine needs long to open two pages.
  const release = await holding(
    sql,
    (tx) => tx`SELECT FROM whitelist_rounds WHERE id = ${id} FOR UPDATE`,
  );

  const own = await visitProfile(browser, 'five', PHONE);
  const games = await browser.newPage();
  await games.goto('/games');
  const [entries, list] = [own, games].map((one) =>
    one.getByRole('region', { name: 'Booster Pack Whitelist' }),
  );
  for (const part of [entries!, list!]) {
    await expect(part.getByText(/^Being frozen/)).toBeVisible();
    await expect(part.getByText('Qualified')).toBeVisible();
  }
  await expect(entries!).toContainText('Checked just now');
  // As if a card was sold just now, and the reading of the freeze found that.
  const sold = `0x${'5'.repeat(64)}`;
  await sql`
    UPDATE whitelist_entries SET card_ids[1] = ${sold}, has_required_cards = false
    WHERE wallet = ${five.walletAddress} AND deleted_at IS NULL`;
  await release();
  await untilFrozen(id);
  await expect(page.getByText('A card is gone')).toHaveCount(1);
  await expect(page.getByText('1 of 1 registration no longer holds its cards.')).toBeVisible();
  await expect(entries!.getByText('You are not in this list.')).toBeVisible();
  await expect(entries!.getByText('Lapsed')).toBeVisible();
  await expect(list!.getByText('Lapsed')).toBeVisible();
  // Nothing can be done about it now.
  await expect(entries!.getByText(/Delete it and register again/)).toHaveCount(0);

  await panel(page)
    .getByRole('button', { name: `Begin round ${id + 1}` })
    .click();
  await page.getByRole('button', { name: 'Begin it' }).click();
  await expect(panel(page)).toContainText(`Round ${id} was frozen`);
  // Which list, beside entries of the next round.
  await registerCards(product.url, 'five', 5);
  for (const one of [own, games]) await one.reload();
  await expect(entries!.getByText('Qualified')).toBeVisible();
  await expect(entries!).toContainText(
    new RegExp(`Round ${id} was frozen .*You are not in this list\\.`),
  );
  await expect(list!).toContainText(new RegExp(`Round ${id} was frozen .*0 entries of 0 wallets`));
});

test('pages that are open when the next round begins no longer show what was registered in the one before', {
  tag: ['@W7', '@whitelist-22'],
}, async ({ browser }) => {
  const id = await beginRound();
  await registerCards(product.url, 'five', 5);
  const page = await admin(browser);
  // Read while registrations can still be deleted.
  const late = await visitSignedIn(browser, 'five', PHONE);
  const toasts = await recordToasts(late);
  await late.reload();
  const bin = late.getByRole('button', { name: /^Delete registration/ });
  await expect(bin).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close now' }).click();
  await panel(page).getByRole('button', { name: 'Freeze the list' }).click();
  await page.getByRole('button', { name: 'Freeze it' }).click();
  await untilFrozen(id);
  const own = await visitProfile(browser, 'five', PHONE);
  const games = await browser.newPage();
  await games.goto('/games');
  const open = [own, games].map((one) => ({
    one,
    part: one.getByRole('region', { name: 'Booster Pack Whitelist' }),
  }));
  for (const { one, part } of open) {
    await one.clock.install();
    await one.reload();
    await expect(part.getByText('Qualified')).toBeVisible();
  }
  await panel(page)
    .getByRole('button', { name: `Begin round ${id + 1}` })
    .click();
  await page.getByRole('button', { name: 'Begin it' }).click();
  await expect(panel(page).getByText('Open', { exact: true })).toBeVisible();
  for (const { one, part } of open) {
    await one.clock.fastForward(60_000);
    await expect(part).toContainText(`Round ${id} was frozen`);
    await expect(part.getByText('Qualified')).toHaveCount(0);
  }

  await bin.click();
  await late.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(late.getByText('Nothing registered yet.')).toBeVisible();
  await expect(late.getByRole('dialog')).toHaveCount(0);
  // Toasts come in their order: a wrong one would come before this one.
  await late.getByLabel('Display name').fill('   ');
  await late.getByLabel('Display name').press('Enter');
  await expect
    .poll(toasts)
    .toEqual([
      `Delete Failed That registration belongs to round ${id}, which is frozen and never changes.`,
      'Name Required Please enter a display name.',
    ]);
});

test('a question about a round goes with it, and does not come back in the next; nor is a change whose answer was lost called a failure', {
  tag: ['@E2', '@W7', '@whitelist-41'],
}, async ({ browser }) => {
  const id = await beginRound();
  const page = await admin(browser);
  await page.clock.install();
  const toasts = await recordToasts(page);
  await page.reload();
  await loseAnswers(page, '**/api/admin/booster-pack/rounds/**');
  await panel(page).getByRole('button', { name: 'Close now' }).click();
  await expect.poll(toasts).toEqual(['Times Saved Everybody sees them now.']);
  await panel(page).getByRole('button', { name: 'Freeze the list' }).click();
  await page.getByRole('button', { name: 'Freeze it' }).click();
  await untilFrozen(id);
  await page.clock.fastForward(60_000);
  await expect(panel(page).getByText('Frozen', { exact: true })).toBeVisible();
  await expect(panel(page).getByRole('alert')).toHaveCount(0);
  expect(await toasts()).toHaveLength(1);

  await panel(page)
    .getByRole('button', { name: `Begin round ${id + 1}` })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const look = async (state: string) => {
    await page.clock.fastForward(60_000);
    await expect(panel(page).getByText(state, { exact: true })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  };
  const next = await beginRound();
  await look('Open');
  await freeze(next);
  await look('Frozen');
});

const round = (id: number): Promise<WhitelistRound> =>
  ace.call('GET /api/booster-pack/rounds/{id}', { params: { id: String(id) } });

/** As another admin. */
async function freeze(id: number): Promise<void> {
  const client = await signedIn(product.url, 'admin');
  const params = { id: String(id) };
  const closesAt = new Date(0).toISOString();
  await client.call('PATCH /api/admin/booster-pack/rounds/{id}', { params, body: { closesAt } });
  const { registrations } = await client.call('GET /api/booster-pack/whitelist/totals', {});
  const body = { registrations };
  await client.call('POST /api/admin/booster-pack/rounds/{id}/freeze', { params, body });
  await untilFrozen(id);
}

/** As another admin: a new round, without registrations. @returns its number */
async function beginRound(): Promise<number> {
  const [newest] = await ace.call('GET /api/booster-pack/rounds', {});
  if (newest!.state !== 'frozen') await freeze(newest!.id);
  const id = newest!.id + 1;
  const client = await signedIn(product.url, 'admin');
  await client.call('POST /api/admin/booster-pack/rounds', {
    body: { id, opensAt: null, closesAt: null },
  });
  return id;
}

function untilFrozen(id: number): Promise<void> {
  const look = async () => {
    // As if half a minute went by between two readings of these wallets.
    await sql`UPDATE readings SET read_at = read_at - interval '1 minute'`;
    return (await round(id)).state;
  };
  return expect.poll(look, { timeout: 60_000 }).toBe('frozen');
}

function isProved({ address, entries, cardsHash, root, index, wallets, path }: RoundProof) {
  const sha3 = (bytes: Uint8Array) => createHash('sha3-256').update(bytes).digest();
  const bytes = (hex: string) => Buffer.from(hex.slice(2), 'hex');
  const leaf = { address: canonicalAddress(address)!, entries, cards: bytes(cardsHash) };
  return isProof(sha3, bytes(root), {
    leafHash: leafHash(sha3, leaf),
    index,
    leaves: wallets,
    path: path.map(bytes),
  });
}
