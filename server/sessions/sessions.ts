import type { Address } from '#rules/address.ts';
import { isSessionExpired, isUseDue, SESSION_DAYS, sessionHorizon } from '#rules/sign-in.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { DatabaseError } from '#server/db/database-error.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import { ReadCache } from '#server/jobs/read-cache.ts';
import type { NonceStore } from './nonce-store.ts';
import { createSecret, hashSecret, secretKey } from './secrets.ts';
import type { SessionStore, StoredSession } from './session-store.ts';

const SWEEP_EVERY_MS = 10 * 60 * 1000;
/** A polling client costs one database read in this time. */
const CACHED_MS = 10_000;
/** About 10 MB. */
const MAX_CACHED = 50_000;

interface SessionDependencies {
  readonly store: SessionStore;
  readonly nonces: NonceStore;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Called after a wallet has signed out; must not throw. */
  readonly onSignedOut: (wallet: Address) => Promise<void>;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(parts: SessionDependencies) {
  const { store, nonces, bus, clock } = parts;
  const now = () => clock.now().getTime();
  let lostEventsAt = 0;
  // Not while events of other servers may be missing, nor what was read before the clock was set back.
  const isFresh = (readAt: number) =>
    bus.isWhole() && readAt > lostEventsAt && Math.abs(now() - readAt) < CACHED_MS;
  const cache = new ReadCache<StoredSession>({ now, isFresh }, MAX_CACHED);
  bus.subscribe('session-ended', ({ key }) => cache.invalidate(key));
  bus.subscribe('events-lost', () => {
    lostEventsAt = now();
  });
  /** Keys of tokens whose session was found: hashing is a tenth of what a polled read costs. */
  const keys = new BoundedCache<string, string>(MAX_CACHED);
  const hashOf = (key: string) => Buffer.from(key, 'base64');

  async function read(key: string): Promise<StoredSession | null> {
    const began = cache.begin();
    const session = await store.find(hashOf(key));
    if (session !== null) cache.keep(key, session, began);
    return session;
  }

  function walletOf(key: string, found: StoredSession | null) {
    const at = clock.now();
    if (found === null || isSessionExpired(found, at)) return null;
    if (!isUseDue(found, at)) return found.walletAddress;
    found.lastUsedAt = at; // so that only one of many parallel calls writes
    return store
      .recordUse(hashOf(key), at)
      .catch((fault: unknown) => {
        // A database that takes no writes can still be read: it is recorded later.
        if (!(fault instanceof DatabaseError && fault.isAway)) throw fault;
      })
      .then(() => found.walletAddress);
  }

  /** Deletes expired sessions and sign-in messages; they are refused anyway. */
  async function sweep(): Promise<void> {
    const at = clock.now();
    await nonces.removeExpired(at);
    await store.removeExpired(sessionHorizon(at));
  }

  return {
    /** The session's key in the event `session-ended`; null when the token has another shape. */
    keyOf: secretKey,

    /**
     * Begins a session for a wallet that has just signed in.
     * @param replaced token of the caller's previous session; that session ends
     * @returns the token for the cookie
     */
    async begin(walletAddress: Address, replaced: string | null) {
      const token = createSecret();
      const ended = replaced === null ? null : secretKey(replaced);
      const endedHash = ended === null ? null : hashOf(ended);
      const hasEnded = await store.begin(hashSecret(token)!, walletAddress, clock.now(), endedHash);
      if (ended !== null && hasEnded) bus.publish('session-ended', { key: ended });
      return { token, maxAgeSeconds: SESSION_DAYS * 24 * 60 * 60 };
    },

    /**
     * The wallet of a session, or null when there is none. Synchronous when the session is cached,
     * otherwise one read by primary key.
     */
    findSession(token: string): Address | null | Promise<Address | null> {
      const key = keys.get(token) ?? secretKey(token);
      if (key === null) return null;
      const known = cache.fresh(key);
      if (known !== undefined) return walletOf(key, known);
      return read(key).then((session) => {
        // Only tokens of sessions: a stranger's inventions push nothing out.
        if (session !== null) keys.set(token, key);
        return walletOf(key, session);
      });
    },

    /** Ends the session. Does nothing for an unknown or invented token. */
    async signOut(token: string | null): Promise<void> {
      const key = token === null ? null : secretKey(token);
      if (key === null) return;
      const wallet = await store.end(hashOf(key)).catch((fault: unknown) => {
        bus.publish('session-ended', { key }); // it may have ended: only the answer is missing
        throw fault;
      });
      if (wallet === null) return;
      bus.publish('session-ended', { key });
      await parts.onSignedOut(wallet);
    },

    sweep,
    jobs: [{ name: 'forget old sessions', everyMs: SWEEP_EVERY_MS, run: sweep }],
  };
}
