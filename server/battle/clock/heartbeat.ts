/**
 * Heartbeats of all servers, recorded in the database. A gap was an outage: open rounds, offered rematches and lobbies
 * are prolonged by it before anything else happens.
 */
import type { LobbyStore } from '#server/battle/lobbies/lobby-store.ts';
import type { MatchEvents } from '#server/battle/matches/match-events.ts';
import type { StoredMatch } from '#server/battle/matches/match-row.ts';
import type { MatchStore } from '#server/battle/matches/match-store.ts';
import type { PresenceStore } from '#server/battle/presence-store.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { ClockStore } from './clock-store.ts';

/**
 * A longer gap between heartbeats is an outage. Shorter than a server takes to start again after it was killed (3 to 5 s);
 * longer than the gaps of a server that closes many rounds.
 */
const OUTAGE_MS = 2_000;

interface HeartbeatDependencies {
  readonly store: ClockStore;
  readonly matches: Pick<MatchStore, 'prolongAll' | 'committed'>;
  readonly lobbies: Pick<LobbyStore, 'prolongAll'>;
  readonly presence: Pick<PresenceStore, 'prolongAll'>;
  readonly events: MatchEvents;
  /** Called with the number of our heartbeat. */
  readonly onHeartbeat: (number: number, at: number) => void;
  readonly clock: Clock;
}

export type Heartbeat = ReturnType<typeof createHeartbeat>;

export function createHeartbeat(parts: HeartbeatDependencies) {
  const { store, matches, lobbies, presence, events, clock } = parts;
  let notedAt = Number.NEGATIVE_INFINITY;
  let noting: Promise<unknown> | undefined;

  /**
   * Records a heartbeat, and after a gap prolongs rounds and lobbies.
   * @param due how many matches with a due round to find, and which to skip
   * @returns their ids, the longest overdue first
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
      prolonged = []; // an earlier try may have been rolled back
      if (silenceMs <= OUTAGE_MS) return;
      prolonged = await matches.prolongAll(tx, silenceMs);
      await lobbies.prolongAll(tx, silenceMs);
      await presence.prolongAll(tx, silenceMs);
    });
    for (const stored of prolonged) {
      matches.committed(stored);
      events.changed(stored);
    }
  }

  /** Whether our own last heartbeat is so recent that there was no outage since. */
  const isRecent = () => clock.now().getTime() - notedAt < OUTAGE_MS;

  return {
    note,
    isRecent,
    /** Makes sure that a past outage has been compensated. */
    async ensure(): Promise<void> {
      if (isRecent()) return;
      noting ??= note({ most: 0, except: [] }).finally(() => {
        noting = undefined;
      });
      await noting;
    },
  };
}
