import { describe, expect, it } from 'vitest';
import { isAcceptedWallet, isWalletNamed, type WalletTraits } from './wallets.ts';

const BOTH = ['standard:connect', 'standard:events'];
const wallet = (traits: Partial<WalletTraits>): WalletTraits => ({
  name: 'Somebody',
  chains: ['sui:mainnet'],
  features: BOTH,
  ...traits,
});

describe('isAcceptedWallet', () => {
  it.each(['Phantom', 'MetaMask', 'Coinbase Wallet', 'phantom (beta)'])(
    'leaves out %s, even when it declares a Sui chain',
    { tags: 'wallet-1' },
    (name) => {
      expect(isAcceptedWallet(wallet({ name }))).toBe(false);
    },
  );

  it.each(['Sui Wallet', 'Suiet', 'ETHOS', 'Glass Wallet', 'Surf Wallet', 'Martian Wallet'])(
    'takes %s by its name alone',
    { tags: 'wallet-3' },
    (name) => {
      expect(isAcceptedWallet(wallet({ name, chains: [] }))).toBe(true);
    },
  );

  it.each(['Sui', 'Glass', 'Surf', 'Martian', 'Wallet', 'Somebody'])(
    'does not take %s by its name alone',
    (name) => {
      expect(isAcceptedWallet(wallet({ name, chains: [] }))).toBe(false);
    },
  );

  it('takes any name that declares a Sui chain', { tags: 'wallet-4' }, () => {
    expect(isAcceptedWallet(wallet({ chains: ['solana:mainnet', 'sui:testnet'] }))).toBe(true);
    expect(isAcceptedWallet(wallet({ chains: ['solana:mainnet'] }))).toBe(false);
    expect(isAcceptedWallet(wallet({ chains: ['suicide:mainnet', 'notsui:x'] }))).toBe(false);
  });

  it.each([[[]], [['standard:connect']], [['standard:events']]])(
    'needs connecting and events, not only %j',
    { tags: 'wallet-2' },
    (features) => {
      expect(isAcceptedWallet(wallet({ features, name: 'Suiet' }))).toBe(false);
    },
  );
});

describe('isWalletNamed', () => {
  it('matches a wallet asked for by name, whatever the case', { tags: 'wallet-5' }, () => {
    expect(isWalletNamed({ name: 'Sui Wallet' }, 'sui wallet')).toBe(true);
    expect(isWalletNamed({ name: 'Sui Wallet' }, 'sui')).toBe(false);
  });
});
