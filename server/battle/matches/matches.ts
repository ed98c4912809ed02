/** Use cases of matches (B1-B7). */
import type { Address } from '#rules/address.ts';
import { isDue, type Match, type Play, play, requireSeat, resign } from '#rules/battle/match.ts';
import { endRematch } from '#rules/battle/rematch.ts';
import { Refusal } from '#rules/refusal.ts';
import type { LobbyRow, LobbyStore } from '#server/battle/lobbies/lobby-store.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { tellChange } from './match-changes.ts';
import type { StoredMatch } from './match-row.ts';
import type { MatchStore } from './match-store.ts';
import type { RoundClock } from './round-clock.ts';

/** How long a match stays in its players' lists after it began. */
const LISTED_MS = 15 * 60 * 1000;

export interface MatchParts {
  readonly store: MatchStore;
  readonly lobbies: Pick<LobbyStore, 'close' | 'find'>;
  readonly roundClock: Pick<RoundClock, 'tick'>;
  /** What follows when lobbies have closed. */
  readonly afterClosing: (closed: readonly LobbyRow[]) => Promise<void>;
  readonly bus: Bus;
  readonly clock: Clock;
}

export type Matches = ReturnType<typeof createMatches>;

/** Thrown out of a rule: the open round's time is over, the clock has to close it first. */
class RoundDue extends Error {}

export function createMatches(parts: MatchParts) {
  const { store, bus, clock } = parts;

  /** @throws Refusal `match-unknown` */
  async function change(id: string, rule: (match: Match) => Match): Promise<StoredMatch> {
    const changed = await store.change(id, rule);
    if (changed === null) throw new Refusal('match-unknown');
    tellChange(bus, changed);
    return changed.after;
  }

  async function onTheClock(
    id: string,
    rule: (match: Match, now: number) => Match,
  ): Promise<StoredMatch> {
    const ifNotDue = (match: Match) => {
      const now = clock.now().getTime();
      if (isDue(match, now)) throw new RoundDue();
      return rule(match, now);
    };
    try {
      return await change(id, ifNotDue);
    } catch (fault) {
      if (!(fault instanceof RoundDue)) throw fault;
    }
    // The clock also knows whether there was an outage that the round has to get back first.
    await parts.roundClock.tick();
    return change(id, (match) => rule(match, clock.now().getTime()));
  }

  bus.subscribe('match-started', ({ players }) => store.started(players));
  bus.subscribe('match-changed', ({ matchId, token }) => store.changed(matchId, token));

  return {
    /** The match as whoever polls is shown it. @throws Refusal `match-unknown` */
    async get(id: string): Promise<StoredMatch> {
      const stored = await store.shown(id);
      if (stored === null) throw new Refusal('match-unknown');
      return stored;
    },

    /** The match in the state with this token or a newer one. @throws Refusal `match-unknown` */
    async since(id: string, token: string): Promise<StoredMatch> {
      const stored = await store.since(id, token);
      if (stored === null) throw new Refusal('match-unknown');
      return stored;
    },

    ofWallet: (wallet: Address): Promise<StoredMatch[]> =>
      store.listed(wallet, new Date(clock.now().getTime() - LISTED_MS)),

    /** The match that a lobby became, if it did. */
    async ofLobby(lobbyId: string): Promise<StoredMatch[]> {
      const matchId = (await parts.lobbies.find(lobbyId))?.matchId ?? null;
      const stored = matchId === null ? null : await store.find(matchId);
      return stored === null ? [] : [stored];
    },

    /** Refusals: match-unknown, and those of the rule `play`. */
    play: (wallet: Address, id: string, wanted: Play): Promise<StoredMatch> =>
      onTheClock(id, (match, now) => play(match, wallet, wanted, now)),

    /** Resigns a live match; leaves the table of one that is over. Refusals: match-unknown, not-a-player. */
    async leave(wallet: Address, id: string): Promise<StoredMatch> {
      const stored = await onTheClock(id, (match, now) => {
        requireSeat(match, wallet);
        return endRematch(resign(match, wallet, now));
      });
      const { state, lobbyId } = stored.match.rematch;
      if (state === 'over' && lobbyId !== null) {
        await parts.afterClosing(await parts.lobbies.close([lobbyId]));
      }
      return stored;
    },
  };
}
