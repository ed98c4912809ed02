/**
 * The wallet connection, without React: one status, and the actions that change it.
 * The latest action wins; late results of earlier ones are ignored.
 */
import type { StandardEventsListeners, Wallet, WalletAccount } from '@mysten/wallet-standard';
import type { Address } from '#rules/address.ts';
import { isWalletNamed } from '#rules/wallets.ts';
import { createStore } from '#web/ui/external-store.ts';
import { createLatest } from '#web/ui/latest.ts';
import { type AcceptedWallets, type CurrentAccount, currentAccount } from './detect.ts';
import type { Remembered } from './remembered.ts';
import { findRemembered, inTime } from './restore.ts';
import { errorTexts } from './texts.ts';
import { featuresOf } from './wallet-features.ts';

export type Connection =
  | { readonly status: 'disconnected' }
  | { readonly status: 'connecting'; readonly walletName: string | null }
  | {
      readonly status: 'connected';
      readonly wallet: Wallet;
      readonly account: WalletAccount;
      readonly address: Address;
    };

/**
 * A change of the connection. The signal is aborted once this address is no longer connected, so that
 * work started for it can stop.
 */
export type ConnectionEvent =
  | {
      readonly kind: 'connected';
      readonly how: 'asked' | 'restored';
      readonly address: Address;
      readonly signal: AbortSignal;
    }
  | {
      readonly kind: 'switched';
      readonly address: Address;
      readonly from: Address;
      readonly signal: AbortSignal;
    }
  | {
      readonly kind: 'disconnected';
      /** 'reload': the connection of the last visit could not be restored. */
      readonly by: 'person' | 'wallet' | 'other-tab' | 'reload';
      readonly from: Address;
    };

export interface ConnectionStore {
  get(): Connection;
  subscribe(listener: () => void): () => void;
  /**
   * Connects this wallet, the one with this name, or the first one found. Null when another action replaced this one.
   * @throws {Error} with one of the messages of docs/product/errors.md
   */
  connect(choice?: Wallet | string): Promise<Address | null>;
  /** Cancels a pending connection; a late answer of the wallet is ignored. */
  cancel(): void;
  /** Always clears account and flags; throws when the wallet's own disconnect fails, or is not answered. */
  disconnect(): Promise<void>;
  /**
   * Restores the connection of the last visit, or clears its flags.
   * @param ready called only when there was a connection; resolves when the wallets that the page itself
   * provides (demo mode) are registered
   */
  restore(ready?: () => Promise<void>): Promise<void>;
  /** Asks the wallet for its account: what it tells does not reach a page that the browser keeps frozen. */
  askAgain(): Promise<void>;
  onEvent(listener: (event: ConnectionEvent) => void): () => void;
}

