/** The whole list page by page, and its totals: complete, in order, and at the same cost for any size. */
import { once } from 'node:events';
import net from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WhitelistEntry, WhitelistTotals } from '#contract/whitelist.ts';
import { defaultUsername, shortAddress } from '#rules/address.ts';
import { isLastPage, WHITELIST_PAGE, WHITELIST_PAGE_ENTRIES } from '#rules/whitelist.ts';
import { parseSearch } from '#rules/whitelist-search.ts';
import { POOL_SIZE } from '#server/db/pool.ts';
import type { Fragment } from '#server/db/tag.ts';
import { findEntries } from '#server/whitelist/entry-store.ts';
import { holding } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { send, startProduct } from '#tests/support/in-process-product.ts';
import { storeEntries } from '#tests/support/many-entries.ts';

const PATH = '/api/booster-pack/whitelist';
const product = await forThisFile(startProduct());

beforeEach(async () => {
  await product.sql`truncate whitelist_entries, whitelist_claims`;
  await noticed();
});

async function read<T>(query = ''): Promise<T> {
  const { status, body } = await send(product, 'GET', PATH + query);
  expect(status).toBe(200);
  return body as T;
}
const page = (query = '') => read<WhitelistEntry[]>(query);

/** After rows were stored behind the product's back. */
async function noticed(): Promise<void> {
  product.bus.publish('whitelist-changed', {});
  await new Promise(setImmediate);
}

async function readAll(): Promise<WhitelistEntry[]> {
  const all = await page();
  for (let last = all; !isLastPage(last); ) {
    last = await page(`?before=${all.at(-1)!.id}`);
    all.push(...last);
  }
  return all;
}

