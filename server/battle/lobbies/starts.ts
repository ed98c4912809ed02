/** Turns a lobby into a match for exactly one joiner. Many matches begin in one statement. */
import { randomUUID } from 'node:crypto';
import type { Address } from '#rules/address.ts';
import { startMatch } from '#rules/battle/match.ts';
import { Refusal } from '#rules/refusal.ts';
import { createBatchLane, isOneRowToBlame, waitForRow } from '#server/battle/batches.ts';
import type { PlayerSnapshot } from '#server/battle/boards/players.ts';
import type { Freshness } from '#server/battle/clock/freshness.ts';
import type { MatchEvents } from '#server/battle/match-events.ts';
import type { StoredMatch } from '#server/battle/matches/match-row.ts';
import type { MatchStore } from '#server/battle/matches/match-store.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import type { LobbyRow } from './lobby-store.ts';
import { type Begun, isSeatTaken, type StartStore } from './start-store.ts';

const MOST_UNCONFIRMED = 2_000;
/** How long after its beginning a start is looked for whose answer was lost. */
const LOOKED_FOR_MS = 60_000;
/** What takes longer to be saved takes time from the first round, or from an offer. */
const LATE_MS = 2_000;

interface StartDependencies {
  readonly store: StartStore;
  readonly matches: Pick<MatchStore, 'committed' | 'find'>;
  readonly freshness: Pick<Freshness, 'invalidate'>;
  readonly events: MatchEvents;
}

interface Started extends Begun {
  readonly stored: StoredMatch;
}

export function matchOfLobby(
  lobby: LobbyRow,
  joiner: Address,
  snapshot: PlayerSnapshot,
  now: Date,
): StoredMatch {
  const players = { id: randomUUID(), player1: lobby.creator, player2: joiner };
  return {
    match: startMatch(players, now.getTime()),
    token: randomUUID(),
    lobbyId: lobby.id,
    snapshots: { player1: lobby.snapshot, player2: snapshot },
  };
}

/** Whether what is saved now was begun too long ago, in ms since 1970. */
export const isLate = (begunAt: number, now: Date): boolean => now.getTime() - begunAt >= LATE_MS;

/** Refusals: `already-in-match` for player 2, who joins, `opponent-in-match` for player 1. */
export function refuseSeated({ match }: StoredMatch, seated: readonly Address[]): void {
  if (seated.includes(match.player2)) throw new Refusal('already-in-match');
  if (seated.includes(match.player1)) throw new Refusal('opponent-in-match');
}

export type Starts = ReturnType<typeof createStarts>;

export function createStarts({ store, matches, freshness, events }: StartDependencies) {
  const lane = createBatchLane<StoredMatch, Begun | undefined>({
    // Conflicting starts go into different batches, in order.
    keysOf: ({ lobbyId, match }) => [lobbyId, match.player1, match.player2],
    async send(wanted) {
      const begun = new Map((await store.begin(wanted)).map((one) => [one.matchId, one]));
      return wanted.map(({ match }) => begun.get(match.id));
    },
  });

  /** Starts whose commit is uncertain: a later read that finds one saved publishes it. */
  const unconfirmed = new BoundedCache<string, StoredMatch>(MOST_UNCONFIRMED);

  /** The connection broke before the answer to this start. */
  function mayBeSaved(wanted: StoredMatch): void {
    freshness.invalidate();
    unconfirmed.set(wanted.match.id, wanted);
  }

  async function tryOnce(wanted: StoredMatch): Promise<Begun | undefined> {
    try {
      return await lane.push(wanted);
    } catch (fault) {
      if (isSeatTaken(fault)) return undefined;
      if (!isOneRowToBlame(fault)) mayBeSaved(wanted);
      throw fault;
    }
  }

  /** A read found this match. @returns whether its start was unconfirmed */
  function found({ match: { id } }: StoredMatch): boolean {
    const begun = unconfirmed.get(id);
    if (begun === undefined) return false;
    unconfirmed.delete(id);
    events.started(begun);
    return true;
  }

  return {
    /** Null if the lobby is closed. Refusals: `already-in-match`, `opponent-in-match`. */
    async begin(wanted: StoredMatch): Promise<Started | null> {
      const since = performance.now();
      for (;;) {
        const begun = await tryOnce(wanted);
        if (begun !== undefined) {
          matches.committed(wanted);
          events.started(wanted);
          return { ...begun, stored: wanted };
        }
        const { isOpen, seated } = await store.findBlocker(wanted);
        if (!isOpen) return null;
        refuseSeated(wanted, seated);
        await waitForRow(`lobby ${wanted.lobbyId}`, since);
      }
    },
    found,
    mayBeSaved,
    /** Looks for the starts whose answer was lost. @returns those that were saved */
    async lookFor(now: Date): Promise<StoredMatch[]> {
      const wanted = [...unconfirmed];
      const read = await Promise.all(wanted.map(([id]) => matches.find(id)));
      const saved = read.filter((stored) => stored !== null).filter(found);
      for (const [id, { match }] of wanted) {
        if (now.getTime() - match.createdAt > LOOKED_FOR_MS) unconfirmed.delete(id);
      }
      return saved;
    },
    drain: lane.drain,
    load: lane.load,
  };
}
