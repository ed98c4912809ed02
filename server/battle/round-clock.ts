/**
 * The server's clock over all matches (RULINGS B4): closes rounds on time, whichever server they were
 * played on, and gives open rounds back what an outage took from them. Truth is in the database: any
 * number of servers may run it, and one that starts again goes on where the last one stopped.
 */
import { closeIfDue } from '#rules/battle/match.ts';
import type { Bus } from '#server/ports/bus.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { ClockStore } from './clock-store.ts';
import type { LobbyStore } from './lobby-store.ts';
import { matchFact, tellChange } from './match-changes.ts';
import type { StoredMatch } from './match-row.ts';
import type { MatchStore } from './match-store.ts';

export const TICK_EVERY_MS = 500;
/** A longer silence of all servers was an outage. */
export const OUTAGE_MS = 5_000;
/** Most rounds closed before the next sign of life. */
const BATCH = 200;

export interface RoundClockParts {
  readonly store: ClockStore;
  readonly matches: MatchStore;
  readonly lobbies: LobbyStore;
  /** Told which sign of life of all servers ours became. */
  readonly counted: (beat: number, at: number) => void;
  readonly bus: Bus;
  readonly clock: Clock;
}

export interface RoundClock {
  /** A sign of life, then closes what is due. Resolves when a whole round begun after the call is done. */
  tick(): Promise<void>;
}

export function createRoundClock(parts: RoundClockParts): RoundClock {
  const { store, matches, lobbies, bus, clock } = parts;

  /** A sign of life; the matches that are due. */
  async function beat(now: Date): Promise<readonly string[]> {
    const noted = await store.beat(now, new Date(now.getTime() - OUTAGE_MS), BATCH);
    if (noted === null) {
      await beatAfterSilence(now);
      return (await store.beat(now, now, BATCH))?.due ?? [];
    }
    parts.counted(noted.number, now.getTime());
    return noted.due;
  }

  async function beatAfterSilence(now: Date): Promise<void> {
    let prolonged: StoredMatch[] = [];
    await store.beatAfter(now, async (tx, silenceMs) => {
      if (silenceMs <= OUTAGE_MS) return;
      prolonged = await matches.prolongAll(tx, silenceMs);
      await lobbies.prolongAll(tx, silenceMs);
    });
    for (const stored of prolonged) {
      matches.committed(stored);
      bus.publish('match-changed', matchFact(stored));
    }
  }

  async function round(): Promise<void> {
    for (const id of await beat(clock.now())) {
      const changed = await matches.change(id, (match) => closeIfDue(match, clock.now().getTime()));
      if (changed !== null) tellChange(bus, changed);
    }
  }

  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return {
    tick() {
      // One at a time; everybody who asks while one is under way shares the next.
      waiting ??= last
        .catch(() => {})
        .then(() => {
          waiting = undefined;
          last = round();
          return last;
        });
      return waiting;
    },
  };
}
