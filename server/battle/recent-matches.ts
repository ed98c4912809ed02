/**
 * Matches as this process last saw them committed. A hint and never the truth: a change that rests on
 * one names its version, and an announcement takes one only when it is new enough. So it does not
 * matter that another server may have gone on meanwhile. Whoever polls is shown one as long as it is
 * fresh (freshness.ts).
 */
import type { StoredMatch } from './match-row.ts';

/** About 2 kB each; the one touched longest ago goes first. */
const MOST = 20_000;

interface Kept {
  readonly stored: StoredMatch;
  /** When it was last known to be the newest: when that reading or change began. */
  readonly readAt: number;
}

export interface RecentMatches {
  get(id: string): StoredMatch | undefined;
  /** Only while it may be shown without asking again. */
  fresh(id: string): StoredMatch | undefined;
  /** Only what is committed. @param readAt when the reading or the change began, ms since 1970 */
  keep(stored: StoredMatch, readAt: number): void;
  /** It has become this version, or something newer. */
  changed(id: string, version: number): void;
  forget(id: string): void;
}

export function createRecentMatches(
  isFresh: (readAt: number) => boolean,
  most = MOST,
): RecentMatches {
  const kept = new Map<string, Kept>();
  return {
    get: (id) => kept.get(id)?.stored,
    fresh(id) {
      const known = kept.get(id);
      return known !== undefined && isFresh(known.readAt) ? known.stored : undefined;
    },
    keep(stored, readAt) {
      const { id, version } = stored.match;
      const known = kept.get(id);
      kept.delete(id);
      if (known === undefined || known.stored.match.version < version) {
        kept.set(id, { stored, readAt });
      } else {
        const isSame = known.stored.match.version === version;
        kept.set(id, isSame && known.readAt < readAt ? { stored: known.stored, readAt } : known);
      }
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
    changed(id, version) {
      const known = kept.get(id);
      if (known === undefined || known.stored.match.version >= version) return;
      kept.set(id, { stored: known.stored, readAt: Number.NEGATIVE_INFINITY });
    },
    forget: (id) => void kept.delete(id),
  };
}
