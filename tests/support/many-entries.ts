/** Fills the whitelist as if so many collectors had registered, without a chain behind them. */
import type { Sql } from '#server/db/open.ts';

/** Registrations of one wallet; the wallets come round again. */
export const ENTRIES_PER_WALLET = 4;

/**
 * Adds registrations number `from` to `to` (1-based, both included), 5 cards each, one second apart,
 * the last of them registered and checked at `lastAt`.
 */
export async function storeEntries(
  sql: Sql,
  from: number,
  to: number,
  lastAt = new Date(),
): Promise<void> {
  // Ids with the figures spread over all digits, as real ones have: they do not compress to nothing.
  await sql`
    insert into whitelist_entries
      (id, wallet, card_ids, selection_hash, entry_count, registered_at, checked_at)
    select 'entry-' || n, '0x' || encode(sha256(('wallet ' || n / ${ENTRIES_PER_WALLET})::bytea), 'hex'),
      array(select '0x' || encode(sha256(('card ' || n || ' ' || c)::bytea), 'hex')
        from generate_series(1, 5) c),
      sha256(('set ' || n)::bytea), 1,
      ${lastAt}::timestamptz - make_interval(secs => ${to} - n), ${lastAt}
    from generate_series(${from}::int, ${to}::int) n`;
  await sql`analyze whitelist_entries`;
}
