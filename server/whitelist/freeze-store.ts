/** All SQL of a freeze: who works on it, what is left, and the verdicts. */
import type { Address } from '#rules/address.ts';
import { AHEAD_SECONDS, type CardPlace } from '#rules/cards.ts';
import type { Sql } from '#server/db/sql.ts';

/** Where one card lay. */
interface FoundPlace {
  readonly place: CardPlace;
  readonly kioskId: Address | null;
  readonly isListed: boolean;
}

/** A wallet as it was read for the freeze. */
export interface WalletEvidence {
  readonly wallet: Address;
  readonly readAt: Date;
  readonly cards: ReadonlyMap<string, FoundPlace>;
}

interface Checkpoints {
  readonly before: bigint;
  readonly after: bigint;
}

/** The right of one server to work on a freeze. */
export interface Lease {
  readonly roundId: number;
  readonly freezer: string;
}

interface JudgedEntry {
  readonly wallet: Address;
  readonly seq: number;
  readonly cardIds: readonly string[];
}

export type FreezeStore = ReturnType<typeof createFreezeStore>;

export function createFreezeStore(sql: Sql) {
  return {
    /** The lease of the round that freezes; null when none does, or another server has it. */
    async lease(freezer: string, now: Date, until: Date): Promise<Lease | null> {
      // Asked every second, almost always for nothing: a read costs less than an update that finds no row.
      const [freezes] = await sql`SELECT FROM whitelist_rounds WHERE stage = 'freezing'`;
      if (freezes === undefined) return null;
      // A later one was noted before a clock was set back.
      const latest = new Date(until.getTime() + AHEAD_SECONDS * 1000);
      // Whoever publishes has the row for as long as that takes.
      const [row] = await sql<{ id: number }[]>`
        UPDATE whitelist_rounds SET freezer = ${freezer}, freezer_until = ${until}
        WHERE id IN (
          SELECT id FROM whitelist_rounds WHERE stage = 'freezing'
            AND (freezer IS NULL OR freezer = ${freezer} OR freezer_until NOT BETWEEN ${now} AND ${latest})
          FOR UPDATE SKIP LOCKED)
        RETURNING id`;
      return row === undefined ? null : { roundId: row.id, freezer };
    },

    /** False when another server has taken it. */
    async extend({ roundId, freezer }: Lease, until: Date): Promise<boolean> {
      const { count } = await sql`
        UPDATE whitelist_rounds SET freezer_until = ${until}
        WHERE id = ${roundId} AND stage = 'freezing' AND freezer = ${freezer}`;
      return count > 0;
    },

    /** Hands it on at once: for a server that stops. */
    async release({ roundId, freezer }: Lease): Promise<void> {
      await sql`
        UPDATE whitelist_rounds SET freezer = NULL, freezer_until = NULL
        WHERE id = ${roundId} AND stage = 'freezing' AND freezer = ${freezer}`;
    },

    /** Wallets without a verdict behind this one, in their order. */
    async pending({ roundId }: Lease, after: string, limit: number): Promise<Address[]> {
      const rows = await sql<{ wallet: Address }[]>`
        SELECT DISTINCT wallet FROM whitelist_entries e
        WHERE deleted_at IS NULL AND wallet > ${after} AND NOT EXISTS (
          SELECT FROM whitelist_round_readings r
          WHERE r.round_id = ${roundId} AND r.wallet = e.wallet)
        ORDER BY wallet LIMIT ${limit}`;
      return rows.map((row) => row.wallet);
    },

    async countPending({ roundId }: Lease): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        SELECT count(DISTINCT wallet) AS count FROM whitelist_entries e
        WHERE deleted_at IS NULL AND NOT EXISTS (
          SELECT FROM whitelist_round_readings r
          WHERE r.round_id = ${roundId} AND r.wallet = e.wallet)`;
      return row.count;
    },

    async noteUnread({ roundId }: Lease, count: number, named: readonly Address[]): Promise<void> {
      await sql`
        UPDATE whitelist_rounds SET unread = ${count}, unread_named = ${[...named]}::text[]
        WHERE id = ${roundId} AND stage = 'freezing'`;
    },

    /**
     * Judges the registrations of these wallets, each wallet once: the first verdict stands.
     * @returns false when another server has the lease
     */
    async record(
      { roundId, freezer }: Lease,
      read: readonly WalletEvidence[],
      { before, after }: Checkpoints,
    ): Promise<boolean> {
      return sql.begin(async (tx) => {
        const [ours] = await tx`
          SELECT FROM whitelist_rounds
          WHERE id = ${roundId} AND stage = 'freezing' AND freezer = ${freezer} FOR UPDATE`;
        if (ours === undefined) return false;
        const taken = await tx<{ wallet: Address }[]>`
          INSERT INTO whitelist_round_readings
            (round_id, wallet, read_at, checkpoint_before, checkpoint_after)
          SELECT ${roundId}, wallet, read_at, ${before}, ${after} FROM unnest(
            ${read.map((one) => one.wallet)}::text[],
            ${read.map((one) => one.readAt.toISOString())}::timestamptz[]) AS read (wallet, read_at)
          ON CONFLICT DO NOTHING RETURNING wallet`;
        const wallets = taken.map(({ wallet }) => wallet);
        const entries = await tx<JudgedEntry[]>`
          SELECT wallet, seq, card_ids AS "cardIds" FROM whitelist_entries
          WHERE deleted_at IS NULL AND wallet = ANY(${wallets}::text[])`;
        const places = new Map(read.map(({ wallet, cards }) => [wallet, cards]));
        const judged = entries.map((entry) => judge(entry, places.get(entry.wallet)));
        await tx`
          INSERT INTO whitelist_round_verdicts (round_id, wallet, seq, entry_id, entry_count,
            registered_at, claimed, verdict, card_ids, places, kiosk_ids, listed)
          SELECT ${roundId}, e.wallet, e.seq, id, entry_count, registered_at,
            cardinality(e.card_ids) = (SELECT count(*) FROM whitelist_claims WHERE entry_id = id),
            judged.verdict, e.card_ids, judged.places, judged.kiosks, judged.listed
          FROM jsonb_to_recordset(${JSON.stringify(judged)}::text::jsonb)
            AS judged (seq bigint, verdict text, places text[], kiosks text[], listed boolean[])
          JOIN whitelist_entries e USING (seq)`;
        return true;
      });
    },
  };
}

function judge({ seq, cardIds }: JudgedEntry, cards: WalletEvidence['cards'] | undefined) {
  const found = cardIds.map((id) => cards?.get(id) ?? null);
  return {
    seq,
    verdict: found.includes(null) ? 'missing' : 'held',
    places: found.map((one) => one?.place ?? null),
    kiosks: found.map((one) => one?.kioskId ?? null),
    listed: found.map((one) => one?.isListed ?? null),
  };
}
