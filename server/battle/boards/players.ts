/** Player snapshots: the name and record shown with a lobby or a match. */
import { type Address, defaultUsername } from '#rules/address.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { createBatchLoader } from '#server/jobs/batch-loader.ts';
import { type Freshness, ReadCache } from '#server/jobs/read-cache.ts';
import type { GameRecord, StandingStore } from './standing-store.ts';

export interface PlayerSnapshot {
  readonly displayName: string;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** Chosen names by wallet, without those that have none. Passed in by app.ts. */
export type FindNames = (wallets: readonly Address[]) => Promise<ReadonlyMap<Address, string>>;

/** About 200 bytes each. */
const MOST_KEPT = 20_000;

interface PlayerDependencies {
  readonly standings: Pick<StandingStore, 'find'>;
  readonly names: FindNames;
  readonly freshness: Freshness;
  readonly bus: Bus;
}

export type Players = ReturnType<typeof createPlayers>;

export function createPlayers({ standings, names, freshness, bus }: PlayerDependencies) {
  const knownNames = new ReadCache<string | null>(freshness, MOST_KEPT);
  const records = new ReadCache<GameRecord | null>(freshness, MOST_KEPT);
  const readName = createBatchLoader((wallets) => names(wallets as Address[]));
  const readRecord = createBatchLoader((wallets) => standings.find(wallets as Address[]));

  bus.subscribe('collector-changed', ({ wallet }) => knownNames.invalidate(wallet));
  bus.subscribeOthers('match-ended', ({ players }) => {
    for (const wallet of players) records.invalidate(wallet);
  });

  return {
    async snapshot(wallet: Address): Promise<PlayerSnapshot> {
      const [name, record] = await Promise.all([
        knownNames.get(wallet, async () => (await readName(wallet)) ?? null),
        records.get(wallet, async () => (await readRecord(wallet)) ?? null),
      ]);
      const { wins = 0, losses = 0, ties = 0 } = record ?? {};
      return { displayName: name ?? defaultUsername(wallet), wins, losses, ties };
    },

    /** Keeps the records of players after games that this server saved. */
    moved(after: readonly GameRecord[]): void {
      // Begun now: a read already running may have missed these games.
      for (const record of after) records.keep(record.wallet, record, records.begin());
    },
  };
}
