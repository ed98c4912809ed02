/**
 * Heartbeats of all servers, recorded in the database. A gap was an outage: open rounds, offered rematches and lobbies
 * are prolonged by it before anything else happens. A negative gap is a clock that was set back: they are moved back
 * with it. Either way everybody has as much time left as at the last heartbeat (decision 380). The players of a server
 * that is silent alone get that time back while it lasts (decision 410).
 */
import type { LobbyStore } from '#server/battle/lobbies/lobby-store.ts';
import type { MatchEvents } from '#server/battle/match-events.ts';
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
/** A heartbeat that is further in the future shows that the clock was set back. The clocks of two servers differ by less. */
const SET_BACK_MS = 5_000;
/** How much time the players of a server that is silent alone get back: enough to be led to another one. */
const SILENCE_MS = 60_000;

interface HeartbeatDependencies {
  readonly store: ClockStore;
  readonly matches: Pick<MatchStore, 'prolongAll' | 'prolongOf' | 'committed'>;
  readonly lobbies: Pick<LobbyStore, 'prolongAll'>;
  readonly presence: Pick<PresenceStore, 'prolongAll' | 'prolongOf'>;
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
   * Records a heartbeat, and after a gap moves rounds and lobbies by it.
   * @param due how many matches with a due round to find, and which to skip
   * @returns their ids, the longest overdue first
   */
  async function note(due: { most: number; except: string[] }): Promise<readonly string[]> {
    let { now, noted } = await tryToNote(due);
    if (noted !== null) parts.onHeartbeat(noted.number, now.getTime());
    else {
      await clock.measure?.(); // the gap may be only this server's error
      await noteAfterGap();
      ({ now, noted } = await tryToNote(due));
    }
    if (noted === null) return [];
    notedAt = now.getTime();
    if (!noted.isOneSilent) return noted.due;
    await giveBackSilence();
    return []; // some of these may have more time now
  }

  /** One server alone is silent: those who play through it get that time back, as far as no other server hears them. */
  async function giveBackSilence(): Promise<void> {
    let moved: StoredMatch[] = [];
    await store.noteSilent(OUTAGE_MS, SILENCE_MS, async (tx, silences) => {
      moved = []; // an earlier try may have been rolled back
      for (const { server, ms } of silences) {
        moved = [...moved, ...(await matches.prolongOf(tx, server, ms))];
        await presence.prolongOf(tx, server, ms);
      }
    });
    announce(moved);
  }

  async function tryToNote(due: { most: number; except: string[] }) {
    const now = clock.now();
    const at = now.getTime();
    const between = [new Date(at - OUTAGE_MS), new Date(at + SET_BACK_MS)] as const;
    return { now, noted: await store.note(now, between, due, OUTAGE_MS) };
  }

  async function noteAfterGap(): Promise<void> {
    let moved: StoredMatch[] = [];
    await store.noteAfterGap(
      () => clock.now(),
      async (tx, gapMs, end) => {
        moved = []; // an earlier try may have been rolled back
        if (gapMs <= OUTAGE_MS && gapMs >= -SET_BACK_MS) return false;
        // What was opened a moment ago was opened after the gap.
        const unlessOpened = [new Date(end.getTime() - OUTAGE_MS), end] as const;
        moved = await matches.prolongAll(tx, gapMs, unlessOpened);
        await lobbies.prolongAll(tx, gapMs, unlessOpened);
        await presence.prolongAll(tx, gapMs);
        return true;
      },
    );
    announce(moved);
  }

  function announce(moved: readonly StoredMatch[]): void {
    for (const stored of moved) {
      matches.committed(stored);
      events.changed(stored);
    }
  }

  /** Whether our own last heartbeat is so recent that there was no outage since. */
  const isRecent = () => Math.abs(clock.now().getTime() - notedAt) < OUTAGE_MS;

  return {
    note,
    isRecent,
    leave: store.leave,
    /** Makes sure that a past outage has been compensated. */
    async ensure(): Promise<void> {
      // Again: the database may have stood still while the first heartbeat was on its way.
      for (let tries = 1; tries <= 2 && !isRecent(); tries += 1) {
        noting ??= note({ most: 0, except: [] }).finally(() => {
          noting = undefined;
        });
        await noting;
      }
    },
  };
}
