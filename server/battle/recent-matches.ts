/**
 * Matches as this process last saw them committed. A hint and never the truth: a change that rests on
 * one names its version, and an announcement takes one only when it is new enough. So it does not
 * matter that another server may have gone on meanwhile.
 */
import type { StoredMatch } from './match-row.ts';

/** About 2 kB each; the one touched longest ago goes first. */
const MOST = 5_000;

export interface RecentMatches {
  get(id: string): StoredMatch | undefined;
  /** Only what is committed. */
  keep(stored: StoredMatch): void;
}

export function createRecentMatches(most = MOST): RecentMatches {
  const kept = new Map<string, StoredMatch>();
  return {
    get: (id) => kept.get(id),
    keep(stored) {
      const { id, version } = stored.match;
      const known = kept.get(id);
      const isNewer = known === undefined || known.match.version < version;
      kept.delete(id);
      kept.set(id, isNewer ? stored : known);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
