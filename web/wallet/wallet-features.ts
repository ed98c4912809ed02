/** The features of a Wallet Standard wallet that the product uses, with their shapes. */
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  SuiSignMessageFeature,
  SuiSignPersonalMessageFeature,
  SuiSignTransactionFeature,
  Wallet,
} from '@mysten/wallet-standard';

// Accepted wallets have connect and events (rules/wallets.ts); a wallet's features are data of the
// wallet, so their shapes can only be asserted.
export function connectFeature(wallet: Wallet) {
  return (wallet.features as StandardConnectFeature)['standard:connect'];
}

export function eventsFeature(wallet: Wallet) {
  return (wallet.features as StandardEventsFeature)['standard:events'];
}

/** Optional in the standard. */
export function disconnectFeature(wallet: Wallet) {
  return (wallet.features as Partial<StandardDisconnectFeature>)['standard:disconnect'];
}

export function signPersonalMessageFeature(wallet: Wallet) {
  return (wallet.features as Partial<SuiSignPersonalMessageFeature>)['sui:signPersonalMessage'];
}

export function signTransactionFeature(wallet: Wallet) {
  return (wallet.features as Partial<SuiSignTransactionFeature>)['sui:signTransaction'];
}

/** The older form, still the only one of some wallets. */
export function signMessageFeature(wallet: Wallet) {
  return (wallet.features as Partial<SuiSignMessageFeature>)['sui:signMessage'];
}
