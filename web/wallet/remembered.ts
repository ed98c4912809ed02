/** The flags in the browser's storage that restore a connection after a reload. */
import { type Address, canonicalAddress } from '#rules/address.ts';
import { ifStorageAllows } from '#web/ui/browser-storage.ts';

const CONNECTED = 'wallet_connected';
const ADDRESS = 'wallet_address';
/** The wallet to ask; without it every accepted wallet is asked. */
const WALLET = 'wallet_name';

export interface RememberedWallet {
  readonly address: Address;
  readonly walletName: string | null;
}

export interface Remembered {
  /** Null when no connection is stored. */
  read(): RememberedWallet | null;
  write(address: Address, walletName: string): void;
  /** @param isQuiet other tabs do not hear of it */
  clear(isQuiet?: boolean): void;
  /** Calls the listener when another tab forgets a connection. @returns stops it */
  onForgotten(listener: (address: Address) => void): () => void;
}

/**
 * @param storage may throw where the browser forbids it; then nothing is stored
 * @param tab gets the `storage` events of other tabs: the window; null where there is none
 */
export function rememberedIn(storage: () => Storage, tab: EventTarget | null = null): Remembered {
  return {
    read() {
      return ifStorageAllows(() => {
        const kept = storage();
        const address = canonicalAddress(kept.getItem(ADDRESS) ?? '');
        if (kept.getItem(CONNECTED) !== 'true' || address === null) return null;
        return { address, walletName: kept.getItem(WALLET) };
      });
    },
    write(address, walletName) {
      ifStorageAllows(() => {
        storage().setItem(CONNECTED, 'true');
        storage().setItem(ADDRESS, address);
        storage().setItem(WALLET, walletName);
      });
    },
    clear(isQuiet) {
      ifStorageAllows(() => {
        if (isQuiet) storage().setItem(ADDRESS, '');
        for (const flag of [CONNECTED, ADDRESS, WALLET]) storage().removeItem(flag);
      });
    },
    onForgotten(listener) {
      const hear = (event: Event) => {
        const { key, oldValue, newValue } = event as StorageEvent;
        const address =
          key === ADDRESS && newValue === null ? canonicalAddress(oldValue ?? '') : null;
        if (address !== null) listener(address);
      };
      tab?.addEventListener('storage', hear);
      return () => tab?.removeEventListener('storage', hear);
    },
  };
}
