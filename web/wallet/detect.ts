/** The wallets of this browser that the product accepts, and their accounts (Wallet Standard). */
import type { Wallet, WalletAccount, Wallets } from '@mysten/wallet-standard';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { isAcceptedWallet } from '#rules/wallets.ts';
import { createStore, type Store } from '#web/ui/external-store.ts';

/** In order of registration, without duplicates. The same array until they change. */
export type AcceptedWallets = Pick<Store<readonly Wallet[]>, 'get' | 'subscribe'>;

/** The wallets of the registry that the product accepts; extensions may register or unregister at any time. */
export function acceptedWallets(registry: Pick<Wallets, 'get' | 'on'>): AcceptedWallets {
  const { get, set, subscribe } = createStore(pick(registry.get()));
  const refresh = () => set(pick(registry.get()));
  registry.on('register', refresh);
  registry.on('unregister', refresh);
  return { get, subscribe };
}

/** Of one identity the last: an extension that is updated registers again, and what it registered before is dead. */
function pick(wallets: readonly Wallet[]): readonly Wallet[] {
  const known = new Map(wallets.map((wallet) => [acceptedAs(wallet), wallet]));
  known.delete(null);
  return [...known.values()];
}

/** Without an id two wallets can have one name: a person tells them by their pictures. */
export function identityOf({ id, name, icon }: Wallet): string {
  return id ?? `${name} ${icon}`;
}

/** Any extension of this browser can register anything: one that breaks the standard must not hide the others. */
function acceptedAs(wallet: Wallet): string | null {
  try {
    const { name, chains, features } = wallet;
    const traits = { name, chains, features: Object.keys(features) };
    return isAcceptedWallet(traits) ? identityOf(wallet) : null;
  } catch {
    return null;
  }
}

export interface CurrentAccount {
  readonly account: WalletAccount;
  readonly address: Address;
}

/** The first Sui account of a wallet, which may have accounts on other chains too. */
export function currentAccount(
  accounts: readonly WalletAccount[] | undefined,
): CurrentAccount | null {
  for (const account of accounts ?? []) {
    const address = canonicalAddress(account.address);
    const isSui =
      account.chains.length === 0 || account.chains.some((chain) => chain.startsWith('sui:'));
    if (address !== null && isSui) return { account, address };
  }
  return null;
}

interface Agent {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  readonly userAgentData?: { readonly mobile: boolean };
}

/**
 * Whether this is a phone or tablet, where browsers have no wallet extensions. An iPad's user agent says
 * Macintosh, but no Mac has a touch screen.
 */
export function isMobile(agent: Agent = navigator): boolean {
  if (agent.userAgentData?.mobile === true) return true;
  if (/Android|iPhone|iPad|iPod/i.test(agent.userAgent)) return true;
  return /Macintosh/.test(agent.userAgent) && agent.maxTouchPoints > 1;
}
