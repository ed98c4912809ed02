/** All SQL of the published list: made once out of the verdicts, then only read. */
import { hash as hashBytes } from 'node:crypto';
import type { Address } from '#rules/address.ts';
import type { CardPlace } from '#rules/cards.ts';
import { type Hash, MerkleBuilder, type MerkleTree } from '#rules/merkle.ts';
import { cardsHash, leafHash, lineOf } from '#rules/round-list.ts';
import { WHITELIST_PAGE_ENTRIES } from '#rules/whitelist.ts';
import type { Sql, Transaction } from '#server/db/sql.ts';
import { createBatchLoader } from '#server/jobs/batch-loader.ts';
import type { Lease } from './freeze-store.ts';

/** Rows that are held in memory at once. */
const BATCH_ROWS = 1_000;

const sha3: Hash = (bytes) => hashBytes('sha3-256', bytes, 'buffer');

export interface LeafRow {
  readonly wallet: Address;
  readonly entries: number;
  readonly index: number;
  readonly cardsHash: Buffer;
  /** 32 bytes for each step. */
  readonly path: Buffer;
}

export interface VerdictRow {
  readonly entryId: string;
  readonly wallet: Address;
  readonly seq: number;
  readonly entryCount: number;
  readonly registeredAt: Date;
  readonly verdict: 'held' | 'missing' | 'taken';
  readonly readAt: Date;
  readonly before: number;
  readonly after: number;
  readonly cardIds: readonly Address[];
  readonly places: readonly (CardPlace | null)[];
  readonly kioskIds: readonly (Address | null)[];
  readonly listed: readonly (boolean | null)[];
}

interface Counted {
  readonly wallet: Address;
  readonly entryCount: number;
  readonly cardIds: readonly Address[];
}

interface Leaf {
  readonly address: Address;
  readonly entries: number;
  readonly cards: Address[];
}

export type PublishStore = ReturnType<typeof createPublishStore>;

export function createPublishStore(sql: Sql) {
  const readLeaf = createBatchLoader(async (keys) => {
    const wanted = keys.map((key) => key.split(' '));
    const rows = await sql<(LeafRow & { key: string })[]>`
      SELECT wanted.key, leaf.wallet, entries, index, cards_hash AS "cardsHash", path
      FROM unnest(${keys}::text[], ${wanted.map(([round]) => Number(round))}::int[],
        ${wanted.map(([, wallet]) => wallet as string)}::text[]) AS wanted (key, round_id, wallet)
      JOIN whitelist_round_leaves AS leaf
        ON leaf.round_id = wanted.round_id AND leaf.wallet = wanted.wallet`;
    return new Map(rows.map((row) => [row.key, row]));
  });

  return {
    /**
     * Publishes the list in one transaction when every wallet has its verdict.
     * @returns false when one has none, or another server has the lease
     */
    async publish({ roundId, freezer }: Lease, now: Date): Promise<boolean> {
      return sql.begin(async (tx) => {
        await tx.takeAnyTime();
        const [ours] = await tx`
          SELECT FROM whitelist_rounds
          WHERE id = ${roundId} AND stage = 'freezing' AND freezer = ${freezer} FOR UPDATE`;
        if (ours === undefined) return false;
        const [left] = await tx`
          SELECT FROM whitelist_entries e WHERE deleted_at IS NULL AND NOT EXISTS (
            SELECT FROM whitelist_round_verdicts v
            WHERE v.round_id = ${roundId} AND v.wallet = e.wallet AND v.seq = e.seq) LIMIT 1`;
        if (left !== undefined) return false;
        await settleDoubled(tx, roundId);
        const builder = new MerkleBuilder(sha3);
        let entries = 0;
        await eachLeaves(tx, roundId, async (leaves) => {
          for (const leaf of leaves) {
            builder.add(leafHash(sha3, { ...leaf, cards: cardsHash(sha3, leaf.cards) }));
            entries += leaf.entries;
          }
        });
        const tree = builder.finish();
        let index = 0;
        await eachLeaves(tx, roundId, async (leaves) => {
          await insertLeaves(tx, roundId, leaves, index, tree);
          index += leaves.length;
        });
        await tx`
          UPDATE whitelist_rounds SET stage = 'frozen', frozen_at = ${now}, root = ${tree.root},
            leaves = ${tree.leaves}, entries = ${entries}, freezer = NULL, freezer_until = NULL,
            unread = 0, unread_named = '{}',
            counted = (SELECT count(*) FROM whitelist_round_verdicts
              WHERE round_id = ${roundId} AND verdict = 'held'),
            first_checkpoint = (SELECT min(checkpoint_before) FROM whitelist_round_readings
              WHERE round_id = ${roundId}),
            last_checkpoint = (SELECT max(checkpoint_after) FROM whitelist_round_readings
              WHERE round_id = ${roundId})
          WHERE id = ${roundId}`;
        return true;
      });
    },

    /** The lines behind this place, in order. */
    async lines(roundId: number, after: number, limit: number) {
      return sql<{ index: number; line: string }[]>`
        SELECT index, line FROM whitelist_round_leaves
        WHERE round_id = ${roundId} AND index > ${after} ORDER BY index LIMIT ${limit}`;
    },

    async leaf(roundId: number, wallet: Address): Promise<LeafRow | null> {
      return (await readLeaf(`${roundId} ${wallet}`)) ?? null;
    },

    /**
     * The verdicts behind this one, by wallet and then in the order of registration. Fewer where registrations name very
     * many cards, as in a page of the list.
     */
    async verdicts(roundId: number, wallet: string, seq: number, limit: number) {
      const next = sql`
        SELECT v.entry_id AS "entryId", v.wallet, v.seq, v.entry_count AS "entryCount",
          v.registered_at AS "registeredAt", v.verdict, r.read_at AS "readAt",
          r.checkpoint_before AS before, r.checkpoint_after AS after, v.card_ids AS "cardIds",
          v.places, v.kiosk_ids AS "kioskIds", v.listed
        FROM whitelist_round_verdicts v JOIN whitelist_round_readings r USING (round_id, wallet)
        WHERE v.round_id = ${roundId} AND (v.wallet, v.seq) > (${wallet}::text, ${seq}::bigint)
        ORDER BY v.wallet, v.seq LIMIT ${limit}`;
      return sql<VerdictRow[]>`
        SELECT * FROM (
          SELECT *, sum("entryCount") OVER (ORDER BY wallet, seq) - "entryCount" AS ahead
          FROM (${next}) AS told) AS counted
        WHERE ahead < ${WHITELIST_PAGE_ENTRIES} ORDER BY wallet, seq`;
    },
  };
}

