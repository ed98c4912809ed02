/** Sign-in with a wallet: the message to sign, and the lifetimes of message and session (I2, I3). */
import type { Address } from './address.ts';

const SIGN_IN_MINUTES = 5;
/** A session expires after this time without use, and after `SESSION_DAYS` in any case. */
const SESSION_IDLE_DAYS = 7;
export const SESSION_DAYS = 30;
/** The last use is stored at most this often, to avoid a write per request. */
const SESSION_USE_SECONDS = 60;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** One line, as EIP-4361 requires. */
export const SIGN_IN_STATEMENT =
  'Sign in to choose your name and picture, arrange your groups, register and delete your whitelist entries, prepare ' +
  'transfers of your cards, and play your battles. ' +
  'This is no transaction: it moves none of your assets and costs nothing.';

/** On the same line, for the wallet of the admin: its session opens calls that no other session does. */
const ADMIN_STATEMENT =
  'You run this place: it also lets you have the whitelist checked again, set the times of a round, freeze it and begin the next.';

interface SignInRequest {
  /** Scheme, host and port of the site, e.g. `https://cards.example`. */
  readonly origin: string;
  readonly walletAddress: Address;
  readonly isAdmin: boolean;
  /** `mainnet`, `testnet`, ... */
  readonly network: string;
  /** Letters and digits only, as EIP-4361 requires. */
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

export function signInExpiry(issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + SIGN_IN_MINUTES * MINUTE_MS);
}

/**
 * The text that the wallet shows and signs (EIP-4361). Deterministic: the server rebuilds it from the
 * stored fields and checks the signature against it.
 */
export function signInMessage(request: SignInRequest): string {
  const domain = request.origin.replace(/^https?:\/\//, '');
  return [
    `${domain} wants you to sign in with your Sui account:`,
    request.walletAddress,
    '',
    request.isAdmin ? `${SIGN_IN_STATEMENT} ${ADMIN_STATEMENT}` : SIGN_IN_STATEMENT,
    '',
    `URI: ${request.origin}`,
    'Version: 1',
    `Chain ID: sui:${request.network}`,
    `Nonce: ${request.nonce}`,
    `Issued At: ${request.issuedAt.toISOString()}`,
    `Expiration Time: ${request.expiresAt.toISOString()}`,
  ].join('\n');
}

/** A zkLogin proof is valid up to and including its last epoch. */
export function isEpochPast(maxEpoch: bigint, epoch: bigint): boolean {
  return epoch > maxEpoch;
}

export interface SessionTimes {
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

export function isSessionExpired({ createdAt, lastUsedAt }: SessionTimes, now: Date): boolean {
  return (
    now.getTime() - createdAt.getTime() >= SESSION_DAYS * DAY_MS ||
    now.getTime() - lastUsedAt.getTime() >= SESSION_IDLE_DAYS * DAY_MS
  );
}

/** Sessions created or last used at or before these times have expired. */
export function sessionHorizon(now: Date): { createdAfter: Date; usedAfter: Date } {
  return {
    createdAfter: new Date(now.getTime() - SESSION_DAYS * DAY_MS),
    usedAfter: new Date(now.getTime() - SESSION_IDLE_DAYS * DAY_MS),
  };
}

export function isUseDue(session: SessionTimes, now: Date): boolean {
  return now.getTime() - session.lastUsedAt.getTime() >= SESSION_USE_SECONDS * 1000;
}
