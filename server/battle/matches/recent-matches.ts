/**
 * A cache of committed matches. Hints, never the truth: a change based on one names its token, and an announcement
 * uses one only if it has the announced token. So another server's changes and a restored database do no harm.
 * Pollers are shown one while it is fresh (freshness.ts).
 */
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import type { Freshness, ReadStart } from '#server/jobs/read-cache.ts';
import type { StoredMatch } from './match-row.ts';

/** About 2 kB each. */
const MOST_KEPT = 20_000;

interface Kept {
  readonly stored: StoredMatch;
  /** When the read or change began that confirmed it last. */
  readonly readAt: number;
  /** Reads that began after this order saw at least this state. */
  readonly keptAt: number;
}

export type RecentMatches = ReturnType<typeof createRecentMatches>;

export function createRecentMatches({ now, isFresh }: Freshness, most = MOST_KEPT) {
  const kept = new BoundedCache<string, Kept>(most);
  let order = 0;

  /** Whether a read shows the newest state, or that the database was set back. */
  function isTrue(known: Kept, stored: StoredMatch, began: ReadStart): boolean {
    return known.stored.match.version < stored.match.version || known.keptAt < began.order;
  }

  return {
    begin: (): ReadStart => ({ at: now(), order: ++order }),
    get: (id: string): StoredMatch | undefined => kept.get(id)?.stored,
    /** Undefined if a newer state is known to exist. */
    newest(id: string): StoredMatch | undefined {
      const known = kept.get(id);
      return known?.readAt === Number.NEGATIVE_INFINITY ? undefined : known?.stored;
    },
    /** Undefined when it must be read again. */
    fresh(id: string): StoredMatch | undefined {
      const known = kept.get(id);
      return known !== undefined && isFresh(known.readAt) ? known.stored : undefined;
    },
    /** Only a state that was kept after the read began, which may have missed it. */
    since(id: string, began: ReadStart): StoredMatch | undefined {
      const known = kept.get(id);
      return known !== undefined && known.keptAt > began.order ? known.stored : undefined;
    },
    /** Keeps a committed state. @param began the read or change it comes from */
    keep(stored: StoredMatch, began: ReadStart): void {
      const { id } = stored.match;
      const known = kept.get(id);
      if (known?.stored.token === stored.token) {
        kept.set(id, { ...known, readAt: Math.max(known.readAt, began.at) });
      } else if (known === undefined || isTrue(known, stored, began)) {
        kept.set(id, { stored, readAt: began.at, keptAt: ++order });
      }
    },
    /** The match has this token or a newer one. */
    changed(id: string, token: string): void {
      const known = kept.get(id);
      if (known === undefined || known.stored.token === token) return;
      kept.set(id, { ...known, readAt: Number.NEGATIVE_INFINITY });
    },
    forget: (id: string): void => void kept.delete(id),
  };
}
