/** Use cases of a session. */
import type { Address } from '#rules/address.ts';
import { isSessionOver, isUseWorthNoting, SESSION_DAYS, sessionHorizon } from '#rules/sign-in.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { Remembered } from '#server/jobs/remembered.ts';
import type { NonceStore } from './nonce-store.ts';
import { drawSecret, hashSecret, secretKey } from './secrets.ts';
import type { SessionStore, StoredSession } from './session-store.ts';

const SWEEP_EVERY_MS = 10 * 60 * 1000;
/** A client that polls every second costs one read in this time. */
const REMEMBERED_MS = 10_000;
/** About 10 MB. */
const MOST_REMEMBERED = 50_000;

interface SessionDependencies {
  readonly store: SessionStore;
  readonly nonces: NonceStore;
  readonly bus: Bus;
  readonly clock: Clock;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions({ store, nonces, bus, clock }: SessionDependencies) {
  const now = () => clock.now().getTime();
  let lostEventsAt = 0;
  // A server that cannot hear the others remembers nothing.
  const isFresh = (readAt: number) =>
    bus.isWhole() && readAt > lostEventsAt && now() - readAt < REMEMBERED_MS;
  const remembered = new Remembered<StoredSession>({ now, isFresh }, MOST_REMEMBERED);
  bus.subscribe('session-ended', ({ key }) => remembered.invalidate(key));
  bus.subscribe('events-lost', () => {
    lostEventsAt = now();
  });
  const hashOf = (key: string) => Buffer.from(key, 'base64');

  async function read(key: string): Promise<StoredSession | null> {
    const began = remembered.begin();
    const session = await store.find(hashOf(key));
    if (session !== null) remembered.keep(key, session, began);
    return session;
  }

  function walletOf(key: string, found: StoredSession | null) {
    const at = clock.now();
    if (found === null || isSessionOver(found, at)) return null;
    if (!isUseWorthNoting(found, at)) return found.walletAddress;
    found.lastUsedAt = at; // so that of many parallel calls only one writes
    return store.noteUse(hashOf(key), at).then(() => found.walletAddress);
  }

  /** Here at once; the other servers hear of it. */
  function publishEnd(key: string): void {
    remembered.invalidate(key);
    bus.publish('session-ended', { key });
  }

  /** Deletes sessions and messages that are over; they are refused anyway. */
  async function sweep(): Promise<void> {
    const at = clock.now();
    await nonces.removeExpired(at);
    await store.removeOver(sessionHorizon(at));
  }

  return {
    /** The key of this token's session in the event `session-ended`. */
    keyOf: secretKey,

    /**
     * Begins a session of a wallet that has just signed in; returns the token for the cookie.
     * @param replaced token of the session the caller had until now; it ends
     */
    async begin(walletAddress: Address, replaced: string | null) {
      const token = drawSecret();
      const ended = replaced === null ? null : secretKey(replaced);
      const endedHash = ended === null ? null : hashOf(ended);
      const hasEnded = await store.begin(hashSecret(token)!, walletAddress, clock.now(), endedHash);
      if (ended !== null && hasEnded) publishEnd(ended);
      return { token, maxAgeSeconds: SESSION_DAYS * 24 * 60 * 60 };
    },

    /**
     * The wallet of a session, or null when there is none: at most one read, by primary key. At once
     * while the session is remembered.
     */
    findSession(token: string): Address | null | Promise<Address | null> {
      const key = secretKey(token);
      if (key === null) return null;
      const known = remembered.fresh(key);
      if (known !== undefined) return walletOf(key, known);
      return read(key).then((session) => walletOf(key, session));
    },

    /** Ends the session on the server. Harmless without one, or with an invented token. */
    async signOut(token: string | null): Promise<void> {
      const key = token === null ? null : secretKey(token);
      if (key === null) return;
      if (await store.end(hashOf(key))) publishEnd(key);
    },

    sweep,
    jobs: [{ name: 'forget old sessions', everyMs: SWEEP_EVERY_MS, run: sweep }],
  };
}
