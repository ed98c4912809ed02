/**
 * Sessions read a moment ago, so that a client that polls every second costs one read in ten seconds. A
 * session that ends is dropped at once here, and on other servers with the event, at the latest after
 * ten seconds. A server that cannot hear the others uses no remembered session.
 */
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import type { StoredSession } from './session-store.ts';

const REMEMBERED_MS = 10_000;
/** About 10 MB. */
const MOST_REMEMBERED = 50_000;

export interface RememberedSessions {
  get(key: string): StoredSession | undefined;
  /** Calls `read` and remembers its session unless a session ended meanwhile. */
  read(key: string, read: () => Promise<StoredSession | null>): Promise<StoredSession | null>;
  /** Drops a session that ended, here and on the other servers. */
  forget(key: string): void;
}

export function createRememberedSessions(bus: Bus, clock: Clock): RememberedSessions {
  const remembered = new BoundedCache<string, { session: StoredSession; until: number }>(
    MOST_REMEMBERED,
  );
  // A session that ends while it is read must not be remembered.
  let endings = 0;

  const drop = (key: string) => {
    endings += 1;
    remembered.delete(key);
  };
  bus.subscribe('session-ended', ({ key }) => drop(key));
  bus.subscribe('events-lost', () => {
    endings += 1;
    remembered.clear();
  });

  return {
    get(key) {
      const known = remembered.get(key);
      const isUsable = known !== undefined && known.until > clock.now().getTime() && bus.isWhole();
      return isUsable ? known.session : undefined;
    },
    async read(key, read) {
      const now = clock.now().getTime();
      const endingsBefore = endings;
      const session = await read();
      remembered.delete(key);
      if (session === null || endings !== endingsBefore) return session;
      remembered.set(key, { session, until: now + REMEMBERED_MS });
      return session;
    },
    forget(key) {
      drop(key);
      bus.publish('session-ended', { key });
    },
  };
}
