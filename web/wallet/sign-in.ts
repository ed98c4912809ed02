/**
 * Proving that the wallet is the person's own (I2-I4): asked at the first write, explained in
 * one sentence, then the write goes on. What the dialog shows is `state`; saying no changes nothing.
 */
import type { Address } from '#rules/address.ts';
import { call } from '#web/api/call.ts';
import { CannotSignIn, sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclined } from '#web/api/session-gate.ts';
import { createStore } from '#web/ui/external-store.ts';
import type { ConnectionStore } from './connection.ts';
import { canSign, signMessage } from './sign-message.ts';
import { errors, signInWords } from './texts.ts';

export type SignInState =
  | { readonly status: 'idle' }
  | {
      /** 'asking': the sentence and its buttons; 'signing': the wallet has the word. */
      readonly status: 'asking' | 'signing';
      readonly address: Address;
      readonly walletName: string;
      /** Why the last try came to nothing. */
      readonly problem: string | null;
    };

export interface SignInFlow {
  readonly state: Pick<ReturnType<typeof createStore<SignInState>>, 'get' | 'subscribe'>;
  /** Resolves with a session of the connected wallet; several writes at once share one signature. */
  ensureSession(): Promise<void>;
  /** The person agrees: the wallet is asked to sign. */
  accept(): Promise<void>;
  decline(): void;
  /** Ends this wallet's session on the server. True when there was one; another wallet's is left alone. */
  endSession(address: Address): Promise<boolean>;
}

export function createSignIn(connection: ConnectionStore): SignInFlow {
  const state = createStore<SignInState>({ status: 'idle' });
  let pending: PromiseWithResolvers<void> | null = null;
  /** Who has read the explanation and signed since the page was loaded. */
  const explained = new Set<Address>();

  function finish(error?: Error): void {
    const waiting = pending;
    pending = null;
    state.set({ status: 'idle' });
    if (error === undefined) waiting?.resolve();
    else waiting?.reject(error);
  }

  // A signature of the account that was is of no use to the one that is.
  connection.onEvent((event) => {
    if (event.kind !== 'connected' && pending !== null) finish(new SignInDeclined());
  });

  async function accept(): Promise<void> {
    const asked = state.get();
    const mine = pending;
    if (asked.status !== 'asking' || mine === null) return;
    const { address: walletAddress } = asked;
    state.set({ ...asked, status: 'signing', problem: null });
    const problem = await attempt(async () => {
      const { message, ticket } = await call('POST /api/auth/nonce', { body: { walletAddress } });
      const signature = await refusable(signMessage(connection.get(), message));
      // The account may have changed while the wallet was open.
      if (pending !== mine) return;
      await call('POST /api/auth/verify', { body: { walletAddress, signature, ticket } });
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
      if (now.status !== 'connected') return Promise.reject(new CannotSignIn(errors.notConnected));
      if (!canSign(now)) return Promise.reject(new CannotSignIn(errors.cannotSign));
      if (pending !== null) return pending.promise;
      const mine = Promise.withResolvers<void>();
      pending = mine;
      const { address, wallet } = now;
      state.set({ status: 'asking', address, walletName: wallet.name, problem: null });
      // A session that ran out, or that another tab took over, is no reason to explain it again.
      if (explained.has(address)) void accept();
      return mine.promise;
    },

    decline() {
      finish(new SignInDeclined());
    },

    async endSession(address) {
      const session = await call('GET /api/auth/session').catch(() => null);
      if (session?.walletAddress !== address) return false;
      await call('POST /api/auth/logout');
      return true;
    },
  };
}

class WalletRefused extends Error {}

function refusable<T>(signing: Promise<T>): Promise<T> {
  return signing.catch((cause) => {
    throw new WalletRefused('the wallet did not sign', { cause });
  });
}

/** What went wrong, as a sentence; null when nothing did. */
async function attempt(steps: () => Promise<void>): Promise<string | null> {
  try {
    await steps();
    return null;
  } catch (error) {
    if (error instanceof WalletRefused) return signInWords.walletRefused;
    return sentenceOf(error, signInWords.failed);
  }
}
