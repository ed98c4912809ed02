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

/** `sui:signMessage` is the older feature; some wallets have only that one. */
type Features = StandardConnectFeature &
  StandardEventsFeature &
  Partial<
    StandardDisconnectFeature &
      SuiSignMessageFeature &
      SuiSignPersonalMessageFeature &
      SuiSignTransactionFeature
  >;

/** Accepted wallets have connect and events (rules/wallets.ts). The types can only be asserted. */
export const featuresOf = (wallet: Wallet) => wallet.features as Features;