describe('the list page by page', () => {
  it('begins with the newest and goes on without a gap or a repeat', async () => {
    await storeEntries(product.sql, 1, 2_500);
    await noticed();
    const all = await readAll();
    expect(all.map(({ id }) => id)).toEqual(
      Array.from({ length: 2_500 }, (_, index) => `entry-${2_500 - index}`),
    );
    expect(all.map(({ registeredAt }) => registeredAt)).toEqual(
      all.map(({ registeredAt }) => registeredAt).sort((a, b) => (a < b ? 1 : -1)),
    );
  });

  it('goes on behind an entry that was deleted meanwhile', async () => {
    await storeEntries(product.sql, 1, 10);
    await product.sql`UPDATE whitelist_entries SET deleted_at = now() WHERE id IN ('entry-7', 'entry-5')`;
    const ids = (await page('?before=entry-7&limit=3')).map(({ id }) => id);
    expect(ids).toEqual(['entry-6', 'entry-4', 'entry-3']);
  });

  it('goes on behind an entry that lapsed, when only those with their cards are asked for', async () => {
    await storeEntries(product.sql, 1, 10);
    await product.sql`
      UPDATE whitelist_entries SET has_required_cards = false WHERE id IN ('entry-9', 'entry-7')`;
    const ids = async (query: string) => (await page(query)).map(({ id }) => id);
    expect(await ids('?held=true&limit=3')).toEqual(['entry-10', 'entry-8', 'entry-6']);
    expect(await ids('?held=true&limit=2&before=entry-7')).toEqual(['entry-6', 'entry-5']);
    const { status } = await send(product, 'GET', `${PATH}?held=false`);
    expect(status).toBe(400);
  });

  it('gives 1 to 1,000 entries at a time, and refuses a cursor that is no entry', async () => {
    await storeEntries(product.sql, 1, 1_001);
    expect(await page('?limit=1')).toHaveLength(1);
    expect(await page('?limit=1000')).toHaveLength(1_000);
    for (const limit of ['0', '1001', '2.5', 'many', '', '5.0', '1e1', '0x5', '%205', '%2B5']) {
      const query = `?limit=${limit}`;
      const { status, body } = await send(product, 'GET', PATH + query);
      expect([query, status, body?.reason]).toEqual([query, 400, 'bad-input']);
    }
    const lost = await send(product, 'GET', `${PATH}?before=nothing`);
    expect([lost.status, lost.body?.reason]).toEqual([404, 'entry-unknown']);
  });

  it('ends a page early where registrations name very many cards, and leaves none out', async () => {
    await storeEntries(product.sql, 1, 6);
    await product.sql`
      UPDATE whitelist_entries SET entry_count = ${WHITELIST_PAGE_ENTRIES / 2},
        card_ids = array_fill(${`0x${'c'.repeat(64)}`}::text, ARRAY[${WHITELIST_PAGE_ENTRIES / 2} * 5])
      WHERE id <> 'entry-2'`;
    await noticed();
    const ids = (found: WhitelistEntry[]) => found.map(({ id }) => id);
    const newest = await page();
    expect(ids(newest)).toEqual(['entry-6', 'entry-5']);
    expect(ids(await page('?before=entry-5'))).toEqual(['entry-4', 'entry-3']);
    expect(ids(await page('?before=entry-3&held=true'))).toEqual(['entry-2', 'entry-1']);
    expect(ids(await page(`?find=${newest[0]!.walletAddress}`))).toEqual(['entry-6', 'entry-5']);
    expect(ids(await readAll())).toEqual([6, 5, 4, 3, 2, 1].map((number) => `entry-${number}`));
  });

  it('shows a registration and its deletion at once, and answers 304 in between', async () => {
    const { address, client } = await product.collector('registrar');
    const cards = product.mint(address, 7);
    await client.sync();
    expect(await page()).toEqual([]);
    const { id } = await client.register(cards);
    const first = await send(product, 'GET', PATH);
    expect(first.body).toMatchObject([{ id, entryCount: 1, hasRequiredCards: true }]);
    const etag = first.headers.get('etag')!;
    const again = await send(product, 'GET', PATH, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    // A busy machine reads the totals slowly, and then they may be seconds behind the list.
    await expect
      .poll(() => read<WhitelistTotals>('/totals'), { timeout: 20_000 })
      .toMatchObject({
        totalEntries: 1,
        uniqueWallets: 1,
        nftsSelected: 7,
        registrations: 1,
        heldEntries: 1,
        heldWallets: 1,
        heldNfts: 7,
        heldRegistrations: 1,
      });
    await client.call('DELETE /api/booster-pack/entry/{id}', { params: { id } });
    expect(await page()).toEqual([]);
  });
});

describe('the totals', () => {
  it('count the live registrations, and are 0 without any', async () => {
    await noticed();
    expect(await read<WhitelistTotals>('/totals')).toEqual({
      totalEntries: 0,
      uniqueWallets: 0,
      nftsSelected: 0,
      registrations: 0,
      heldEntries: 0,
      heldWallets: 0,
      heldNfts: 0,
      heldRegistrations: 0,
      oldestCheckAt: null,
    });
    const lastAt = new Date('2026-03-01T12:00:00.000Z');
    await storeEntries(product.sql, 4, 11, lastAt);
    await product.sql`UPDATE whitelist_entries SET deleted_at = now() WHERE id = 'entry-4'`;
    await product.sql`
      UPDATE whitelist_entries SET has_required_cards = false, checked_at = '2026-02-01T00:00:00Z'
      WHERE id = 'entry-9'`;
    // All that its wallet has.
    await product.sql`DELETE FROM whitelist_entries WHERE id IN ('entry-8', 'entry-10', 'entry-11')`;
    await noticed();
    // A busy machine reads the totals slowly, and then they may be seconds behind the list.
    await expect
      .poll(() => read<WhitelistTotals>('/totals'), { timeout: 20_000 })
      .toEqual({
        totalEntries: 4,
        uniqueWallets: 2,
        nftsSelected: 20,
        registrations: 4,
        heldEntries: 3,
        heldWallets: 1,
        heldNfts: 15,
        heldRegistrations: 3,
        oldestCheckAt: '2026-02-01T00:00:00.000Z',
      });
  });
});

/** Nobody can read the table until the returned function is called. */
const lock = (table: string) =>
  holding(product.sql, (tx) => tx.script(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`));

const entriesOf = (wallet: string) => `/api/booster-pack/entries/${wallet}`;

/** All of them can take the database long. */
describe.each([
  ['searches by name', () => `${PATH}?find=hal`, 'collectors'],
  ['searches by address', () => `${PATH}?find=0x00`, 'whitelist_entries'],
  ['pages', () => `${PATH}?limit=1000&before=entry-2`, 'whitelist_entries'],
  ["one wallet's registrations", entriesOf, 'whitelist_entries'],
  ["one wallet's cards", (wallet: string) => `/api/nfts?walletAddress=${wallet}`, 'holdings'],
])('%s', (_, pathFor, table) => {
  it('hold up no other read, however many networks ask at once', { tags: 'I8' }, async () => {
    await storeEntries(product.sql, 1, 2);
    const { address } = await product.collector('Hal');
    const unlock = await lock(table);
    const order: string[] = [];
    const asked = Array.from({ length: 3 * POOL_SIZE }, async (_, index) => {
      const headers = { 'x-forwarded-for': `198.51.100.${index + 1}` };
      const { status } = await send(product, 'GET', pathFor(address), { headers });
      order.push(`asked ${status}`);
    });
    await send(product, 'GET', `/api/game/history/${address}`);
    order.push('read');
    await Promise.all([unlock(), ...asked]);
    expect(order).toEqual(['read', ...asked.map(() => 'asked 200')]);
  });
});

it('Callers who left before their turn came cost nothing and hold up nobody', {
  tags: 'I8',
}, async () => {
  await storeEntries(product.sql, 1, 2);
  // Twenty pages for each network.
  const limited = await product.another({ rateLimitFactor: 0.1 });
  const path = `${PATH}?before=entry-2`;
  const unlock = await lock('whitelist_entries');
  const leaving = Array.from({ length: 50 }, async () => {
    const socket = net.connect(Number(new URL(limited.origin).port), '127.0.0.1').pause();
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${new URL(limited.origin).host}\r\n\r\n`);
    await send(limited, 'GET', '/api/stats');
    socket.destroy();
    await once(socket, 'close');
  });
  await Promise.all(leaving);
  await send(limited, 'GET', '/api/stats');
  await unlock();
  expect((await send(limited, 'GET', path)).status).toBe(200);
});

