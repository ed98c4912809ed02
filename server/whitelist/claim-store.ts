/** All SQL of claims (a card backs one live entry) and of checks whether entries still hold their cards. */
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
  /** False when a later reading showed one of its cards in another wallet. */
  readonly isNewest: boolean;
}

export const claimsOf = ({ id, cardIds }: ClaimingEntry): Claim[] =>
  cardIds.map((cardId) => ({ entryId: id, cardId }));

/** The reading that entries are compared with. */
interface Evidence {
  /** When it began (A2). */
  readonly readAt: Date;
  /** Later times were noted before a clock was set back, and prove nothing. */
  readonly ahead: Date;
}

interface CheckResult {
  /** How many entries changed `hasRequiredCards`. */
  readonly changed: number;
  /** Cards that no longer back an entry. */
  readonly freed: readonly string[];
}

/**
 * Returns how many cards were claimed. Against deadlocks every transaction locks in one order: entries
 * by id, then new claims by card. Claims are moved or deleted last, after their entry was locked.
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
    /** The claims of these cards, by card. */
    async claimed(cardIds: readonly string[]): Promise<Claim[]> {
      return sql<Claim[]>`
        SELECT entry_id AS "entryId", card_id AS "cardId" FROM whitelist_claims
        WHERE card_id = ANY(${cardIds}::text[])
        ORDER BY card_id`;
    },

    /**
     * Compares every live entry of a wallet with its cards: frees the cards that left, and claims the
     * cards that returned unless another entry has them; one of the wallet that lacks a card gives them up.
     * A reading older than the last check changes nothing; one older than a reading that showed a card in another
     * wallet claims nothing.
     */
    async recheck(
      wallet: Address,
      holds: ReadonlySet<string>,
      { readAt, ahead }: Evidence,
    ): Promise<CheckResult> {
      return sql.begin(async (tx) => {
        const entries = await tx<CheckedEntry[]>`
          SELECT id, card_ids AS "cardIds", has_required_cards AS "hasRequiredCards",
            coalesce(lost_at <= ${readAt} OR lost_at > ${ahead}, true) AS "isNewest"
          FROM whitelist_entries
          WHERE wallet = ${wallet} AND deleted_at IS NULL
            AND (checked_at <= ${readAt} OR checked_at > ${ahead})
          ORDER BY id FOR UPDATE`;
        const isComplete = (entry: ClaimingEntry) => entry.cardIds.every((id) => holds.has(id));
        const back = entries.filter(
          (entry) => isComplete(entry) && !entry.hasRequiredCards && entry.isNewest,
        );
        await claimCards(tx, back.flatMap(claimsOf));
        const lapsed = entries.filter((entry) => !isComplete(entry)).map(({ id }) => id);
        if (back.length > 0 && lapsed.length > 0) {
          // Of two that want a card the first has it, as with new claims.
          const takers = new Map(
            [...back]
              .reverse()
              .flatMap((entry) => entry.cardIds.map((cardId) => [cardId, entry.id])),
          );
          await tx`
            UPDATE whitelist_claims AS claim SET entry_id = wanted.entry_id
            FROM unnest(${[...takers.keys()]}::text[], ${[...takers.values()]}::text[])
              AS wanted (card_id, entry_id)
            WHERE claim.card_id = wanted.card_id AND claim.entry_id = ANY(${lapsed}::text[])`;
        }
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
     * Frees these cards from entries of other wallets that were last checked before the reading that showed the cards
     * in `holder`.
     * @returns how many entries lapsed
     */
    async releaseSold(
      holder: Address,
      cardIds: readonly string[],
      { readAt, ahead }: Evidence,
    ): Promise<number> {
      return sql.begin(async (tx) => {
        const lapsed = await tx<{ id: string }[]>`
          SELECT id FROM whitelist_entries
          WHERE deleted_at IS NULL AND wallet <> ${holder}
            AND (checked_at < ${readAt} OR checked_at > ${ahead})
            AND id IN (SELECT entry_id FROM whitelist_claims
              WHERE card_id = ANY(${cardIds}::text[]))
          ORDER BY id FOR UPDATE`;
        const ids = lapsed.map((entry) => entry.id);
        await tx`DELETE FROM whitelist_claims
          WHERE entry_id = ANY(${ids}::text[]) AND card_id = ANY(${cardIds}::text[])`;
        await tx`UPDATE whitelist_entries
          SET has_required_cards = false, lost_at = greatest(lost_at, ${readAt})
          WHERE id = ANY(${ids}::text[])`;
        return ids.length;
      });
    },

    /** The wallets among these with a lapsed entry that contains one of these cards. */
    async withLapsedEntry(
      cardIds: readonly string[],
      wallets: readonly Address[],
    ): Promise<Address[]> {
      const rows = await sql<{ wallet: Address }[]>`
        SELECT DISTINCT wallet FROM whitelist_entries
        WHERE wallet = ANY(${wallets}::text[]) AND deleted_at IS NULL
          AND NOT has_required_cards AND card_ids && ${cardIds}::text[]`;
      return rows.map((row) => row.wallet);
    },

    /**
     * Wallets to check, in this order: those that were read after `lately` and have an entry that counts without having been
     * checked since, though it lacks a card (the check was lost, or the entry was not stored yet); those with an entry last
     * checked before `before`; those with a lapsed one that was not checked since the wallet was read, as a reading that
     * changes nothing checks nothing. Among equals at random, so that wallets that cannot be read do not block the others.
     */
    async due(before: Date, lately: Date, limit: number): Promise<Address[]> {
      const lacks = sql`
        has_required_cards AND checked_at < read_at AND read_at > ${lately}
          AND NOT card_ids <@ ARRAY(SELECT card_id::text FROM holdings WHERE holder = wallet)`;
      const rows = await sql<{ wallet: Address }[]>`
        SELECT wallet FROM whitelist_entries LEFT JOIN readings USING (wallet)
        WHERE deleted_at IS NULL AND (
          checked_at < ${before} OR NOT has_required_cards AND checked_at < read_at OR ${lacks})
        GROUP BY wallet
        ORDER BY coalesce(bool_or(${lacks}), false) DESC, bool_or(checked_at < ${before}) DESC, random()
        LIMIT ${limit}`;
      return rows.map((row) => row.wallet);
    },
  };
}
