/**
 * Signs of life of all servers, noted in the database. When there was none for a while, that was an
 * outage: open rounds and lobbies get back what it took from them before anything else is done.
 */
import type { LobbyStore } from '#server/battle/lobbies/lobby-store.ts';
import type { MatchEvents } from '#server/battle/matches/match-events.ts';
import type { StoredMatch } from '#server/battle/matches/match-row.ts';
import type { MatchStore } from '#server/battle/matches/match-store.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { ClockStore } from './clock-store.ts';

/** A longer silence of all servers was an outage. */
const OUTAGE_MS = 5_000;

export interface HeartbeatDependencies {
  readonly store: ClockStore;
  readonly matches: Pick<MatchStore, 'prolongAll' | 'committed'>;
  readonly lobbies: Pick<LobbyStore, 'prolongAll'>;
  readonly events: MatchEvents;
  /** Told which heartbeat of all servers ours became. */
  readonly onHeartbeat: (number: number, at: number) => void;
  readonly clock: Clock;
}

export type Heartbeat = ReturnType<typeof createHeartbeat>;

export function createHeartbeat(parts: HeartbeatDependencies) {
  const { store, matches, lobbies, events, clock } = parts;
  let notedAt = Number.NEGATIVE_INFINITY;
  let noting: Promise<unknown> | undefined;

  /**
   * Notes a sign of life, and gives a silence back if there was one.
   * @param due how many matches to look for whose round's time is over, and those to pass over
   * @returns their ids, the longest over first
   */
  async function note(due: { most: number; except: string[] }): Promise<readonly string[]> {
    const now = clock.now();
    const noted = await store.note(now, new Date(now.getTime() - OUTAGE_MS), due);
    if (noted !== null) parts.onHeartbeat(noted.number, now.getTime());
    else await noteAfterSilence(now);
    const found = noted ?? (await store.note(now, now, due));
    notedAt = now.getTime();
    return found?.due ?? [];
  }

  async function noteAfterSilence(now: Date): Promise<void> {
    let prolonged: StoredMatch[] = [];
    await store.noteAfterSilence(now, async (tx, silenceMs) => {
      prolonged = []; // what was given back before may have been undone
      if (silenceMs <= OUTAGE_MS) return;
      prolonged = await matches.prolongAll(tx, silenceMs);
      await lobbies.prolongAll(tx, silenceMs);
    });
    for (const stored of prolonged) {
      matches.committed(stored);
      events.publish('match-changed', stored);
    }
  }

  return {
    note,
    /** Whether there can have been no outage since the last heartbeat of our own. */
    isRecent: () => clock.now().getTime() - notedAt < OUTAGE_MS,
    /** A heartbeat, for whoever must know that no outage is still to be given back. */
    async ensure(): Promise<void> {
      noting ??= note({ most: 0, except: [] }).finally(() => {
        noting = undefined;
      });
      await noting;
    },
  };
}