export function createConnection(
  wallets: AcceptedWallets,
  remembered: Remembered,
): ConnectionStore {
  const state = createStore<Connection>({ status: 'disconnected' });
  const listeners = new Set<(event: ConnectionEvent) => void>();
  const acts = createLatest();
  let stopFollowing = () => {};
  /** Whose flags are to be removed here; another tab may have stored those of its own connection. */
  let flagged: Address | undefined;

  const tell = (event: ConnectionEvent) => {
    for (const listener of [...listeners]) listener(event);
  };

  function begin(walletName: string | null): AbortSignal {
    const signal = acts.begin();
    stopFollowing();
    state.set({ status: 'connecting', walletName });
    return signal;
  }

  function settle(wallet: Wallet, current: CurrentAccount): void {
    flagged = current.address;
    remembered.write(flagged, wallet.name);
    state.set({ status: 'connected', wallet, ...current });
  }

  function drop(isQuiet = false): void {
    if (remembered.read()?.address === flagged) remembered.clear(isQuiet);
    leave();
  }

  function leave(): void {
    acts.stop();
    stopFollowing();
    stopFollowing = () => {};
    flagged = undefined;
    state.set({ status: 'disconnected' });
  }

  function hear(wallet: Wallet, accounts: readonly WalletAccount[] | undefined): void {
    const before = state.get();
    if (accounts === undefined || before.status !== 'connected') return;
    const current = currentAccount(accounts);
    if (current === null) {
      drop();
      tell({ kind: 'disconnected', by: 'wallet', from: before.address });
      return;
    }
    settle(wallet, current);
    if (current.address !== before.address) {
      const { address } = current;
      tell({ kind: 'switched', address, from: before.address, signal: acts.begin() });
    }
  }

  /** Follows accounts that are switched or removed inside the wallet, and a disconnect in another tab. */
  function follow(wallet: Wallet): void {
    const stopTabs = remembered.onForgotten((address) => {
      const before = state.get();
      if (before.status !== 'connected' || before.address !== address) return;
      // Heard late, by a tab that stood still: it is connected there again, perhaps with a new session.
      if (remembered.read()?.address === address) return;
      leave(); // the flags may be those of a new connection there
      tell({ kind: 'disconnected', by: 'other-tab', from: address });
    });
    const stopWallet = listen(wallet, ({ accounts }) => hear(wallet, accounts));
    stopFollowing = () => {
      stopTabs();
      stopWallet();
    };
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async connect(choice) {
      const wallet = chosen(wallets.get(), choice);
      const before = state.get();
      const signal = begin(wallet.name);
      let current: CurrentAccount | null;
      try {
        const { accounts } = await featuresOf(wallet)['standard:connect'].connect();
        current = currentAccount(accounts) ?? currentAccount(wallet.accounts);
        if (current === null) throw new Error('the wallet offers no Sui account');
      } catch (cause) {
        if (signal.aborted) return null;
        drop();
        throw new Error(errorTexts.connectionFailed, { cause });
      }
      if (signal.aborted) return null;
      const { address } = current;
      settle(wallet, current);
      follow(wallet);
      if (before.status === 'connected' && before.address !== address) {
        tell({ kind: 'switched', address, from: before.address, signal });
      } else {
        tell({ kind: 'connected', how: 'asked', address, signal });
      }
      return address;
    },

    cancel() {
      if (state.get().status === 'connecting') drop();
    },

    async disconnect() {
      const before = state.get();
      drop();
      if (before.status !== 'connected') return;
      tell({ kind: 'disconnected', by: 'person', from: before.address });
      const feature = featuresOf(before.wallet)['standard:disconnect'];
      if (feature !== undefined) await inTime(feature.disconnect());
    },

    async restore(ready) {
      const before = remembered.read();
      if (before === null) {
        remembered.clear();
        return;
      }
      const signal = begin(before.walletName);
      flagged = before.address;
      await ready?.().catch(console.error);
      if (signal.aborted) return;
      // Read again: another tab may have connected or disconnected meanwhile.
      const flags = remembered.read();
      flagged = flags?.address;
      const found = flags === null ? null : await findRemembered(wallets, flags);
      if (signal.aborted) return;
      if (found === null) {
        // Another tab may have it connected: there the wallet answered before it was locked.
        drop(true);
        if (flags !== null) tell({ kind: 'disconnected', by: 'reload', from: flags.address });
        return;
      }
      settle(found.wallet, found.current);
      follow(found.wallet);
      const { address } = found.current;
      tell({ kind: 'connected', how: 'restored', address, signal });
    },

    async askAgain() {
      const before = state.get();
      if (before.status !== 'connected') return;
      const { wallet } = before;
      const ask = async () => featuresOf(wallet)['standard:connect'].connect({ silent: true });
      // A wallet that does not connect silently throws, or answers none.
      const accounts = (await ask().catch(() => null))?.accounts ?? [];
      if (state.get() === before) hear(wallet, accounts.length > 0 ? accounts : wallet.accounts);
    },
  };
}

/** A wallet that throws here is not followed; it still connects and disconnects. @returns stops it, and never throws */
function listen(wallet: Wallet, listener: StandardEventsListeners['change']): () => void {
  try {
    const stop = featuresOf(wallet)['standard:events'].on('change', listener);
    return () => {
      try {
        stop();
      } catch (error) {
        console.error(error);
      }
    };
  } catch (error) {
    console.error(error);
    return () => {};
  }
}

function chosen(wallets: readonly Wallet[], choice: Wallet | string | undefined): Wallet {
  if (wallets.length === 0) throw new Error(errorTexts.noExtensions);
  const isChosen = (one: Wallet) =>
    typeof choice === 'string'
      ? isWalletNamed(one, choice)
      : choice === undefined || one === choice;
  const wallet = wallets.find(isChosen);
  if (wallet === undefined) throw new Error(errorTexts.noWallets);
  return wallet;
}
