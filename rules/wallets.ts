/** Which browser wallets are accepted. */

export interface WalletTraits {
  readonly name: string;
  readonly chains: readonly string[];
  /** Names of the features it declares, e.g. `standard:connect`. */
  readonly features: readonly string[];
}

const EXCLUDED = ['phantom', 'metamask', 'coinbase'];
const KNOWN = ['sui wallet', 'suiet', 'ethos', 'glass wallet', 'surf wallet', 'martian wallet'];
const REQUIRED_FEATURES = ['standard:connect', 'standard:events'];

/**
 * True when the name is not excluded, the required features are declared, and the wallet has a known
 * Sui name or declares a `sui:` chain.
 */
export function isAcceptedWallet(wallet: WalletTraits): boolean {
  const name = wallet.name.toLowerCase();
  if (EXCLUDED.some((part) => name.includes(part))) return false;
  if (!REQUIRED_FEATURES.every((feature) => wallet.features.includes(feature))) return false;
  return (
    KNOWN.some((part) => name.includes(part)) ||
    wallet.chains.some((chain) => chain.startsWith('sui:'))
  );
}

/** Ignores case. */
export function isWalletNamed(wallet: Pick<WalletTraits, 'name'>, name: string): boolean {
  return wallet.name.toLowerCase() === name.toLowerCase();
}
