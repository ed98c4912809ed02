/** All SQL of groups. */
import type { Address } from '#rules/address.ts';
import type { Group } from '#rules/groups.ts';
import type { Sql } from '#server/db/open.ts';

export interface GroupSet {
  /** Grows with every save; 0 before the first. */
  readonly version: number;
  readonly groups: Group[];
}

export type GroupStore = ReturnType<typeof groupStore>;

export function groupStore(sql: Sql) {
  return {
    async read(wallet: Address): Promise<GroupSet> {
      // One statement, so that version and groups are of the same moment.
      const rows = await sql<(Group & { version: number })[]>`
        select s.version as version, g.group_id as id, g.name, g.card_ids as "cardIds"
        from group_sets s left join card_groups g on g.wallet = s.wallet
        where s.wallet = ${wallet}
        order by g.position`;
      return {
        version: rows[0]?.version ?? 0,
        groups: rows
          .filter((row) => row.id !== null)
          .map(({ id, name, cardIds }) => ({ id, name, cardIds })),
      };
    },

    /**
     * Replaces the whole set, or nothing.
     * @param expected the version it must still have; null takes any
     * @returns the new version, or null when somebody else saved meanwhile
     */
    async replace(
      wallet: Address,
      groups: readonly Group[],
      expected: number | null,
      now: Date,
    ): Promise<number | null> {
      return sql.begin(async (tx) => {
        await tx`insert into group_sets (wallet, version, saved_at) values (${wallet}, 0, ${now})
          on conflict (wallet) do nothing`;
        const [set] = await tx<{ version: number }[]>`
          select version as version from group_sets where wallet = ${wallet} for update`;
        const version = set?.version ?? 0;
        if (expected !== null && expected !== version) return null;
        await tx`delete from card_groups where wallet = ${wallet}`;
        const rows = groups.map((group, position) => ({
          wallet,
          group_id: group.id,
          position,
          name: group.name,
          card_ids: group.cardIds as string[],
        }));
        if (rows.length > 0) await tx`insert into card_groups ${tx(rows)}`;
        await tx`update group_sets set version = ${version + 1}, saved_at = ${now}
          where wallet = ${wallet}`;
        return version + 1;
      });
    },
  };
}
