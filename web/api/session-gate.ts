/**
 * Writes need a session; the page asks for the signature at the first one and then carries on
 * (I4). Features wrap a write in `withSession` and know nothing of wallets.
 */
import { createStore } from '#web/ui/external-store.ts';
import { call } from './call.ts';
import { CannotSignIn, HttpError } from './http-error.ts';

/** Resolves once there is a session of the connected wallet; rejects when there will be none. */
export type SignIn = () => Promise<void>;

let signIn: SignIn = () => Promise.reject(new CannotSignIn('Wallet not connected'));

/** How often a write led to signing in: whoever holds a line open then connects again. */
export const signIns = createStore(0);

/**
 * Whether calls act for this wallet. Nothing is asked before this page led to signing in; another tab may have
 * signed in as somebody else since.
 */
export async function hasSessionOf(walletAddress: string): Promise<boolean> {
  if (signIns.get() === 0) return false;
  const session = await call('GET /api/auth/session').catch(() => null);
  return session?.walletAddress === walletAddress;
}

/** Set once, where the app is put together. */
export function signInThrough(way: SignIn): void {
  signIn = way;
}

/** The person said no to signing. Nothing happened, so nothing needs to be said. */
export class SignInDeclined extends Error {
  constructor() {
    super('Signing in was declined');
    this.name = 'SignInDeclined';
  }
}

/**
 * Runs a write; when it lacks a session, signs in and runs it once more.
 * @throws {SignInDeclined} when the person does not want to sign
 * @throws {CannotSignIn} when there is no wallet, or it cannot sign
 */
export async function withSession<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!lacksSession(error)) throw error;
  }
  await signIn();
  signIns.set(signIns.get() + 1);
  return action();
}

/** No session, or one of another wallet (signed in from another tab). */
function lacksSession(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  const isOthers = error.reason === 'not-yours' || error.reason === 'not-admin';
  return error.status === 401 || (error.status === 403 && isOthers);
}
