/** The features of a Wallet Standard wallet that the product uses, with their types. */
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  SuiSignMessageFeature,
  SuiSignPersonalMessageFeature,
  SuiSignTransactionFeature,
  Wallet,
} from '@mysten/wallet-standard';

// Accepted wallets have connect and events (rules/wallets.ts). The types can only be asserted: the
// features come from the wallet.
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

/** The older feature; some wallets have only this one. */
export function signMessageFeature(wallet: Wallet) {
  return (wallet.features as Partial<SuiSignMessageFeature>)['sui:signMessage'];
}