describe('a search', () => {
  const found = async (text: string, more = '') =>
    (await page(`?find=${encodeURIComponent(text)}${more}`)).map(
      ({ displayName, walletAddress }) => (displayName === null ? walletAddress : displayName),
    );

  /** Wallets with a registration each, the first one first, by their names; null for none. */
  async function register(...names: readonly (string | null)[]): Promise<string[]> {
    const wallets: string[] = [];
    await storeEntries(product.sql, 1, names.length);
    for (const [index, name] of names.entries()) {
      const wallet = `0x${index.toString(16).padStart(4, '0')}${'5'.repeat(56)}abc${index}`;
      wallets.push(wallet);
      await product.sql`
        INSERT INTO collectors (wallet, name, count_reached_at, seen_at, created_at)
        VALUES (${wallet}, ${name}, now(), now(), now())
        ON CONFLICT (wallet) DO UPDATE SET name = ${name}`;
      await product.sql`
        UPDATE whitelist_entries SET wallet = ${wallet} WHERE id = ${`entry-${index + 1}`}`;
    }
    return wallets;
  }

  it('finds a name by the beginnings of its words, in any case and order, newest first', {
    tags: 'whitelist-28',
  }, async () => {
    await register('Ace Halloway', 'Hal_9000', 'Shallow Hal', "Zoë d'Arc", '月光 Αθήνα', null);
    expect(await found('hal')).toEqual(['Shallow Hal', 'Hal_9000', 'Ace Halloway']);
    expect(await found('HALLO ace')).toEqual(['Ace Halloway']);
    expect(await found('allow')).toEqual([]);
    expect(await found('zoë arc')).toEqual(["Zoë d'Arc"]);
    expect(await found('ΑΘΉ 月光')).toEqual(['月光 Αθήνα']);
    expect(await found('9000')).toEqual(['Hal_9000']);
  });

  it('by name takes from a small share of its network; one by address does not', {
    tags: 'I8',
  }, async () => {
    const limited = await product.another({ rateLimitFactor: 0.1 });
    const find = async (text: string, from: string) =>
      (
        await send(limited, 'GET', `${PATH}?find=${text}`, {
          headers: { 'x-forwarded-for': from },
        })
      ).status;
    const found = [];
    for (let time = 1; time <= 7; time += 1) found.push(await find('hal', '198.51.100.1'));
    expect(found).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await find('0x12', '198.51.100.1')).toBe(200);
    expect(await find('hal', '198.51.100.2')).toBe(200);
  });

  it('finds an address by its beginning, its short form and its label', {
    tags: 'whitelist-28',
  }, async () => {
    const [ace, none, lee] = (await register('Ace', null, 'Lee')) as [string, string, string];
    expect(await found(ace.toUpperCase().replace('X', 'x'))).toEqual(['Ace']);
    expect(await found('0x000')).toEqual(['Lee', none, 'Ace']);
    expect(await found(shortAddress(none))).toEqual([none]);
    expect(await found('0x0001...abc2')).toEqual([]);
    expect(await found(defaultUsername(none))).toEqual([none]);
    expect(await found(`${lee.slice(0, 8)}…${lee.slice(-4)}`)).toEqual(['Lee']);
  });

  it('goes page by page, without deleted entries, and without lapsed ones when asked', {
    tags: 'whitelist-28',
  }, async () => {
    await register('Hal 1', 'Hal 2', 'Hal 3', 'Hal 4');
    await product.sql`UPDATE whitelist_entries SET deleted_at = now() WHERE id = 'entry-3'`;
    await product.sql`UPDATE whitelist_entries SET has_required_cards = false WHERE id = 'entry-2'`;
    expect(await found('hal')).toEqual(['Hal 4', 'Hal 2', 'Hal 1']);
    expect(await found('hal', '&limit=2')).toEqual(['Hal 4', 'Hal 2']);
    expect(await found('hal', '&limit=2&before=entry-2')).toEqual(['Hal 1']);
    expect(await found('hal', '&held=true')).toEqual(['Hal 4', 'Hal 1']);
    expect(await found('0x00', '&held=true&limit=1')).toEqual(['Hal 4']);
  });

  it('takes any text literally; refuses what is too short, too long or has control characters', {
    tags: 'whitelist-28',
  }, async () => {
    await register('Hal', "Rob'); DROP TABLE x");
    const hostile = [
      "hal' | 'rob",
      'hal:*',
      '!hal',
      "\\' & rob",
      'hal & (rob',
      '%',
      '__',
      'h%l',
      '<->',
      // One character each, six of katakana once normalised: a word too long for PostgreSQL.
      '㌖'.repeat(200),
    ];
    for (const text of hostile) {
      const { status, body } = await send(
        product,
        'GET',
        `${PATH}?find=${encodeURIComponent(text)}`,
      );
      expect([text, status === 200 ? body : status]).toEqual([text, status === 400 ? 400 : []]);
    }
    expect(await found("'); drop table")).toEqual(["Rob'); DROP TABLE x"]);
    for (const text of ['', ' ', 'h', '0x', '0x1', 'hal\u0000', 'hal\n', 'h'.repeat(201)]) {
      const { status, body } = await send(
        product,
        'GET',
        `${PATH}?find=${encodeURIComponent(text)}`,
      );
      expect([text, status, body?.reason]).toEqual([text, 400, 'bad-input']);
    }
    const twice = await send(product, 'GET', `${PATH}?find=hal&find=rob`);
    expect(twice.status).toBe(400);
  });

  it('can index a name of any length and any letters', {
    tags: 'whitelist-28',
  }, async () => {
    const longest = '𐍈'.repeat(790);
    await register(longest, "_-.,'", '\\ \\');
    expect(await found(longest.slice(0, 60))).toEqual([longest]);
  });
});

