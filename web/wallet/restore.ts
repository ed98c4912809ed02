/** Restores the connection of the last visit without a prompt. */
import type { Wallet } from '@mysten/wallet-standard';
import { isWalletNamed } from '#rules/wallets.ts';
import { type AcceptedWallets, type CurrentAccount, currentAccount } from './detect.ts';
import type { RememberedWallet } from './remembered.ts';
import { featuresOf } from './wallet-features.ts';

/** Waiting time for extensions that register late, in ms. Too short costs the session, and so a signature. */
export const RESTORE_GRACE = 4_000;
/** Time-out for what nobody is asked about, in ms: some wallets open a window nevertheless, or never answer. */
export const SILENT_LIMIT = 5_000;

interface Found {
  readonly wallet: Wallet;
  readonly current: CurrentAccount;
}

/**
 * The wallet whose current account is the remembered one, or null. With a remembered name only that
 * wallet is asked; if it has another account, the search ends.
 */
export function findRemembered(
  wallets: AcceptedWallets,
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

/** The current account of a wallet, without a prompt; a silent connect only if it shows no account yet. */
async function offered(wallet: Wallet): Promise<CurrentAccount | null> {
  try {
    const shown = currentAccount(wallet.accounts);
    if (shown !== null) return shown;
    const silently = featuresOf(wallet)['standard:connect'].connect({ silent: true });
    return currentAccount((await inTime(silently)).accounts);
  } catch {
    return null; // it does not connect silently, or in time, or shows what is no account
  }
}

/** Rejects when the wallet does not answer in time. */
export function inTime<T>(asked: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(reject, SILENT_LIMIT);
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(limit));
}
