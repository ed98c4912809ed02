/**
 * One line per match in this process: what of it is on its way to the database, and what comes next.
 * A change is made to the newest state, committed or not; all that waits to be sent is one row. Nobody is
 * answered before the commit, and a refusal that rests on what is not committed yet is judged again
 * when it is. So a match has one writer here, and the token each row names keeps it to one of all servers.
 */
import { closeIfDue, isDue, type Match } from '#rules/battle/match.ts';
import { createBatchLane, isOneRowToBlame, waitForRow } from '#server/battle/batches.ts';
import type { Freshness } from '#server/battle/clock/freshness.ts';
import type { Heartbeat } from '#server/battle/clock/heartbeat.ts';
import type { Clock } from '#server/cluster/clock.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import type { MatchEvents, TellsItself } from './match-events.ts';
import { changedTo, type StoredMatch } from './match-row.ts';
import type { MatchStore } from './match-store.ts';

/** Every lost race means that somebody else got on, so this many in a row is a fault of ours. */
const MOST_LOST_RACES = 100;
const MOST_UNSURE = 2_000;

/** What is to become of a match; the same value when nothing is. @throws Refusal */
export type Rule = (match: Match, now: number) => Match;

export interface MatchLineDependencies {
  readonly store: MatchStore;
  readonly heartbeat: Pick<Heartbeat, 'isRecent' | 'ensure'>;
  readonly freshness: Pick<Freshness, 'invalidate'>;
  readonly events: MatchEvents;
  readonly clock: Clock;
}

/** A row on its way. */
interface Write {
  /** What it replaces: committed, or still on its way itself. */
  readonly before: StoredMatch;
  readonly behind: Write | undefined;
  after: StoredMatch;
  /** Whom its answer tells. */
  readonly told: TellsItself[];
  isSent: boolean;
  isSaved: boolean;
  /** The database was away: whoever rests on it is told the same, and does not wait for another try. */
  fault?: unknown;
  /** Whether it was saved; false when the match was not as it was thought to be. */
  done: Promise<boolean>;
}

/** A transaction has the match for itself. */
interface Held {
  readonly after?: undefined;
  readonly behind?: undefined;
  readonly fault?: undefined;
  readonly done: Promise<false>;
}

export type MatchLines = ReturnType<typeof createMatchLines>;