describe('a list of 100,000 registrations', () => {
  /** What a statement reads, told by PostgreSQL itself. */
  async function explain(statement: Fragment) {
    const [row] = await product.sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>`
      EXPLAIN (ANALYZE, BUFFERS, FORMAT json) ${statement}`;
    const plan = row!['QUERY PLAN'][0]!.Plan;
    const text = JSON.stringify(plan);
    return {
      blocks: plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!,
      rows: plan['Actual Rows']!,
      indexes: [...text.matchAll(/"Index Name":"(\w+)"/g)].map(([, name]) => name),
      text,
    };
  }

  /** Blocks of the database that one page costs. */
  async function blocks(before: number | null): Promise<number> {
    const { blocks } = await explain(product.sql`
      SELECT id, seq, wallet, card_ids, entry_count, registered_at, has_required_cards, checked_at
      FROM whitelist_entries
      WHERE deleted_at IS NULL ${before === null ? product.sql`` : product.sql`AND seq < ${before}`}
      ORDER BY seq DESC LIMIT ${WHITELIST_PAGE}`);
    return blocks;
  }

  it('costs as much per page as one of 1,000, wherever the page begins, and is searched by indexes', async () => {
    await product.sql`truncate whitelist_entries, whitelist_claims restart identity`;
    await storeEntries(product.sql, 1, WHITELIST_PAGE);
    await product.sql`vacuum whitelist_entries`;
    const small = await blocks(null);
    await storeEntries(product.sql, WHITELIST_PAGE + 1, 100_000);
    await product.sql`vacuum whitelist_entries`;
    const places = [null, 50_000, WHITELIST_PAGE + 1];
    const large = await Promise.all(places.map(blocks));
    console.log(`blocks of a page: ${small} at 1,000; ${large} at 100,000 (start, middle, end)`);
    for (const count of large) expect(count).toBeLessThanOrEqual(small * 1.5);

    await noticed();
    // Every tenth wallet has a name; four have this one.
    await product.sql`
      INSERT INTO collectors (wallet, name, count_reached_at, seen_at, created_at)
      SELECT wallet, CASE WHEN row_number() OVER () <= 4 THEN 'Ada ' ELSE 'Collector ' END || seq,
        now(), now(), now()
      FROM (SELECT wallet, min(seq) AS seq FROM whitelist_entries GROUP BY wallet) AS wallets
      WHERE seq % 10 = 0 ON CONFLICT DO NOTHING`;
    await product.sql`vacuum analyze collectors`;
    const [{ wallet }] = await product.sql<[{ wallet: string }]>`
      SELECT wallet FROM whitelist_entries WHERE id = 'entry-77'`;
    for (const text of ['ada', wallet, wallet.slice(0, 6), shortAddress(wallet)]) {
      const plan = await explain(
        findEntries(product.sql, parseSearch(text)!, {
          limit: 1_000,
          before: null,
          isHeldOnly: false,
        }),
      );
      console.log(
        `a search for ${text}: ${plan.rows} rows, ${plan.blocks} blocks by ${plan.indexes}`,
      );
      expect(plan.indexes.length).toBeGreaterThan(0);
      expect(plan.text).not.toContain('Seq Scan');
      expect(plan.blocks).toBeLessThan(small);
    }
  });
});
