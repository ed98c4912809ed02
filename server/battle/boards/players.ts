/** How a player is shown beside a lobby or a match: name and record, as they stand at that moment. */
import { type Address, defaultUsername } from '#rules/address.ts';
import type { StandingStore } from './standing-store.ts';

export interface PlayerFace {
  readonly displayName: string;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** Chosen names of wallets; those without one are left out. Wired in app.ts: features stay apart. */
export type FindNames = (wallets: readonly Address[]) => Promise<ReadonlyMap<Address, string>>;

export type FindFaces = (wallets: readonly Address[]) => Promise<(wallet: Address) => PlayerFace>;

export function createFindFaces(parts: {
  readonly standings: Pick<StandingStore, 'find'>;
  readonly names: FindNames;
}): FindFaces {
  return async (wallets) => {
    const [names, standings] = await Promise.all([
      parts.names(wallets),
      parts.standings.find(wallets),
    ]);
    return (wallet) => {
      const { wins = 0, losses = 0, ties = 0 } = standings.get(wallet) ?? {};
      return { displayName: names.get(wallet) ?? defaultUsername(wallet), wins, losses, ties };
    };
  };
}
