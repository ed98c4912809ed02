/** All SQL of claims on names: nobody else may bear a name that looks the same (N3). */
import type { Address } from '#rules/address.ts';
import { removeRows } from '#server/db/portions.ts';
import type { Sql, Transaction } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';

/** A name and what it looks like. */
export interface KeyedName {
  readonly wallet: Address;
  readonly name: string;
  readonly keys: readonly string[];
}

/** A claim given up at or before this time is free for others. */
type FreeSince = Date;

/**
 * Claims these looks for one wallet each, in one order for all transactions. What others bear, or gave up later than
 * `freeSince`, stays theirs.
 * @returns how many were claimed
 */
async function claim(
  sql: Queries,
  names: readonly KeyedName[],
  freeSince: FreeSince,
): Promise<number> {
  const first = new Map<string, KeyedName>();
  for (const one of names) for (const key of one.keys) if (!first.has(key)) first.set(key, one);
  const claims = [...first].sort(([a], [b]) => Number(a > b) - Number(a < b));
  const { count } = await sql`
    INSERT INTO name_claims AS kept (key, wallet, name)
    SELECT * FROM unnest(
      ${claims.map(([key]) => key)}::text[], ${claims.map(([, { wallet }]) => wallet)}::text[],
      ${claims.map(([, { name }]) => name)}::text[])
    ON CONFLICT (key) DO UPDATE
      SET wallet = excluded.wallet, name = excluded.name, given_up_at = NULL
      WHERE kept.wallet = excluded.wallet OR kept.given_up_at <= ${freeSince}`;
  return count;
}

/** Claims a name for its wallet and gives the one before it up. False when another collector has one of its looks. */
export async function claimName(
  tx: Transaction,
  { wallet, name, keys }: KeyedName,
  at: Date,
  freeSince: FreeSince,
): Promise<boolean> {
  if ((await claim(tx, [{ wallet, name, keys }], freeSince)) < keys.length) return false;
  await tx`
    UPDATE name_claims SET given_up_at = ${at}
    WHERE wallet = ${wallet} AND given_up_at IS NULL AND key <> ALL(${[...keys]}::text[])`;
  return true;
}

export type NameStore = ReturnType<typeof createNameStore>;

export function createNameStore(sql: Sql) {
  return {
    /** Names without claims that were not looked at yet; the oldest first. */
    unclaimed(limit: number): Promise<{ wallet: Address; name: string }[]> {
      return sql<{ wallet: Address; name: string }[]>`
        SELECT wallet, name FROM names_unclaimed JOIN collectors USING (wallet)
        WHERE NOT clashes ORDER BY seq LIMIT ${limit}`;
    },

    /**
     * Claims what these names look like, as far as nobody else has it. Who bears a name keeps it either way.
     * @returns the wallets whose name looks like another collector's
     */
    async settle(names: readonly KeyedName[], at: Date, freeSince: FreeSince): Promise<Address[]> {
      await claim(sql, names, freeSince);
      const wallets = names.map(({ wallet }) => wallet);
      // A server that knows no claims changed the name: the one before is given up.
      await sql`
        UPDATE name_claims SET given_up_at = ${at} FROM collectors
        WHERE name_claims.wallet = ANY(${wallets}::text[]) AND given_up_at IS NULL
          AND collectors.wallet = name_claims.wallet AND collectors.name <> name_claims.name`;
      const looks = names.flatMap(({ wallet, keys }) => keys.map((key) => ({ wallet, key })));
      const clashing = await sql<{ wallet: Address }[]>`
        UPDATE names_unclaimed SET clashes = true WHERE wallet IN (
          SELECT looks.wallet FROM unnest(
            ${looks.map(({ wallet }) => wallet)}::text[], ${looks.map(({ key }) => key)}::text[]
          ) AS looks (wallet, key)
          JOIN name_claims ON name_claims.key = looks.key AND name_claims.wallet <> looks.wallet)
        RETURNING wallet`;
      await sql`
        DELETE FROM names_unclaimed USING collectors, unnest(
          ${wallets}::text[], ${names.map(({ name }) => name)}::text[]) AS seen (wallet, name)
        WHERE NOT clashes AND names_unclaimed.wallet = seen.wallet
          AND collectors.wallet = seen.wallet AND collectors.name = seen.name`;
      return clashing.map(({ wallet }) => wallet);
    },

    /** Removes claims that are free, and has names looked at again that clashed with them. */
    async removeFree(freeSince: FreeSince): Promise<void> {
      const free = sql`given_up_at <= ${freeSince} ORDER BY given_up_at`;
      const count = await removeRows(sql, 'name_claims', 'key', free);
      if (count > 0) await sql`UPDATE names_unclaimed SET clashes = false WHERE clashes`;
    },
  };
}
