/** Texts of the dialog in which a wallet is picked. */
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
