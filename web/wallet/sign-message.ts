/** Signing a text with the connected wallet (Wallet Standard). */
import { settings } from '#web/api/settings.ts';
import type { Connection } from './connection.ts';
import { errorTexts } from './texts.ts';
import { featuresOf } from './wallet-features.ts';

/**
 * Uses the features of the wallet, not of the account: some wallets do not list all of them there.
 * @returns the signature, base64
 * @throws {Error} 'Wallet not connected' or "Wallet doesn't support message signing"; or the wallet's
 * own error when the person declines
 */
export async function signMessage(connection: Connection, text: string): Promise<string> {
  if (connection.status !== 'connected') throw new Error(errorTexts.notConnected);
  const { wallet, account } = connection;
  const message = new TextEncoder().encode(text);
  const modern = featuresOf(wallet)['sui:signPersonalMessage'];
  if (modern !== undefined) {
    const chain = `sui:${settings().network}` as const;
    return (await modern.signPersonalMessage({ message, account, chain })).signature;
  }
  const legacy = featuresOf(wallet)['sui:signMessage'];
  if (legacy !== undefined) {
    return (await legacy.signMessage({ message, account })).signature;
  }
  throw new Error(errorTexts.cannotSign);
}
