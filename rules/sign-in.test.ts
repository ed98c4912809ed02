import { describe, expect, it } from 'vitest';
import { canonicalAddress } from './address.ts';
import {
  isEpochPast,
  isSessionExpired,
  isUseDue,
  SIGN_IN_STATEMENT,
  signInExpiry,
  signInMessage,
} from './sign-in.ts';

const issuedAt = new Date('2026-11-20T12:00:00.123Z');
const request = {
  origin: 'https://cards.example',
  walletAddress: canonicalAddress('0xABC')!,
  isAdmin: false,
  network: 'mainnet',
  nonce: 'f00d',
  issuedAt,
  expiresAt: signInExpiry(issuedAt),
};

describe('the message to sign', () => {
  it('has the layout of EIP-4361, line by line', { tags: 'I2' }, () => {
    expect(signInMessage(request).split('\n')).toEqual([
      'cards.example wants you to sign in with your Sui account:',
      '0x0000000000000000000000000000000000000000000000000000000000000abc',
      '',
      SIGN_IN_STATEMENT,
      '',
      'URI: https://cards.example',
      'Version: 1',
      'Chain ID: sui:mainnet',
      'Nonce: f00d',
      'Issued At: 2026-11-20T12:00:00.123Z',
      'Expiration Time: 2026-11-20T12:05:00.123Z',
    ]);
  });

  it('names the port where there is one', () => {
    const message = signInMessage({ ...request, origin: 'http://localhost:3000' });
    expect(message).toMatch(/^localhost:3000 wants you /);
    expect(message).toContain('\nURI: http://localhost:3000\n');
  });

  it('says in one plain line what it allows and what it does not do', () => {
    for (const word of ['name', 'groups', 'whitelist entries', 'battles', 'assets', 'costs']) {
      expect(SIGN_IN_STATEMENT).toContain(word);
    }
    expect(SIGN_IN_STATEMENT).toMatch(/^[\x20-\x7e]+$/);
    const admin = signInMessage({ ...request, isAdmin: true }).split('\n');
    expect(admin[3]).toMatch(/^[\x20-\x7e]+$/);
    expect(admin[5]).toBe('URI: https://cards.example');
  });
});

describe('lifetimes', () => {
  const day = 24 * 60 * 60 * 1000;
  const later = (ms: number) => new Date(issuedAt.getTime() + ms);
  const fresh = { createdAt: issuedAt, lastUsedAt: issuedAt };

  it('a session ends after 7 days without use', () => {
    expect(isSessionExpired(fresh, later(7 * day - 1))).toBe(false);
    expect(isSessionExpired(fresh, later(7 * day))).toBe(true);
  });

  it('a session ends after 30 days however much it is used', () => {
    const used = { createdAt: issuedAt, lastUsedAt: later(30 * day - 1) };
    expect(isSessionExpired(used, later(30 * day - 1))).toBe(false);
    expect(isSessionExpired(used, later(30 * day))).toBe(true);
  });

  it('a use is recorded at most once a minute', () => {
    expect(isUseDue(fresh, later(59_999))).toBe(false);
    expect(isUseDue(fresh, later(60_000))).toBe(true);
  });

  it('a proof is valid through its last epoch', () => {
    expect(isEpochPast(10n, 10n)).toBe(false);
    expect(isEpochPast(10n, 11n)).toBe(true);
  });
});
