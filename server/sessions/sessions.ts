/** Use cases of a session. */
import type { Address } from '#rules/address.ts';
import { isSessionOver, isUseWorthNoting, SESSION_DAYS, sessionHorizon } from '#rules/sign-in.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { NonceStore } from './nonce-store.ts';
import { createRememberedSessions } from './remembered-sessions.ts';
import { drawSecret, hashSecret, secretKey } from './secrets.ts';
import type { SessionStore } from './session-store.ts';

const SWEEP_EVERY_MS = 10 * 60 * 1000;

interface SessionDependencies {
  readonly store: SessionStore;
  readonly nonces: NonceStore;
  readonly bus: Bus;
  readonly clock: Clock;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions({ store, nonces, bus, clock }: SessionDependencies) {
  const remembered = createRememberedSessions(bus, clock);
  const hashOf = (key: string) => Buffer.from(key, 'base64');

  /** Deletes sessions and messages that are over; they are refused anyway. */
  async function sweep(): Promise<void> {
    const now = clock.now();
    await nonces.removeExpired(now);
    await store.removeOver(sessionHorizon(now));
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
      if (ended !== null && hasEnded) remembered.forget(ended);
      return { token, maxAgeSeconds: SESSION_DAYS * 24 * 60 * 60 };
    },

    /** The wallet of a session, or null when there is none: at most one read, by primary key. */
    async findSession(token: string): Promise<Address | null> {
      const key = secretKey(token);
      if (key === null) return null;
      const found =
        remembered.get(key) ?? (await remembered.read(key, () => store.find(hashOf(key))));
      const now = clock.now();
      if (found === null || isSessionOver(found, now)) return null;
      if (isUseWorthNoting(found, now)) {
        found.lastUsedAt = now; // so that of many parallel calls only one writes
        await store.noteUse(hashOf(key), now);
      }
      return found.walletAddress;
    },

    /** Ends the session on the server. Harmless without one, or with an invented token. */
    async signOut(token: string | null): Promise<void> {
      const key = token === null ? null : secretKey(token);
      if (key === null) return;
      if (await store.end(hashOf(key))) remembered.forget(key);
    },

    sweep,
    jobs: [{ name: 'forget old sessions', everyMs: SWEEP_EVERY_MS, run: sweep }],
  };
}
