/**
 * Signing in with the wallet (I2-I4): at the first write a dialog explains the signature in one sentence,
 * then the write continues. `state` is what the dialog shows; declining changes nothing.
 */
import type { Address } from '#rules/address.ts';
import { CannotSignInError } from '#web/api/http-error.ts';
import { accountWent, SignInDeclinedError } from '#web/api/session-gate.ts';
import { createStore, type Store } from '#web/ui/external-store.ts';
import type { ConnectionStore } from './connection.ts';
import { errorTexts } from './texts.ts';
import { featuresOf } from './wallet-features.ts';

type SignInState =
  | { readonly status: 'idle' }
  | {
      /** 'asking': the dialog waits for the person; 'signing': it waits for the wallet. */
      readonly status: 'asking' | 'signing';
      readonly address: Address;
      readonly walletName: string;
      readonly problem: string | null;
    };

/**
 * One try at signing in.
 * @param isWanted whether the person still waits for it
 * @returns the sentence for the failure, or null
 */
export type SignInAttempt = (
  connection: ConnectionStore,
  address: Address,
  isWanted: () => boolean,
) => Promise<string | null>;

interface SignInFlow {
  readonly state: Pick<Store<SignInState>, 'get' | 'subscribe'>;
  /** Resolves once the connected wallet has a session; writes at the same time share one signature. */
  ensureSession(): Promise<void>;
  /** The person agreed. The dialog brings the attempt: the first page does without its code. */
  accept(attempt: SignInAttempt): Promise<void>;
  decline(): void;
}

export function createSignIn(connection: ConnectionStore): SignInFlow {
  const state = createStore<SignInState>({ status: 'idle' });
  let pending: PromiseWithResolvers<void> | null = null;
  /** The addresses that have signed in since the page was loaded, and how. */
  const explained = new Map<Address, SignInAttempt>();

  function finish(error?: Error): void {
    const waiting = pending;
    pending = null;
    state.set({ status: 'idle' });
    if (error === undefined) waiting?.resolve();
    else waiting?.reject(error);
  }

  // A signature of the previous account cannot sign in the new one.
  connection.onEvent((event) => {
    if (event.kind === 'connected') return;
    accountWent();
    if (pending !== null) finish(new SignInDeclinedError());
  });

  async function accept(attempt: SignInAttempt): Promise<void> {
    const asked = state.get();
    const mine = pending;
    if (asked.status !== 'asking' || mine === null) return;
    state.set({ ...asked, status: 'signing', problem: null });
    const problem = await attempt(connection, asked.address, () => pending === mine);
    if (pending !== mine) return;
    if (problem !== null) {
      state.set({ ...asked, status: 'asking', problem });
      return;
    }
    explained.set(asked.address, attempt);
    finish();
  }

  return {
    state,
    accept,

    ensureSession() {
      const now = connection.get();
      if (now.status !== 'connected')
        return Promise.reject(new CannotSignInError(errorTexts.notConnected));
      const { address, wallet } = now;
      const features = featuresOf(wallet);
      if (!features['sui:signPersonalMessage'] && !features['sui:signMessage'])
        return Promise.reject(new CannotSignInError(errorTexts.cannotSign));
      if (pending !== null) return pending.promise;
      const mine = Promise.withResolvers<void>();
      pending = mine;
      state.set({ status: 'asking', address, walletName: wallet.name, problem: null });
      // The session ended, or another tab replaced it: the explanation is known, so the wallet is asked directly.
      const known = explained.get(address);
      if (known !== undefined) void accept(known);
      return mine.promise;
    },

    decline() {
      finish(new SignInDeclinedError());
    },
  };
}
