/**
 * Signing in with the wallet (I2-I4): at the first write a dialog explains the signature in one sentence,
 * then the write continues. `state` is what the dialog shows; declining changes nothing.
 */
import type { Address } from '#rules/address.ts';
import { call } from '#web/api/call.ts';
import { CannotSignInError, sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclinedError, sessionWallet } from '#web/api/session-gate.ts';
import { createStore, type Store } from '#web/ui/external-store.ts';
import type { ConnectionStore } from './connection.ts';
import { canSign, signMessage } from './sign-message.ts';
import { errorTexts, signInErrorTexts } from './texts.ts';

type SignInState =
  | { readonly status: 'idle' }
  | {
      /** 'asking': the dialog waits for the person; 'signing': it waits for the wallet. */
      readonly status: 'asking' | 'signing';
      readonly address: Address;
      readonly walletName: string;
      readonly problem: string | null;
    };

interface SignInFlow {
  readonly state: Pick<Store<SignInState>, 'get' | 'subscribe'>;
  /** Resolves once the connected wallet has a session; writes at the same time share one signature. */
  ensureSession(): Promise<void>;
  /** The person agreed: asks the wallet to sign. */
  accept(): Promise<void>;
  decline(): void;
  /** Ends the session if it is of this wallet. @returns whether it was; rejects when the server does not answer */
  endSession(address: Address): Promise<boolean>;
}

export function createSignIn(connection: ConnectionStore): SignInFlow {
  const state = createStore<SignInState>({ status: 'idle' });
  let pending: PromiseWithResolvers<void> | null = null;
  /** Addresses that have signed in since the page was loaded. */
  const explained = new Set<Address>();

  function finish(error?: Error): void {
    const waiting = pending;
    pending = null;
    state.set({ status: 'idle' });
    if (error === undefined) waiting?.resolve();
    else waiting?.reject(error);
  }

  // A signature of the previous account cannot sign in the new one.
  connection.onEvent((event) => {
    if (event.kind !== 'connected' && pending !== null) finish(new SignInDeclinedError());
  });

  async function endSession(address: Address): Promise<boolean> {
    if ((await sessionWallet()) !== address) return false;
    await call('POST /api/auth/logout');
    return true;
  }

  async function accept(): Promise<void> {
    const asked = state.get();
    const mine = pending;
    if (asked.status !== 'asking' || mine === null) return;
    const { address: walletAddress } = asked;
    state.set({ ...asked, status: 'signing', problem: null });
    const problem = await attempt(async () => {
      const { message, ticket } = await call('POST /api/auth/nonce', { body: { walletAddress } });
      // Meanwhile the person may have declined or disconnected, or the account may have changed.
      if (pending !== mine) return;
      const signature = await refusable(signMessage(connection.get(), message));
      if (pending !== mine) return;
      await call('POST /api/auth/verify', { body: { walletAddress, signature, ticket } });
      const now = connection.get();
      const isHere = now.status === 'connected' && now.address === walletAddress;
      // Too late for the disconnect to end this session.
      if (!isHere) await endSession(walletAddress);
    });
    if (pending !== mine) return;
    if (problem !== null) {
      state.set({ ...asked, status: 'asking', problem });
      return;
    }
    explained.add(walletAddress);
    finish();
  }

  return {
    state,
    accept,

    ensureSession() {
      const now = connection.get();
      if (now.status !== 'connected')
        return Promise.reject(new CannotSignInError(errorTexts.notConnected));
      if (!canSign(now)) return Promise.reject(new CannotSignInError(errorTexts.cannotSign));
      if (pending !== null) return pending.promise;
      const mine = Promise.withResolvers<void>();
      pending = mine;
      const { address, wallet } = now;
      state.set({ status: 'asking', address, walletName: wallet.name, problem: null });
      // The session ended, or another tab replaced it: the explanation is known, so the wallet is asked directly.
      if (explained.has(address)) void accept();
      return mine.promise;
    },

    decline() {
      finish(new SignInDeclinedError());
    },

    endSession,
  };
}

class WalletRefusedError extends Error {
  override name = 'WalletRefusedError';
}

/** Some wallets answer a declined request without a signature, instead of failing. */
async function refusable(signing: Promise<unknown>): Promise<string> {
  const signature = await signing.catch(() => null);
  if (signature && typeof signature === 'string') return signature;
  throw new WalletRefusedError('the wallet did not sign');
}

/** @returns the sentence for the failure, or null */
async function attempt(steps: () => Promise<void>): Promise<string | null> {
  try {
    await steps();
    return null;
  } catch (error) {
    if (error instanceof WalletRefusedError) return signInErrorTexts.refused;
    return sentenceOf(error, signInErrorTexts.failed);
  }
}
