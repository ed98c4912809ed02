/**
 * The server's clock over all matches (B4): closes rounds on time, whichever server they were
 * played on. Truth is in the database: any number of servers may run it, and one that starts again
 * goes on where the last one stopped.
 */
import type { Logger } from 'pino';
import type { MatchLines } from '#server/battle/matches/match-lines.ts';
import type { MatchStore } from '#server/battle/matches/match-store.ts';
import type { Clock } from '#server/cluster/clock.ts';
import { createBackoff } from '#server/jobs/backoff.ts';
import type { Heartbeat } from './heartbeat.ts';

export const TICK_EVERY_MS = 500;
/** Most rounds closed before the next heartbeat. */
const MOST_CLOSED = 200;
/** Longest that closing them holds up the next heartbeat: a longer silence would be an outage. */
const PATIENCE_MS = 2_000;

export interface RoundClockDependencies {
  readonly heartbeat: Pick<Heartbeat, 'note'>;
  readonly lines: Pick<MatchLines, 'change'>;
  readonly store: Pick<MatchStore, 'forget'>;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface RoundClock {
  /**
   * A heartbeat, then closes what is due, each match on its own: one that cannot be closed is
   * logged, and tried again after a pause. Resolves when a whole round begun after the call is done.
   */
  tick(): Promise<void>;
}

export function createRoundClock(parts: RoundClockDependencies): RoundClock {
  const { heartbeat, lines, store, clock, log } = parts;
  const backoff = createBackoff(() => clock.now().getTime());
  let closing: Promise<unknown> | undefined;

  async function close(id: string): Promise<void> {
    try {
      const stored = await lines.change(id, (match) => match); // what is due is closed first
      // Due in the database, and nothing to close by the rules: it would be due for ever.
      const closesAt = stored?.match.open?.closesAt ?? 0;
      if (stored !== null && stored.match.end === null && closesAt <= clock.now().getTime()) {
        throw new Error('the round is due, but by the rules there is nothing to close');
      }
      backoff.done(id);
    } catch (fault) {
      store.forget(id); // whoever puts the row right does not raise its version
      const pauseMs = backoff.failed(id);
      log.error({ match: id, pauseMs, fault: withoutValues(fault) }, 'a round was not closed');
    }
  }

  async function round(): Promise<void> {
    const most = closing === undefined ? MOST_CLOSED : 0;
    const due = await heartbeat.note({ most, except: backoff.keys() });
    closing ??= Promise.all(due.map(close)).finally(() => {
      closing = undefined;
    });
    const patience = new AbortController();
    const patienceOver = clock.sleep(PATIENCE_MS, patience.signal).catch(() => {});
    await Promise.race([closing, patienceOver]).finally(() => patience.abort());
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
