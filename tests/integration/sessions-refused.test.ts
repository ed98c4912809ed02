/** Sign-in over HTTP: everything that is refused; a message works once. */
import { beforeEach, describe, expect, it } from 'vitest';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { answerTo, askAndSign, startSignInProduct } from '#tests/support/sign-in-product.ts';
import { ed25519Wallet, multisigWithZkLogin, zkLoginWallet } from '#tests/support/signers.ts';

const MINUTE = 60_000;

const product = await forThisFile(startSignInProduct());

beforeEach(() => {
  product.chain.isUp = true;
});

describe('the sign-in', () => {
  it('refuses a signature handed in for the address of another wallet', async () => {
    const mallory = ed25519Wallet();
    const victim = ed25519Wallet();
    const { client, body } = await askAndSign(product, mallory);
    const walletAddress = victim.address;
    const { ticket } = await client.call('POST /api/auth/nonce', { body: { walletAddress } });
    expect(await answerTo(client, { ...body, walletAddress })).toBe('401 nonce-unknown');
    expect(await answerTo(client, { ...body, walletAddress, ticket })).toBe('401 bad-signature');
  });

  it.each([
    [
      'with another statement',
      (text: string) => text.replace('Sign in to', 'Sign in to give away and'),
    ],
    ['for another site', (text: string) => text.replaceAll('127.0.0.1', 'cards.example')],
    ['for another network', (text: string) => text.replace('sui:localnet', 'sui:mainnet')],
    [
      'with a later end',
      (text: string) => text.replace(/Expiration Time: 2026/, 'Expiration Time: 2126'),
    ],
    [
      'with a nonce of its own',
      (text: string) => text.replace(/Nonce: .*/, `Nonce: ${'0'.repeat(64)}`),
    ],
  ])('refuses another message: one %s', async (_, change) => {
    const wallet = ed25519Wallet();
    const { client, message, body } = await askAndSign(product, wallet);
    expect(change(message)).not.toBe(message);
    const signature = await wallet.signMessage(change(message));
    expect(await answerTo(client, { ...body, signature })).toBe('401 bad-signature');
  });

  it('refuses a message that was used', async () => {
    const { client, body } = await askAndSign(product, ed25519Wallet());
    expect(await answerTo(client, body)).toBe('in');
    expect(await answerTo(client, body)).toBe('401 nonce-unknown');
    const { ticket: _, ...without } = body;
    expect(await answerTo(client, without)).toBe('401 nonce-unknown');
  });

  it('refuses a message that was used wrongly: it is spent before it is judged', {
    tags: 'I2',
  }, async () => {
    const { client, body } = await askAndSign(product, ed25519Wallet());
    const signature = await ed25519Wallet().signMessage('something');
    expect(await answerTo(client, { ...body, signature })).toBe('401 bad-signature');
    expect(await answerTo(client, body)).toBe('401 nonce-unknown');
  });

  it('refuses a message that is five minutes old', async () => {
    const early = await askAndSign(product, ed25519Wallet());
    const late = await askAndSign(product, ed25519Wallet());
    await product.clock.advance(5 * MINUTE - 1);
    expect(await answerTo(early.client, early.body)).toBe('in');
    await product.clock.advance(1);
    expect(await answerTo(late.client, late.body)).toBe('401 nonce-unknown');
  });

  it('refuses a message that was never handed out', async () => {
    const wallet = ed25519Wallet();
    const body = { walletAddress: wallet.address, signature: await wallet.signMessage('hello') };
    expect(await answerTo(product.client(), body)).toBe('401 nonce-unknown');
    const ticket = 'A'.repeat(43);
    expect(await answerTo(product.client(), { ...body, ticket })).toBe('401 nonce-unknown');
    expect(await answerTo(product.client(), { ...body, ticket: '%00' })).toBe('401 nonce-unknown');
  });

  it('refuses a signature that is empty or too long as bad input', async () => {
    const { client, body } = await askAndSign(product, ed25519Wallet());
    for (const signature of ['', 'A'.repeat(16_385)]) {
      expect(await answerTo(client, { ...body, signature })).toBe('400 bad-input');
    }
    expect(await answerTo(client, body)).toBe('in');
  });
});

describe('a zkLogin wallet', () => {
  it.each([zkLoginWallet, multisigWithZkLogin])(
    'gets 503 while the chain is down, and its message is spent all the same: %o',
    async (create) => {
      const { client, body } = await askAndSign(product, create({ maxEpoch: 7 }));
      product.chain.isUp = false;
      expect(await answerTo(client, body)).toBe('503 chain-unreachable');
      product.chain.isUp = true;
      expect(await answerTo(client, body)).toBe('401 nonce-unknown');
    },
  );

  it('does not keep others out while the chain is down', async () => {
    product.chain.isUp = false;
    const { client, body } = await askAndSign(product, ed25519Wallet());
    expect(await answerTo(client, body)).toBe('in');
  });
});
