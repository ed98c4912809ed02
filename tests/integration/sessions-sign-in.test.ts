/** Signing in over HTTP: the message, and every kind of signature that is accepted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#demo/client.ts';
import {
  answerTo,
  askAndSign,
  type SignInProduct,
  startSignInProduct,
} from '#tests/support/sign-in-product.ts';
import {
  ed25519Wallet,
  LOCAL_SCHEMES,
  multisigWithZkLogin,
  type TestWallet,
  zkLoginWallet,
} from '#tests/support/signers.ts';

const MINUTE = 60_000;
let product: SignInProduct;

beforeAll(async () => {
  product = await startSignInProduct();
});
afterAll(() => product.close());

const ask = (client: Client, walletAddress: string) =>
  client.call('POST /api/auth/nonce', { body: { walletAddress } });

describe('a message', () => {
  it('is built by the server for the page that asks, whatever Host says', async () => {
    const wallet = ed25519Wallet();
    const client = product.client();
    const body = { walletAddress: wallet.address };
    const said = async (headers: Record<string, string>) => {
      const { body: answer } = await client.exchange('POST /api/auth/nonce', { body }, headers);
      return (answer as { message: string }).message.split('\n')[0];
    };
    const words = 'wants you to sign in with your Sui account:';
    const byNumber = `127.0.0.1:${product.port} ${words}`;
    const byName = `localhost:${product.port} ${words}`;
    expect(await said({})).toBe(byNumber);
    expect(await said({ host: `localhost:${product.port}` })).toBe(byName);
    expect(await said({ origin: `http://localhost:${product.port}` })).toBe(byName);
    for (const evil of ['evil.example', `evil.example:${product.port}`, 'localhost:1']) {
      expect(await said({ host: evil })).toBe(byName);
      expect(await said({ host: evil, 'x-forwarded-host': evil })).toBe(byName);
    }
  });

  it('names the wallet, the network, a fresh nonce and five minutes', async () => {
    const { address } = ed25519Wallet();
    const [one, two] = [await ask(product.client(), address), await ask(product.client(), address)];
    const nonceOf = ({ message }: { message: string }) =>
      /^Nonce: ([0-9a-f]{64})$/m.exec(message)?.[1];
    expect(nonceOf(one)).toBeDefined();
    expect(nonceOf(one)).not.toBe(nonceOf(two));
    expect(one.message).toContain(`\n${address}\n`);
    expect(one.message).toContain('\nChain ID: sui:localnet\n');
    expect(one.message).toContain(`\nIssued At: ${product.clock.now().toISOString()}\n`);
    expect(new Date(one.expiresAt).getTime() - product.clock.now().getTime()).toBe(5 * MINUTE);
    expect(one.message).toMatch(new RegExp(`\nExpiration Time: ${one.expiresAt}$`));
  });

  it('leaves no secret in the database: the ticket only as a hash', async () => {
    const wallet = ed25519Wallet();
    const { ticket } = await ask(product.client(), wallet.address);
    const rows = await product.sql`
      SELECT open_sign_ins::text AS text FROM open_sign_ins WHERE wallet_address = ${wallet.address}`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(ticket);
    expect(rows[0]?.text).not.toContain(Buffer.from(ticket, 'base64url').toString('hex'));
  });
});

describe.each([
  ...Object.entries(LOCAL_SCHEMES),
  ['zkLogin', async () => zkLoginWallet({ maxEpoch: 7 })],
  ['multisig with zkLogin', async () => multisigWithZkLogin({ maxEpoch: 7 })],
] as [string, () => Promise<TestWallet>][])('%s', (_, create) => {
  it('signs in', { tags: 'I2' }, async () => {
    const wallet = await create();
    const client = product.client(wallet);
    await client.signIn();
    expect(await client.call('GET /api/auth/session', {})).toEqual({
      walletAddress: wallet.address,
    });
  });

  it('signs in without the ticket and without keeping cookies', async () => {
    const wallet = await create();
    const { body } = await askAndSign(product, wallet);
    const { walletAddress, signature } = body;
    expect(await answerTo(product.client(), { walletAddress, signature })).toBe('in');
  });
});
