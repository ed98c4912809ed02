/**
 * Closes rounds on time (B4), on whichever server they were played. The state is in the database: any number of
 * servers may run this, and after a restart it continues.
 */
import type { Logger } from 'pino';
import type { MatchLines } from '#server/battle/matches/match-lines.ts';
import type { MatchStore } from '#server/battle/matches/match-store.ts';
import type { Clock } from '#server/cluster/clock.ts';
import { createBackoff } from '#server/jobs/backoff.ts';
import type { Heartbeat } from './heartbeat.ts';

export const TICK_EVERY_MS = 500;
/** Most rounds closed between two heartbeats. */
const MOST_CLOSED = 200;
/** Longest time for closing rounds between two heartbeats: a longer gap would count as an outage. */
const LONGEST_CLOSING_MS = 1_000;

interface RoundClockDependencies {
  readonly heartbeat: Pick<Heartbeat, 'note'>;
  readonly lines: Pick<MatchLines, 'change'>;
  readonly store: Pick<MatchStore, 'forget'>;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createRoundClock(parts: RoundClockDependencies) {
  const { heartbeat, lines, store, clock, log } = parts;
  const backoff = createBackoff(() => clock.now().getTime());
  let closing: Promise<unknown> | undefined;

  async function close(id: string): Promise<void> {
    try {
      const stored = await lines.change(id, (match) => match); // `change` closes a due round first
      // Due in the database, but not by the rules: it would stay due for ever.
      const { open, end } = stored.match;
      if (end === null && (open?.closesAt ?? 0) <= clock.now().getTime()) {
        throw new Error('the round is due, but by the rules there is nothing to close');
      }
      backoff.done(id);
    } catch (fault) {
      store.forget(id); // a manual repair of the row does not raise its version
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
    const patienceOver = clock.sleep(LONGEST_CLOSING_MS, patience.signal).catch(() => {});
    await Promise.race([closing, patienceOver]).finally(() => patience.abort());
  }

  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return {
    /**
     * Records a heartbeat and closes due rounds, each match separately: a failure is logged and retried after a pause.
     * One run at a time; callers during a run share the next one. Resolves when that is done.
     */
    tick(): Promise<void> {
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

/** The error without the database's details, which would show the row and so players' cards. */
function withoutValues(fault: unknown) {
  const { name, code, stack } = fault as Error & { readonly code?: string };
  return { name, code, stack };
}
