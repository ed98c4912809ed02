/**
 * The server's clock over all matches (B4): closes rounds on time, whichever server they were
 * played on, and gives open rounds back what an outage took from them. Truth is in the database: any
 * number of servers may run it, and one that starts again goes on where the last one stopped.
 */
import type { Logger } from 'pino';
import { closeIfDue, type Match } from '#rules/battle/match.ts';
import type { LobbyStore } from '#server/battle/lobbies/lobby-store.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { createBackoff } from '#server/jobs/backoff.ts';
import { each } from '#server/jobs/each.ts';
import type { ClockStore } from './clock-store.ts';
import { matchEvent, tellChange } from './match-changes.ts';
import type { StoredMatch } from './match-row.ts';
import type { MatchStore } from './match-store.ts';

export const TICK_EVERY_MS = 500;
/** A longer silence of all servers was an outage. */
export const OUTAGE_MS = 5_000;
/** Most rounds closed before the next sign of life. */
const BATCH = 200;
/** Rounds closed at the same time. */
const AT_ONCE = 4;
/** Longest that closing them holds up the next sign of life: a longer silence would be an outage. */
const PATIENCE_MS = 2_000;

export interface RoundClockParts {
  readonly store: ClockStore;
  readonly matches: MatchStore;
  readonly lobbies: LobbyStore;
  /** Told which sign of life of all servers ours became. */
  readonly counted: (beat: number, at: number) => void;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface RoundClock {
  /**
   * A sign of life, then closes what is due, each match on its own: one that cannot be closed is
   * logged, and tried again after a pause. Resolves when a whole round begun after the call is done.
   */
  tick(): Promise<void>;
}

export function createRoundClock(parts: RoundClockParts): RoundClock {
  const { store, matches, lobbies, bus, clock, log } = parts;
  const aside = createBackoff(() => clock.now().getTime());
  let closing: Promise<unknown> | undefined;

  /** A sign of life; the matches that are due and not set aside. */
  async function beat(now: Date): Promise<readonly string[]> {
    const due = { most: closing === undefined ? BATCH : 0, except: aside.keys() };
    const noted = await store.beat(now, new Date(now.getTime() - OUTAGE_MS), due);
    if (noted === null) {
      await beatAfterSilence(now);
      return (await store.beat(now, now, due))?.due ?? [];
    }
    parts.counted(noted.number, now.getTime());
    return noted.due;
  }

  async function beatAfterSilence(now: Date): Promise<void> {
    let prolonged: StoredMatch[] = [];
    await store.beatAfter(now, async (tx, silenceMs) => {
      prolonged = []; // what was given back before may have been undone
      if (silenceMs <= OUTAGE_MS) return;
      prolonged = await matches.prolongAll(tx, silenceMs);
      await lobbies.prolongAll(tx, silenceMs);
    });
    for (const stored of prolonged) {
      matches.committed(stored);
      bus.publish('match-changed', matchEvent(stored));
    }
  }

  async function close(id: string): Promise<void> {
    try {
      const changed = await matches.change(id, (match) => closeIfDue(match, clock.now().getTime()));
      if (changed === null) return;
      tellChange(bus, changed);
      requireClosed(changed.after.match);
      aside.done(id);
    } catch (fault) {
      matches.forget(id); // whoever puts the row right does not raise its version
      const pauseMs = aside.failed(id);
      log.error({ match: id, pauseMs, fault: withoutValues(fault) }, 'a round was not closed');
    }
  }

  async function round(): Promise<void> {
    const due = await beat(clock.now());
    closing ??= each(due, AT_ONCE, close).finally(() => {
      closing = undefined;
    });
    const patience = new AbortController();
    const patienceOver = clock.sleep(PATIENCE_MS, patience.signal).catch(() => {});
    await Promise.race([closing, patienceOver]).finally(() => patience.abort());
  }

  /** Due in the database, and nothing to close by the rules: it would be due for ever. */
  function requireClosed({ open, end }: Match): void {
    const isClosed = end !== null || (open !== null && open.closesAt > clock.now().getTime());
    if (!isClosed) throw new Error('the round is due, but by the rules there is nothing to close');
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

/** A fault for the log: what else a database tells of it would show the row, and cards with it. */
function withoutValues(fault: unknown) {
  const { name, code, stack } = fault as Error & { readonly code?: string };
  return { name, code, stack };
}
