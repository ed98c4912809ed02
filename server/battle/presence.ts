/**
 * Which players are present: those who asked for matches or lobbies since the last sweep, and those with a socket on this
 * server. Identified by session, never by an address in a query. It is noted for the other servers.
 */
import type { Address } from '#rules/address.ts';
import { AWAY_SECONDS } from '#rules/battle/match.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Heartbeat } from './clock/heartbeat.ts';
import type { PresenceStore } from './presence-store.ts';

/** Most wallets kept between two sweeps. */
const MOST_ASKED = 100_000;

export type Presence = ReturnType<typeof createPresence>;

interface PresenceDependencies {
  readonly store: Pick<PresenceStore, 'noteSeen' | 'noteLeft' | 'seenAt'>;
  readonly heartbeat: Pick<Heartbeat, 'ensure'>;
  readonly clock: Clock;
}

export function createPresence({ store, heartbeat, clock }: PresenceDependencies) {
  let asked = new Set<Address>();
  let askedBefore = asked;
  /** When they were last present, until it is noted that they left. */
  const lastHere = new Map<Address, Date>();
  const sockets = new Map<Address, number>();
  /** Who is present since the last sweep, and was not before. */
  const back = new Set<Address>();

  const isHeard = (wallet: Address): boolean =>
    sockets.has(wallet) || asked.has(wallet) || askedBefore.has(wallet);

  return {
    saw(wallet: Address | null): void {
      if (wallet === null || asked.size >= MOST_ASKED) return;
      if (!isHeard(wallet)) back.add(wallet);
      asked.add(wallet);
    },
    connected(wallet: Address): void {
      if (!isHeard(wallet)) back.add(wallet);
      sockets.set(wallet, (sockets.get(wallet) ?? 0) + 1);
    },
    disconnected(wallet: Address): void {
      const left = (sockets.get(wallet) ?? 0) - 1;
      if (left > 0) sockets.set(wallet, left);
      else sockets.delete(wallet);
      // They were present until now.
      asked.add(wallet);
    },
    /**
     * Notes at once who came back to this server: at another one their match could be claimed until the next sweep.
     * @returns who did
     */
    async noteBack(): Promise<readonly Address[]> {
      const came = [...back];
      if (came.length === 0) return came;
      await heartbeat.ensure();
      await store.noteSeen(came, clock.now());
      for (const wallet of came) back.delete(wallet);
      return came;
    },
    /** Notes who is present, and who no longer is. @returns who is */
    async sweep(): Promise<readonly Address[]> {
      await heartbeat.ensure();
      const here = new Set([...asked, ...sockets.keys()]);
      const now = clock.now();
      for (const wallet of here) lastHere.set(wallet, now);
      askedBefore = asked;
      asked = new Set();
      await store.noteSeen([...here], now);
      const left = [...lastHere].filter(([wallet]) => !here.has(wallet));
      await store.noteLeft(new Map(left), now);
      for (const [wallet] of left) lastHere.delete(wallet);
      return [...here];
    },
    /** Whether nothing is heard of a player of a live match, on any server. */
    async isAway(player: Address): Promise<boolean> {
      // Not yet noted: heard of by this server since the sweep before the last one.
      if (isHeard(player)) return false;
      await heartbeat.ensure();
      // Before the read, which may take as long as an outage.
      const now = clock.now().getTime();
      const seenAt = (await store.seenAt(player))?.getTime() ?? 0;
      return now - seenAt >= AWAY_SECONDS * 1000;
    },
  };
}
