/**
 * Writes need a session. Features wrap them in `withSession`, which asks for a signature at the first
 * one (I4), so that features need not know about wallets.
 */
import type { Address } from '#rules/address.ts';
import { createStore } from '#web/ui/external-store.ts';
import { call } from './call.ts';
import { CannotSignInError, HttpError } from './http-error.ts';

/** Resolves once the connected wallet has a session; rejects when the person declines or it cannot sign. */
type SignIn = () => Promise<void>;

let signIn: SignIn = () => Promise.reject(new CannotSignInError('Wallet not connected'));

/** Number of times that the account was switched or disconnected since the page was loaded. */
let departures = 0;

/** A write of the account that went asks the next one for no signature. */
export function accountWent(): void {
  departures += 1;
}

/** Number of sign-ins since the page was loaded; sockets reconnect when it changes. */
export const signIns = createStore(0);

/**
 * Whether the session is of this wallet. No call is made before a sign-in of this page; another tab may have
 * signed in with another wallet since.
 */
export async function hasSessionOf(walletAddress: string): Promise<boolean> {
  if (signIns.get() === 0) return false;
  return (await sessionWallet().catch(() => null)) === walletAddress;
}

/** The wallet of this browser's session; null without one. */
export async function sessionWallet(): Promise<string | null> {
  try {
    return (await call('GET /api/auth/session')).walletAddress;
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) return null;
    throw error;
  }
}

/** Ends the session if it is of this wallet. @returns whether it was; rejects when the server does not answer */
export async function endSession(address: Address): Promise<boolean> {
  if ((await sessionWallet()) !== address) return false;
  await call('POST /api/auth/logout');
  return true;
}

export function signInThrough(way: SignIn): void {
  signIn = way;
}

/** The person declined to sign. Not a failure: nothing is shown. */
export class SignInDeclinedError extends Error {
  override name = 'SignInDeclinedError';
  constructor() {
    super('Signing in was declined');
  }
}

/**
 * Runs a write; when it lacks a session, signs in and runs it once more.
 * @throws {SignInDeclinedError} when the person declines, or the account went meanwhile
 * @throws {CannotSignInError} when no wallet is connected, or it cannot sign
 */
export async function withSession<T>(action: () => Promise<T>): Promise<T> {
  const before = signIns.get();
  const since = departures;
  try {
    return await action();
  } catch (error) {
    if (!lacksSession(error)) throw error;
  }
  if (departures !== since) throw new SignInDeclinedError();
  // Another write has signed in meanwhile.
  if (signIns.get() !== before) return action();
  if (navigator.cookieEnabled === false) {
    throw new CannotSignInError(
      'Your browser keeps no cookies for this site, and signing in needs one.',
    );
  }
  await signInNow();
  return action();
}

/** Signs in, also where a session is there. @throws like `withSession` */
export async function signInNow(): Promise<void> {
  await signIn();
  signIns.set(signIns.get() + 1);
}

/** No session, or the session of another wallet, which another tab signed in. */
function lacksSession(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  return error.status === 401 || error.reason === 'not-yours' || error.reason === 'not-admin';
}
