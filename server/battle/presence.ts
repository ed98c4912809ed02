/**
 * Which players are there: who asked about their matches since the last look, and who has a socket
 * open on this server. Known by their session, never by an address somebody wrote into a query.
 */
import type { Address } from '#rules/address.ts';

/** Most wallets remembered between two looks. */
const MOST = 100_000;

export type Presence = ReturnType<typeof createPresence>;

export function createPresence() {
  let asked = new Set<Address>();
  const sockets = new Map<Address, number>();
  return {
    saw(wallet: Address | null): void {
      if (wallet !== null && asked.size < MOST) asked.add(wallet);
    },
    connected(wallet: Address): void {
      sockets.set(wallet, (sockets.get(wallet) ?? 0) + 1);
    },
    disconnected(wallet: Address): void {
      const left = (sockets.get(wallet) ?? 0) - 1;
      if (left > 0) sockets.set(wallet, left);
      else sockets.delete(wallet);
      // They were here until now.
      asked.add(wallet);
    },
    /** Everybody who was here since the last look. */
    look(): Address[] {
      const here = new Set([...asked, ...sockets.keys()]);
      asked = new Set();
      return [...here];
    },
  };
}