/**
 * A card that several registrations hold by their readings counts for the latest reading: it had left the
 * others by then (A2). Of registrations in one reading it counts for the one that it backed, then for the older.
 */
async function settleDoubled(tx: Transaction, roundId: number): Promise<void> {
  await tx`
    WITH held AS (
      SELECT v.wallet, v.seq, card, row_number() OVER (
        PARTITION BY card ORDER BY r.read_at DESC, v.claimed DESC, v.seq) AS place
      FROM whitelist_round_verdicts v JOIN whitelist_round_readings r USING (round_id, wallet)
        CROSS JOIN unnest(v.card_ids) AS card
      WHERE v.round_id = ${roundId} AND v.verdict = 'held')
    UPDATE whitelist_round_verdicts v SET verdict = 'taken'
    WHERE v.round_id = ${roundId}
      AND (v.wallet, v.seq) IN (SELECT wallet, seq FROM held WHERE place > 1)`;
}

/** All leaves in their order, in portions. */
async function eachLeaves(
  tx: Transaction,
  roundId: number,
  take: (leaves: readonly Leaf[]) => Promise<void>,
): Promise<void> {
  await tx`
    DECLARE counted NO SCROLL CURSOR FOR
    SELECT wallet, entry_count AS "entryCount", card_ids AS "cardIds" FROM whitelist_round_verdicts
    WHERE round_id = ${tx.unsafe(String(Number(roundId)))} AND verdict = 'held'
    ORDER BY wallet, seq`;
  let open: Leaf[] = [];
  for (;;) {
    const rows = await tx<Counted[]>`FETCH ${tx.unsafe(String(BATCH_ROWS))} FROM counted`;
    for (const row of rows) {
      const last = open.at(-1);
      if (last?.address === row.wallet) {
        last.cards.push(...row.cardIds);
        open[open.length - 1] = { ...last, entries: last.entries + row.entryCount };
      } else {
        open.push({ address: row.wallet, entries: row.entryCount, cards: [...row.cardIds] });
      }
    }
    // More of the last wallet may come with the next rows.
    const done = rows.length === 0 ? open : open.slice(0, -1);
    open = rows.length === 0 ? [] : open.slice(-1);
    for (const leaf of done) leaf.cards.sort();
    if (done.length > 0) await take(done);
    if (rows.length === 0) break;
  }
  await tx`CLOSE counted`;
}

async function insertLeaves(
  tx: Transaction,
  roundId: number,
  leaves: readonly Leaf[],
  firstIndex: number,
  tree: MerkleTree,
): Promise<void> {
  const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const paths = leaves.map((_, at) =>
    tree
      .pathOf(firstIndex + at)
      .map(hexOf)
      .join(''),
  );
  await tx`
    INSERT INTO whitelist_round_leaves (round_id, index, wallet, entries, line, cards_hash, path)
    SELECT ${roundId}, index, wallet, entries, line, decode(cards, 'hex'), decode(path, 'hex')
    FROM unnest(
      ${leaves.map((_, at) => firstIndex + at)}::int[], ${leaves.map((one) => one.address)}::text[],
      ${leaves.map((one) => one.entries)}::int[], ${leaves.map(lineOf)}::text[],
      ${leaves.map((one) => hexOf(cardsHash(sha3, one.cards)))}::text[], ${paths}::text[]
    ) AS leaf (index, wallet, entries, line, cards, path)`;
}
