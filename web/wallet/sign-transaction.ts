/** Signing a transaction with the connected wallet (Wallet Standard). */
import { settings } from '#web/api/settings.ts';
import type { Connection } from './connection.ts';
import { errorTexts } from './texts.ts';
import { featuresOf } from './wallet-features.ts';

/** The wallet signed another transaction than the given one, for example with a changed gas budget. */
export class TransactionChangedError extends Error {
  override name = 'TransactionChangedError';
  constructor() {
    super('The wallet signed another transaction');
  }
}

/**
 * @param transaction BCS, base64
 * @returns the signature, base64
 * @throws {TransactionChangedError} the signature does not fit this transaction
 * @throws {Error} the wallet's own error when the person declines
 */
export async function signTransaction(
  connection: Connection,
  transaction: string,
  network: string = settings().network,
): Promise<string> {
  if (connection.status !== 'connected') throw new Error(errorTexts.notConnected);
  const { wallet, account } = connection;
  const feature = featuresOf(wallet)['sui:signTransaction'];
  if (feature === undefined) throw new Error("Wallet doesn't support signing transactions");
  const { bytes, signature } = await feature.signTransaction({
    transaction: { toJSON: async () => transaction },
    account,
    chain: `sui:${network}`,
  });
  if (bytes !== transaction) throw new TransactionChangedError();
  return signature;
}

export function canSignTransactions(connection: Connection): boolean {
  return (
    connection.status === 'connected' &&
    featuresOf(connection.wallet)['sui:signTransaction'] !== undefined
  );
}
