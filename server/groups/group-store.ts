/** All SQL of groups. */
import type { Address } from '#rules/address.ts';
import type { Group } from '#rules/groups.ts';
import type { Sql } from '#server/db/sql.ts';

export interface GroupSet {
  /** Changes with every save; '0' before the first one. */
  readonly version: string;
  readonly groups: Group[];
}

const NEVER_SAVED = '0';

export function createGroupStore(sql: Sql) {
  // A restored backup can repeat a number for another state, so a token is added.
  const version = sql`
    CASE s.version WHEN 0 THEN ${NEVER_SAVED} ELSE s.version || '-' || s.token END`;
  return {
    async read(wallet: Address): Promise<GroupSet> {
      // One statement, so that version and groups match.
      const rows = await sql<(Group & { version: string })[]>`
        SELECT ${version} AS version, g.group_id AS id, g.name, g.card_ids AS "cardIds"
        FROM group_sets s LEFT JOIN card_groups g ON g.wallet = s.wallet
        WHERE s.wallet = ${wallet}
        ORDER BY g.position`;
      return {
        version: rows[0]?.version ?? NEVER_SAVED,
        groups: rows
          .filter((row) => row.id !== null)
          .map(({ id, name, cardIds }) => ({ id, name, cardIds })),
      };
    },

    /**
     * Replaces all groups of the wallet in one transaction.
     * @param expected the current version must be one of these; null skips the check
     * @returns the new version, or null when the current version is another one
     */
    async replace(
      wallet: Address,
      groups: readonly Group[],
      expected: readonly string[] | null,
      now: Date,
    ): Promise<string | null> {
      return sql.begin(async (tx) => {
        await tx`
          INSERT INTO group_sets (wallet, version, saved_at) VALUES (${wallet}, 0, ${now})
          ON CONFLICT (wallet) DO NOTHING`;
        const [set] = await tx<{ version: string }[]>`
          SELECT ${version} AS version FROM group_sets s WHERE wallet = ${wallet} FOR UPDATE`;
        if (set === undefined || expected?.includes(set.version) === false) return null;
        await tx`DELETE FROM card_groups WHERE wallet = ${wallet}`;
        const rows = groups.map((group, position) => ({
          wallet,
          group_id: group.id,
          position,
          name: group.name,
          card_ids: group.cardIds as string[],
        }));
        if (rows.length > 0) await tx`INSERT INTO card_groups ${tx(rows)}`;
        const [saved] = await tx<{ version: string }[]>`
          UPDATE group_sets s SET version = version + 1, saved_at = ${now} WHERE wallet = ${wallet}
          RETURNING ${version} AS version`;
        return saved?.version ?? null;
      });
    },
  };
}
