import type { Wallet } from '@mysten/wallet-standard';
import { describe, expect, it } from 'vitest';
import type { Address } from '#rules/address.ts';
import type { Connection } from './connection.ts';
import {
  canSignTransactions,
  signTransaction,
  TransactionChangedError,
} from './sign-transaction.ts';

function connected(features: object): Connection {
  const wallet = { name: 'Harbour', features } as unknown as Wallet;
  const account = { address: '0xa' } as never;
  return { status: 'connected', wallet, account, address: '0xa' as Address };
}

function walletThat(sign: (text: string, chain: string) => { bytes: string; signature: string }) {
  return connected({
    'sui:signTransaction': {
      version: '2.0.0',
      signTransaction: async (input: {
        transaction: { toJSON(): Promise<string> };
        chain: string;
      }) => sign(await input.transaction.toJSON(), input.chain),
    },
  });
}

describe('signing a transaction', () => {
  it('hands the wallet the bytes and the network, and keeps the signature', async () => {
    const asked: string[] = [];
    const wallet = walletThat((bytes, chain) => {
      asked.push(bytes, chain);
      return { bytes, signature: 'signed' };
    });
    expect(canSignTransactions(wallet)).toBe(true);
    expect(await signTransaction(wallet, 'QUJD', 'testnet')).toBe('signed');
    expect(asked).toEqual(['QUJD', 'sui:testnet']);
  });

  it('takes no signature under other bytes', async () => {
    const wallet = walletThat(() => ({ bytes: 'other', signature: 'signed' }));
    await expect(signTransaction(wallet, 'QUJD', 'mainnet')).rejects.toThrow(
      TransactionChangedError,
    );
  });

  it('is not for every wallet', async () => {
    const wallet = connected({ 'sui:signPersonalMessage': {} });
    expect(canSignTransactions(wallet)).toBe(false);
    expect(canSignTransactions({ status: 'disconnected' })).toBe(false);
    await expect(signTransaction(wallet, 'QUJD', 'mainnet')).rejects.toThrow(
      "Wallet doesn't support signing transactions",
    );
  });
});
