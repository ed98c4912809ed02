/** Finding the connection of the last visit again, without bothering the person. */
import type { Wallet } from '@mysten/wallet-standard';
import { isWalletNamed } from '#rules/wallets.ts';
import { type CurrentAccount, currentAccount, type WalletList } from './detect.ts';
import type { RememberedWallet } from './remembered.ts';
import { connectFeature } from './wallet-features.ts';

/** Extensions register late; for this long we wait for the remembered one, in ms. */
export const RESTORE_GRACE = 1_500;
/** A wallet that opens a window although asked silently is not waited for longer than this, in ms. */
export const SILENT_LIMIT = 5_000;

export interface Found {
  readonly wallet: Wallet;
  readonly current: CurrentAccount;
}

/**
 * The wallet whose current account is the remembered one, or null. With a remembered name only that
 * wallet is asked, and another account in it ends the search at once.
 */
export function findRemembered(
  wallets: WalletList,
  remembered: RememberedWallet,
): Promise<Found | null> {
  const { promise, resolve } = Promise.withResolvers<Found | null>();
  const asked = new Set<Wallet>();
  let asking = 0;
  let isGraceOver = false;

  const ask = async (wallet: Wallet) => {
    asking += 1;
    const current = await offered(wallet);
    asking -= 1;
    if (current?.address === remembered.address) resolve({ wallet, current });
    else if (asking === 0 && (isGraceOver || remembered.walletName !== null)) resolve(null);
  };
  const askNew = () => {
    for (const wallet of wallets.get()) {
      const isMeant =
        remembered.walletName === null || isWalletNamed(wallet, remembered.walletName);
      if (asked.has(wallet) || !isMeant) continue;
      asked.add(wallet);
      void ask(wallet);
    }
  };

  const stopListening = wallets.subscribe(askNew);
  const grace = setTimeout(() => {
    isGraceOver = true;
    if (asking === 0) resolve(null);
  }, RESTORE_GRACE);
  askNew();
  return promise.finally(() => {
    stopListening();
    clearTimeout(grace);
  });
}

/** What a wallet offers without a question to the person. Accounts it already shows spare the asking. */
async function offered(wallet: Wallet): Promise<CurrentAccount | null> {
  const shown = currentAccount(wallet.accounts);
  if (shown !== null) return shown;
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  const limit = setTimeout(() => resolve(null), SILENT_LIMIT);
  try {
    const silently = connectFeature(wallet)
      .connect({ silent: true })
      .then(({ accounts }) => currentAccount(accounts));
    return await Promise.race([silently, tooLate]);
  } catch {
    return null; // it wants to be asked aloud
  } finally {
    clearTimeout(limit);
  }
}
