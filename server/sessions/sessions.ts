/** Use cases of a session that exists: whose it is, ending it, clearing away what is over. */
import type { Address } from '#rules/address.ts';
import { isSessionOver, isUseWorthNoting, sessionHorizon } from '#rules/sign-in.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { NonceStore } from './nonce-store.ts';
import { hashSecret } from './secrets.ts';
import type { SessionStore } from './session-store.ts';

interface SessionParts {
  readonly sessions: SessionStore;
  readonly nonces: NonceStore;
  readonly clock: Clock;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions({ sessions, nonces, clock }: SessionParts) {
  return {
    /** The wallet of a session, or null when there is none: one read by primary key. */
    async findSession(token: string): Promise<Address | null> {
      const tokenHash = hashSecret(token);
      const found = tokenHash && (await sessions.find(tokenHash));
      const now = clock.now();
      if (!found || isSessionOver(found, now)) return null;
      if (isUseWorthNoting(found, now)) await sessions.noteUse(tokenHash, now);
      return found.walletAddress;
    },

    /** Ends the session on the server; without one nothing happens. */
    async signOut(token: string | null): Promise<void> {
      const tokenHash = token === null ? null : hashSecret(token);
      if (tokenHash !== null) await sessions.end(tokenHash);
    },

    /** Clears away sessions and messages that are over. They do not count either way. */
    async sweep(): Promise<void> {
      const now = clock.now();
      await nonces.removeExpired(now);
      await sessions.removeOver(sessionHorizon(now));
    },
  };
}
