/** Texts of connecting and signing in. */

export const errorTexts = {
  noWallets: 'No Sui wallets found',
  noExtensions: 'No Sui wallet extensions found',
  notConnected: 'Wallet not connected',
  cannotSign: "Wallet doesn't support message signing",
  cannotSignTransactions: "Wallet doesn't support signing transactions",
  connectionFailed: 'Wallet connection failed',
};

export const signInTexts = {
  title: 'Sign to prove this wallet is yours',
  why: (walletName: string) =>
    `${walletName} will show you a short message to sign: it costs nothing, moves nothing, and then what you started goes on.`,
  accept: 'Sign message',
  retry: 'Try again',
  signing: 'Waiting for your wallet...',
  decline: 'Not now',
  walletRefused: 'The message was not signed. Nothing was changed.',
  failed: 'Signing in did not work. Nothing was changed. Please try again.',
};

export const dialogTexts = {
  title: 'Connect Your Wallet',
  intro: 'Pick a wallet. Connecting only shows this site your address: it can move nothing.',
  connecting: (walletName: string) => `Waiting for ${walletName}. Please look for its window.`,
  cancel: 'Cancel',
  failed: (walletName: string) => `${walletName} did not connect. Please try again.`,
  none: 'No Sui wallet was found in this browser. Install one of these, then come back:',
  own: 'Or with a wallet of your own:',
  ownMobile: 'Or with a wallet app:',
  getIt: 'Get it',
  mobile: 'Please use a desktop browser with a Sui wallet extension.',
  mobileDownload: 'Download the mobile wallet app',
  mobileOpen: 'Open in your wallet app',
  mobileHow: 'On a phone, this page works inside the browser of a wallet app.',
};

export const connectTexts = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  disconnect: 'Disconnect',
};
