/** The wallets, connection and sign-in of this page; created only here. */
import { getWallets } from '@mysten/wallet-standard';
import { useSyncExternalStore } from 'react';
import { createStore } from '#web/ui/external-store.ts';
import { type Connection, createConnection } from './connection.ts';
import { acceptedWallets } from './detect.ts';
import { rememberedIn } from './remembered.ts';
import { createSignIn } from './sign-in.ts';

export const wallets = acceptedWallets(getWallets());
export const connection = createConnection(
  wallets,
  rememberedIn(() => localStorage),
);
export const signIn = createSignIn(connection);

/** The current state, which may be newer than the last render. */
export const isConnected = (): boolean => connection.get().status === 'connected';

let drawnAs: Connection = { status: 'disconnected' };

/** Which connection the page is drawn with ahead: none, or one that is being found again. */
export function drawAs(status: 'disconnected' | 'connecting'): void {
  drawnAs = status === 'connecting' ? { status, walletName: null } : { status };
}

export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get, () => drawnAs);
}

/**
 * Where the wallet dialog was opened from; null while it is closed. A failure shows a toast when it was
 * opened from the navigation bar, and is only logged when from a page.
 */
export const walletDialog = createStore<'nav' | 'page' | null>(null);