export function createMatchLines(parts: MatchLineDependencies) {
  const { store, heartbeat, freshness, events, clock } = parts;
  const newest = new Map<string, Write | Held>();
  /** Writes of which nobody knows whether they were saved: whoever finds them saved publishes them. */
  const unsure = new BoundedCache<string, Write>(MOST_UNSURE);

  const lane = createBatchLane<Write, boolean>({ send });

  async function send(writes: readonly Write[]): Promise<boolean[]> {
    for (const write of writes) write.isSent = true;
    // What rests on a row that was not saved would not be either.
    const worthwhile = writes.filter(({ behind }) => behind === undefined || behind.isSaved);
    const saved = await save(worthwhile);
    return writes.map((write) => {
      write.isSaved = saved.has(write.after.match.id);
      leave(write);
      if (write.isSaved) publish(write);
      return write.isSaved;
    });
  }

  async function save(writes: readonly Write[]): Promise<ReadonlySet<string>> {
    if (writes.length === 0) return new Set();
    try {
      return await store.save(writes);
    } catch (fault) {
      if (!isOneRowToBlame(fault)) {
        freshness.invalidate(); // the connection may have broken after it was saved
        for (const write of writes) {
          write.fault = fault;
          write.told.length = 0; // whoever asked is told 503, and not how it stands
          unsure.set(write.after.match.id, write);
        }
      }
      throw fault;
    }
  }

  function publish({ before, after, told }: Write): void {
    events.publish('match-changed', after, told);
    if (before.match.end === null && after.match.end !== null) events.ended(after);
  }

  function leave(write: Write): void {
    const { id } = write.after.match;
    if (newest.get(id) === write) newest.delete(id);
  }

  /** Makes `match` the newest state: one row with what waits already, else one behind what is on its way. */
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
      told: [],
      isSent: false,
      isSaved: false,
      done: Promise.resolve(false),
    };
    newest.set(match.id, write);
    write.done = lane.push(write).finally(() => leave(write));
    write.done.catch(() => {}); // those who wait for it hear of it
    return write;
  }

  /** The match as it is now. */
  async function read(id: string): Promise<StoredMatch | null> {
    const found = await store.find(id);
    const write = unsure.get(id);
    if (write === undefined) return found;
    unsure.delete(id);
    if (found?.token === write.after.token) publish(write);
    return found;
  }

  /** After a row was not saved: reads the match again, and waits a little if only a lock was in the way. */
  async function lookAgain({ before }: Write, since: number): Promise<void> {
    const { id } = before.match;
    if ((await read(id))?.token === before.token) await waitForRow(id, since);
  }

  /**
   * Changes a match by a rule. A round whose time is over is closed first.
   * @param asking a socket of whoever is answered with it
   * @returns the match as it is committed; null when it is unknown
   */
  async function change(id: string, rule: Rule, asking?: TellsItself): Promise<StoredMatch | null> {
    const since = performance.now();
    let isRead = false;
    let mine: Write | undefined;
    for (let lost = 0; lost < MOST_LOST_RACES; ) {
      const pending = newest.get(id);
      const known = pending === undefined ? store.recent(id) : pending.after;
      if (known === undefined) {
        if (pending !== undefined) await pending.done;
        else if ((await read(id)) === null) return null;
        else isRead = true;
        continue;
      }
      const now = clock.now().getTime();
      const isOver = isDue(known.match, now);
      if (isOver && !heartbeat.isRecent()) {
        await heartbeat.ensure(); // an outage is given back before anything is closed
        continue;
      }
      const { match, fault } = judge(known.match, isOver ? closeIfDue : rule, now);
      const isChanged = match !== undefined && match !== known.match;
      if (isChanged) mine = put(known, match);
      if (isOver && isChanged) continue;
      if (isChanged && asking !== undefined) mine?.told.push(asking);
      const awaited = isChanged ? mine : pending;
      if (awaited !== undefined) {
        isRead = await (awaited === mine ? mine.done : settled(awaited));
        if (isRead && isChanged) return mine?.after ?? null;
        if (!isRead) throwIfAway(awaited);
        if (isRead || awaited !== mine) continue;
        await lookAgain(mine, since);
        isRead = true;
        lost += 1;
      } else if (!isRead) {
        await read(id);
        isRead = true;
      } else if (match === undefined) {
        throw fault;
      } else {
        return known;
      }
    }
    throw new Error(`match ${id} could not be changed`);
  }

  return {
    change,

    /** A transaction that changes this match and others' rows: whatever else is to become of it waits. */
    async alone<T>(id: string, work: () => Promise<T>): Promise<T> {
      for (let pending = newest.get(id); pending !== undefined; pending = newest.get(id)) {
        await settled(pending);
      }
      const over = Promise.withResolvers<false>();
      const held: Held = { done: over.promise };
      newest.set(id, held);
      try {
        return await work();
      } finally {
        newest.delete(id);
        over.resolve(false);
      }
    },

    drain: lane.drain,
  };
}

/** True when it was saved; what it failed with is for those to hear whose change it was. */
function settled({ done }: Write | Held): Promise<boolean> {
  return done.catch(() => false);
}

/** Throws what kept this row, or the one before it, from the database. */
function throwIfAway({ fault, behind }: Write | Held): void {
  const away = fault ?? behind?.fault;
  if (away !== undefined) throw away;
}

/** A rule throws its refusals; here they are one of two answers. */
function judge(match: Match, rule: Rule, now: number): { match?: Match; fault?: unknown } {
  try {
    return { match: rule(match, now) };
  } catch (fault) {
    return { fault };
  }
}
