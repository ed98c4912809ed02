/** Texts of connecting and signing in that come with the first page. */

export const errorTexts = {
  noWallets: 'No Sui wallets found',
  noExtensions: 'No Sui wallet extensions found',
  notConnected: 'Wallet not connected',
  cannotSign: "Wallet doesn't support message signing",
  connectionFailed: 'Wallet connection failed',
};

export const connectTexts = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  disconnect: 'Disconnect',
};
