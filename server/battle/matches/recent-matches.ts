/**
 * Matches as this process last saw them committed. A hint and never the truth: a change that rests on
 * one names its token, and an announcement takes one only when it is the one meant. So it does not
 * matter that another server may have gone on meanwhile, or that the database is an earlier one than
 * it was (a backup was restored, another machine took over and had lagged behind). Whoever polls is
 * shown one as long as it is fresh (freshness.ts).
 */
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import type { ReadStart, Freshness } from '#server/jobs/read-cache.ts';
import type { StoredMatch } from './match-row.ts';

/** About 2 kB each; those touched longest ago go first. */
const MOST = 20_000;

interface Kept {
  readonly stored: StoredMatch;
  /** When it was last known to be the newest: when that reading or change began. */
  readonly readAt: number;
  /** Whatever began after this order saw at least this. */
  readonly keptAt: number;
}

export type RecentMatches = ReturnType<typeof createRecentMatches>;

export function createRecentMatches({ now, isFresh }: Freshness, most = MOST) {
  const kept = new BoundedCache<string, Kept>(most);
  let order = 0;

  /** What a reading shows: the newest there is, or that the database went back. */
  function isTrue(known: Kept, stored: StoredMatch, began: ReadStart): boolean {
    return known.stored.match.version < stored.match.version || known.keptAt < began.order;
  }

  return {
    begin: (): ReadStart => ({ at: now(), order: ++order }),
    get: (id: string): StoredMatch | undefined => kept.get(id)?.stored,
    /** Unless it is known to have become something else. */
    newest(id: string): StoredMatch | undefined {
      const known = kept.get(id);
      return known?.readAt === Number.NEGATIVE_INFINITY ? undefined : known?.stored;
    },
    /** Only while it may be shown without asking again. */
    fresh(id: string): StoredMatch | undefined {
      const known = kept.get(id);
      return known !== undefined && isFresh(known.readAt) ? known.stored : undefined;
    },
    /** Only what came here after a reading had begun, which may not have seen it. */
    since(id: string, began: ReadStart): StoredMatch | undefined {
      const known = kept.get(id);
      return known !== undefined && known.keptAt > began.order ? known.stored : undefined;
    },
    /** Only what is committed. @param began the reading or the change it comes from */
    keep(stored: StoredMatch, began: ReadStart): void {
      const { id } = stored.match;
      const known = kept.get(id);
      if (known?.stored.token === stored.token) {
        kept.set(id, { ...known, readAt: Math.max(known.readAt, began.at) });
      } else if (known === undefined || isTrue(known, stored, began)) {
        kept.set(id, { stored, readAt: began.at, keptAt: ++order });
      }
    },
    /** It has become this, or something newer. */
    changed(id: string, token: string): void {
      const known = kept.get(id);
      if (known === undefined || known.stored.token === token) return;
      kept.set(id, { ...known, readAt: Number.NEGATIVE_INFINITY });
    },
    forget: (id: string): void => void kept.delete(id),
  };
}
