/**
 * One line per match in this process: the rows being written, and the next one. A change applies to the newest state,
 * committed or not, and all waiting changes are one row. No caller is answered before the commit; a refusal based on an
 * uncommitted state is checked again after the commit. So each match has one writer in this process, and the token in
 * each row makes it one among all servers. Only clock/heartbeat.ts writes matches past the lines: it prolongs all open
 * rounds after an outage.
 */
import { closeIfDue, isDue, type Match } from '#rules/battle/match.ts';
import { Refusal } from '#rules/refusal.ts';
import { waitForRow } from '#server/battle/batches.ts';
import type { Heartbeat } from '#server/battle/clock/heartbeat.ts';
import type { MatchEvents, NamedSocket } from '#server/battle/match-events.ts';
import type { Clock } from '#server/cluster/clock.ts';
import { changedTo, type StoredMatch } from './match-row.ts';
import type { MatchStore } from './match-store.ts';
import type { MatchWriter, Write } from './match-writer.ts';

/** Each lost race means that another writer succeeded, so this many in a row is a bug. */
const MOST_LOST_RACES = 100;

/** Returns the changed match, or the same value for no change. @throws Refusal */
type Rule = (match: Match, now: number) => Match;

interface MatchLineDependencies {
  readonly store: Pick<MatchStore, 'recent'>;
  readonly writer: MatchWriter;
  readonly heartbeat: Pick<Heartbeat, 'isRecent' | 'ensure'>;
  readonly events: Pick<MatchEvents, 'repeated'>;
  readonly clock: Clock;
}

/** A transaction that has the match exclusively. */
interface Exclusive {
  readonly after?: undefined;
  readonly behind?: undefined;
  readonly fault?: undefined;
  readonly done: Promise<false>;
}

export type MatchLines = ReturnType<typeof createMatchLines>;

export function createMatchLines(parts: MatchLineDependencies) {
  const { store, writer, heartbeat, events, clock } = parts;
  /** The newest row of a match, while one waits or is being written. */
  const newest = new Map<string, Write | Exclusive>();

  /** Makes `match` the newest state: merged into a waiting row, or a new row behind the one being written. */
  function put(known: StoredMatch, match: Match): Write {
    const pending = newest.get(match.id) as Write | undefined;
    const after = changedTo(known, match);
    if (pending !== undefined && !pending.isSent) {
      pending.after = after;
      return pending;
    }
    const write: Write = {
      before: known,
      behind: pending,
      after,
      excluded: [],
      isSent: false,
      isSaved: false,
      done: Promise.resolve(false),
    };
    newest.set(match.id, write);
    write.done = writer.push(write);
    const over = () => {
      if (newest.get(match.id) === write) newest.delete(match.id);
    };
    write.done.then(over, over); // its callers get the error
    return write;
  }

  /** After a row was not saved: reads the match again, and waits if only a lock was the reason. */
  async function lookAgain({ before }: Write, since: number): Promise<void> {
    const { id } = before.match;
    if ((await writer.read(id))?.token === before.token) await waitForRow(id, since);
  }

  /**
   * Changes a match by a rule. Closes a due round first.
   * @param callerSocket a socket of the caller. A change is not sent to it: its page gets the answer. A state that was
   *   there already is sent to it: its page missed the answer to an earlier call.
   * @returns the committed match
   * @throws Refusal `match-unknown`, and those of the rule
   */
  async function change(id: string, rule: Rule, callerSocket?: NamedSocket): Promise<StoredMatch> {
    const since = performance.now();
    let isConfirmed = false;
    let mine: Write | undefined;
    for (let lost = 0; lost < MOST_LOST_RACES; ) {
      const pending = newest.get(id);
      const known = pending === undefined ? store.recent(id) : pending.after;
      if (known === undefined) {
        if (pending !== undefined) await pending.done;
        else if ((await writer.read(id)) === null) throw new Refusal('match-unknown');
        else isConfirmed = true;
        continue;
      }
      const now = clock.now().getTime();
      const isRoundDue = isDue(known.match, now);
      if (isRoundDue && !heartbeat.isRecent()) {
        await heartbeat.ensure(); // rounds are prolonged by a past outage before any is closed
        continue;
      }
      const { match, fault } = judge(known.match, isRoundDue ? closeIfDue : rule, now);
      const isChanged = match !== undefined && match !== known.match;
      if (isChanged) mine = put(known, match);
      if (isRoundDue && isChanged) continue;
      if (isChanged && callerSocket !== undefined) mine?.excluded.push(callerSocket);
      const awaited = isChanged ? mine : pending;
      if (awaited !== undefined) {
        isConfirmed = await (awaited === mine ? mine.done : settled(awaited));
        if (isConfirmed && isChanged) return mine!.after;
        if (!isConfirmed) throwIfAway(awaited);
        if (isConfirmed || awaited !== mine) continue;
        await lookAgain(mine, since);
        isConfirmed = true;
        lost += 1;
      } else if (!isConfirmed) {
        // A refusal, or no change, must rest on a state just read.
        await writer.read(id);
        isConfirmed = true;
      } else if (match === undefined) {
        throw fault;
      } else {
        if (callerSocket !== undefined) events.repeated(known, callerSocket);
        return known;
      }
    }
    throw new Error(`match ${id} could not be changed`);
  }

  return {
    change,

    /** The newest state that anybody can have been told of by now. @throws Refusal `match-unknown` */
    async committed(id: string): Promise<StoredMatch> {
      const pending = newest.get(id);
      if (pending?.after !== undefined) return committedBy(pending);
      const stored = await writer.read(id);
      if (stored === null) throw new Refusal('match-unknown');
      return stored;
    },

    /** Runs a transaction that changes this match and other rows; other changes of the match wait. */
    async alone<T>(id: string, work: () => Promise<T>): Promise<T> {
      for (let pending = newest.get(id); pending !== undefined; pending = newest.get(id)) {
        await settled(pending);
      }
      const over = Promise.withResolvers<false>();
      const exclusive: Exclusive = { done: over.promise };
      newest.set(id, exclusive);
      try {
        return await work();
      } finally {
        newest.delete(id);
        over.resolve(false);
      }
    },

    drain: writer.drain,
    load: writer.load,
  };
}

/** The state that is committed while this row waits or is being written. */
function committedBy({ before, behind, after, isSaved }: Write): StoredMatch {
  if (isSaved) return after;
  return behind === undefined ? before : committedBy(behind);
}

/** True if it was saved. Errors are handled by its own callers. */
function settled({ done }: Write | Exclusive): Promise<boolean> {
  return done.catch(() => false);
}

/** Throws the error that kept this row, or the one before it, from being saved. */
function throwIfAway({ fault, behind }: Write | Exclusive): void {
  const away = fault ?? behind?.fault;
  if (away !== undefined) throw away;
}

/** Applies a rule and returns its result or its refusal. */
function judge(match: Match, rule: Rule, now: number): { match?: Match; fault?: unknown } {
  try {
    return { match: rule(match, now) };
  } catch (fault) {
    return { fault };
  }
}
