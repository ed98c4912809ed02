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
  write(wallet: RememberedWallet): void;
  clear(): void;
}

/** @param storage may throw where the browser forbids it; then nothing is stored */
export function rememberedIn(storage: () => Storage): Remembered {
  return {
    read() {
      return ifStorageAllows(() => {
        const kept = storage();
        const address = canonicalAddress(kept.getItem(ADDRESS) ?? '');
        if (kept.getItem(CONNECTED) !== 'true' || address === null) return null;
        return { address, walletName: kept.getItem(WALLET) };
      });
    },
    write({ address, walletName }) {
      ifStorageAllows(() => {
        storage().setItem(CONNECTED, 'true');
        storage().setItem(ADDRESS, address);
        if (walletName !== null) storage().setItem(WALLET, walletName);
      });
    },
    clear() {
      ifStorageAllows(() => {
        for (const flag of [CONNECTED, ADDRESS, WALLET]) storage().removeItem(flag);
      });
    },
  };
}
