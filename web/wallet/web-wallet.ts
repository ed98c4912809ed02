/** A wallet without an extension: it opens a window of its maker's site. Fetched only where it is set. */
import { settings } from '#web/api/settings.ts';

let registered: Promise<unknown> | null = null;

/** Resolves when it can be found among the wallets; at once where none is set. */
export async function webWalletReady(): Promise<void> {
  if (settings().webWallet !== 'slush') return;
  registered ??= import('@mysten/slush-wallet').then(({ registerSlushWallet }) =>
    // The name stands in the wallet's window.
    registerSlushWallet('The MAINZ'),
  );
  await registered;
}
