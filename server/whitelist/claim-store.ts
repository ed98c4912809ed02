/** All SQL about which cards back which entry, and whether entries still hold their cards. */
import type { Address } from '#rules/address.ts';
import type { Sql, Transaction } from '#server/db/sql.ts';

interface Claim {
  readonly entryId: string;
  readonly cardId: string;
}

interface ClaimingEntry {
  readonly id: string;
  readonly cardIds: readonly string[];
}

interface CheckedEntry extends ClaimingEntry {
  readonly hasRequiredCards: boolean;
  /** No other wallet showed a card of it after this reading. */
  readonly isNewest: boolean;
}

export const claimsOf = ({ id, cardIds }: ClaimingEntry): Claim[] =>
  cardIds.map((cardId) => ({ entryId: id, cardId }));

/** What a check changed. */
export interface Rechecked {
  /** How many entries have another verdict. */
  readonly changed: number;
  /** Cards that back no entry any more. */
  readonly freed: readonly string[];
}

/**
 * Every transaction locks in one order, so that none waits in a circle: entries by id, then new claims
 * by card. Claims are deleted last, by a transaction that has locked their entry.
 */
export async function claimCards(tx: Transaction, wanted: readonly Claim[]): Promise<number> {
  const sorted = [...wanted].sort(
    (a, b) => Number(a.cardId > b.cardId) - Number(a.cardId < b.cardId),
  );
  const { count } = await tx`
    INSERT INTO whitelist_claims (card_id, entry_id)
    SELECT card_id, entry_id FROM unnest(
      ${sorted.map((one) => one.cardId)}::text[], ${sorted.map((one) => one.entryId)}::text[]
    ) AS wanted (card_id, entry_id)
    ON CONFLICT (card_id) DO NOTHING`;
  return count;
}

export type ClaimStore = ReturnType<typeof createClaimStore>;

export function createClaimStore(sql: Sql) {
  return {
    /** Which of these cards back a live entry. */
    async backing(cardIds: readonly string[]): Promise<string[]> {
      const rows = await sql<{ cardId: string }[]>`
        SELECT card_id AS "cardId" FROM whitelist_claims
        WHERE card_id = ANY(${cardIds as string[]}::text[]) ORDER BY card_id`;
      return rows.map((row) => row.cardId);
    },

    /**
     * Compares every live entry of a wallet with the cards it holds: cards that left are freed, cards that
     * came back are claimed again unless another entry has them.
     * @param readAt when the reading began; one that began before the last check changes nothing, and
     *   one that began before another wallet showed a card of the entry brings none back (A2)
     */
    async recheck(wallet: Address, holds: ReadonlySet<string>, readAt: Date): Promise<Rechecked> {
      return sql.begin(async (tx) => {
        const entries = await tx<CheckedEntry[]>`
          SELECT id, card_ids AS "cardIds", has_required_cards AS "hasRequiredCards",
            coalesce(lost_at <= ${readAt}, true) AS "isNewest"
          FROM whitelist_entries
          WHERE wallet = ${wallet} AND deleted_at IS NULL AND checked_at <= ${readAt}
          ORDER BY id FOR UPDATE`;
        const isWhole = (entry: ClaimingEntry) => entry.cardIds.every((id) => holds.has(id));
        const back = entries.filter(
          (entry) => isWhole(entry) && !entry.hasRequiredCards && entry.isNewest,
        );
        await claimCards(tx, back.flatMap(claimsOf));
        const gone = entries.flatMap(claimsOf).filter(({ cardId }) => !holds.has(cardId));
        const freed = await tx<{ id: string }[]>`
          DELETE FROM whitelist_claims WHERE (entry_id, card_id) IN (
            SELECT * FROM unnest(
              ${gone.map((one) => one.entryId)}::text[], ${gone.map((one) => one.cardId)}::text[]))
          RETURNING card_id AS id`;
        const checked = await tx<{ id: string; hasRequiredCards: boolean }[]>`
          UPDATE whitelist_entries SET checked_at = ${readAt}, has_required_cards =
            cardinality(card_ids) = (SELECT count(*) FROM whitelist_claims WHERE entry_id = id)
          WHERE id = ANY(${entries.map((entry) => entry.id)}::text[])
          RETURNING id, has_required_cards AS "hasRequiredCards"`;
        const before = new Map(entries.map((entry) => [entry.id, entry.hasRequiredCards]));
        const changed = checked.filter((now) => now.hasRequiredCards !== before.get(now.id)).length;
        return { changed, freed: freed.map(({ id }) => id) };
      });
    },

    /**
     * Frees these cards from entries of other wallets whose last check began before `readAt`, when the
     * reading began that showed the cards in `holder`.
     * @returns how many entries lapsed by it
     */
    async releaseSold(holder: Address, cardIds: readonly string[], readAt: Date): Promise<number> {
      return sql.begin(async (tx) => {
        const lapsed = await tx<{ id: string }[]>`
          SELECT id FROM whitelist_entries
          WHERE deleted_at IS NULL AND wallet <> ${holder} AND checked_at < ${readAt}
            AND id IN (SELECT entry_id FROM whitelist_claims
              WHERE card_id = ANY(${cardIds as string[]}::text[]))
          ORDER BY id FOR UPDATE`;
        const ids = lapsed.map((entry) => entry.id);
        await tx`DELETE FROM whitelist_claims
          WHERE entry_id = ANY(${ids}::text[]) AND card_id = ANY(${cardIds as string[]}::text[])`;
        await tx`UPDATE whitelist_entries
          SET has_required_cards = false, lost_at = greatest(lost_at, ${readAt})
          WHERE id = ANY(${ids}::text[])`;
        return ids.length;
      });
    },

    /** Of these wallets, those with a lapsed entry over one of these cards. */
    async lapsedOver(cardIds: readonly string[], of: readonly Address[]): Promise<Address[]> {
      const rows = await sql<{ wallet: Address }[]>`
        SELECT DISTINCT wallet FROM whitelist_entries
        WHERE wallet = ANY(${of as Address[]}::text[]) AND deleted_at IS NULL
          AND NOT has_required_cards AND card_ids && ${cardIds as string[]}::text[]`;
      return rows.map((row) => row.wallet);
    },

    /**
     * Wallets with live entries whose last check is older than `before`. At random, so that wallets that
     * cannot be read do not block the others.
     */
    async due(before: Date, limit: number): Promise<Address[]> {
      const rows = await sql<{ wallet: Address }[]>`
        SELECT wallet FROM whitelist_entries
        WHERE deleted_at IS NULL AND checked_at < ${before}
        GROUP BY wallet ORDER BY random() LIMIT ${limit}`;
      return rows.map((row) => row.wallet);
    },
  };
}
