/**
 * Writes changed matches, many in one statement, and publishes those that were saved. The order of the writes of one
 * match comes from match-lines.ts.
 */
import { createBatchLane, isOneRowToBlame } from '#server/battle/batches.ts';
import type { Freshness } from '#server/battle/clock/freshness.ts';
import type { MatchEvents, NamedSocket } from '#server/battle/match-events.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import type { StoredMatch } from './match-row.ts';
import type { MatchStore } from './match-store.ts';

const MOST_UNCONFIRMED = 2_000;

/** A row that is waiting or being written. */
export interface Write {
  /** The state it replaces, which may not be committed yet. */
  readonly before: StoredMatch;
  /** The earlier write of the match that it waits for. */
  readonly behind: Write | undefined;
  after: StoredMatch;
  /** Sockets whose page gets this state as an answer. */
  readonly excluded: NamedSocket[];
  isSent: boolean;
  isSaved: boolean;
  /** Set when the database was unreachable: changes behind it fail with the same error and do not retry. */
  fault?: unknown;
  /** Whether it was saved; false if the match was no longer in the state `before`. */
  done: Promise<boolean>;
}

interface MatchWriterDependencies {
  readonly store: Pick<MatchStore, 'save' | 'find'>;
  readonly freshness: Pick<Freshness, 'invalidate'>;
  readonly events: Pick<MatchEvents, 'changed' | 'ended'>;
}

export type MatchWriter = ReturnType<typeof createMatchWriter>;

export function createMatchWriter(parts: MatchWriterDependencies) {
  const { store, freshness, events } = parts;
  const lane = createBatchLane<Write, boolean>({ send });
  /** Writes whose commit is uncertain: a later read that finds one saved publishes it. */
  const unconfirmed = new BoundedCache<string, Write>(MOST_UNCONFIRMED);

  async function send(writes: readonly Write[]): Promise<boolean[]> {
    for (const write of writes) write.isSent = true;
    // A row behind one that was not saved cannot be saved either.
    const worthwhile = writes.filter(({ behind }) => behind === undefined || behind.isSaved);
    const saved = await save(worthwhile);
    return writes.map((write) => {
      write.isSaved = saved.has(write.after.match.id);
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
        freshness.invalidate(); // it may have been saved before the connection broke
        for (const write of writes) {
          write.fault = fault;
          unconfirmed.set(write.after.match.id, write);
        }
      }
      throw fault;
    }
  }

  function publish({ before, after, excluded }: Write): void {
    events.changed(after, excluded);
    if (before.match.end === null && after.match.end !== null) events.ended(after);
  }

  return {
    push: lane.push,
    drain: lane.drain,
    load: lane.load,

    /** The match as it is now. */
    async read(id: string): Promise<StoredMatch | null> {
      const found = await store.find(id);
      const write = unconfirmed.get(id);
      if (write === undefined) return found;
      unconfirmed.delete(id);
      if (found?.token === write.after.token) publish(write);
      return found;
    },
  };
}
