/** The wallets, connection and sign-in of this page; created only here. */
import { getWallets } from '@mysten/wallet-standard';
import { useSyncExternalStore } from 'react';
import { createStore } from '#web/ui/external-store.ts';
import { type Connection, createConnection } from './connection.ts';
import { acceptedWallets } from './detect.ts';
import { rememberedIn } from './remembered.ts';
import { createSignIn } from './sign-in.ts';

export const wallets = acceptedWallets(getWallets());
const remembered = rememberedIn(() => localStorage, typeof window === 'undefined' ? null : window);
export const connection = createConnection(wallets, remembered);
export const signIn = createSignIn(connection);

/** The current state, which may be newer than the last render. */
export const isConnected = (): boolean => connection.get().status === 'connected';

/**
 * Called once at start. A page that comes back as it was left, out of the back/forward cache, is loaded again when
 * the connection changed meanwhile: it would show somebody who has disconnected. Else its wallet is asked, which may
 * have another account by now.
 */
export function reloadWhenOthersConnected(): void {
  addEventListener('pageshow', ({ persisted }) => {
    const now = connection.get();
    const kept = remembered.read()?.address ?? null;
    // One that was left while it connected goes on with that.
    const isSame =
      now.status === 'connecting'
        ? kept !== null
        : kept === (now.status === 'connected' ? now.address : null);
    if (!persisted) return;
    if (isSame) void connection.askAgain();
    else location.reload();
  });
}

let renderedAs: Connection = connection.get();

/** Sets the connection that the server renders and the page hydrates with. */
export function renderAs(status: 'disconnected' | 'connecting'): void {
  const now = connection.get();
  // The same object where it says the same: for another one React renders the whole page again, in one task.
  if (now.status === status) renderedAs = now;
  else renderedAs = status === 'connecting' ? { status, walletName: null } : { status };
}

export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get, () => renderedAs);
}

/**
 * Where the wallet dialog was opened from; null while it is closed. A failure shows a toast when it was
 * opened from the navigation bar, and is only logged when from a page.
 */
export const walletDialog = createStore<'nav' | 'page' | null>(null);
