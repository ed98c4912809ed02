/** Asking the connected wallet for a signature under a transaction (SUI wallet standard). */
import { settings } from '#web/api/settings.ts';
import type { Connection } from './connection.ts';
import { errors } from './texts.ts';
import { signTransactionFeature } from './wallet-features.ts';

/** The wallet signed something else than it was given, a transaction with a fee of its own perhaps. */
export class SignedSomethingElse extends Error {
  constructor() {
    super('The wallet signed another transaction');
    this.name = 'SignedSomethingElse';
  }
}

/**
 * The signature, base64.
 * @param transaction BCS as base64: what wallets build their own view of it from
 * @throws {SignedSomethingElse} its signature would be of no use
 * @throws {Error} the wallet's own error when the person declines
 */
export async function signTransaction(
  connection: Connection,
  transaction: string,
  network: string = settings().network,
): Promise<string> {
  if (connection.status !== 'connected') throw new Error(errors.notConnected);
  const { wallet, account } = connection;
  const feature = signTransactionFeature(wallet);
  if (feature === undefined) throw new Error(errors.cannotSignTransactions);
  const { bytes, signature } = await feature.signTransaction({
    transaction: { toJSON: async () => transaction },
    account,
    chain: `sui:${network}`,
  });
  if (bytes !== transaction) throw new SignedSomethingElse();
  return signature;
}

export function canSignTransactions(connection: Connection): boolean {
  return (
    connection.status === 'connected' && signTransactionFeature(connection.wallet) !== undefined
  );
}
