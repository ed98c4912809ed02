/** Sign-in over HTTP: the message, and every accepted kind of signature. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Client } from '#demo/client.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { answerTo, askAndSign, startSignInProduct } from '#tests/support/sign-in-product.ts';
import {
  ed25519Wallet,
  LOCAL_SCHEMES,
  multisigWithZkLogin,
  type TestWallet,
  zkLoginWallet,
} from '#tests/support/signers.ts';

const MINUTE = 60_000;

const product = await forThisFile(startSignInProduct());

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

  it('tells the admin alone that the session may also change the rounds of the whitelist', {
    tags: 'I2',
  }, async () => {
    const admin = ed25519Wallet();
    const own = await startSignInProduct({ adminWallet: admin.address });
    onTestFinished(own.close);
    const client = own.client(admin);
    const sentence = ({ message }: { message: string }) => message.split('\n')[3];
    const other = sentence(await ask(client, ed25519Wallet().address));
    expect(sentence(await ask(client, admin.address))).toBe(
      `${other} You run this place: it also lets you have the whitelist checked again, set the times of a round, freeze it and begin the next.`,
    );
    await client.signIn();
    expect(await client.call('GET /api/auth/session', {})).toEqual({
      walletAddress: admin.address,
    });
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

describe('several open messages of one wallet', () => {
  it('are answered in any order, each with its ticket', async () => {
    const wallet = ed25519Wallet();
    const tabs = [
      await askAndSign(product, wallet),
      await askAndSign(product, wallet),
      await askAndSign(product, wallet),
    ];
    for (const { client, body } of [tabs[1]!, tabs[2]!, tabs[0]!]) {
      expect(await answerTo(client, body)).toBe('in');
    }
  });

  it('are all answered without tickets, one after the other and at once', async () => {
    const wallet = ed25519Wallet();
    const withoutTicket = async () => {
      const { walletAddress, signature } = (await askAndSign(product, wallet)).body;
      return { walletAddress, signature };
    };
    const one = [await withoutTicket(), await withoutTicket(), await withoutTicket()];
    expect(await answerTo(product.client(), one[0]!)).toBe('in');
    expect(await answerTo(product.client(), one[2]!)).toBe('in');
    expect(await answerTo(product.client(), one[0]!)).toBe('401 bad-signature');
    const rest = await Promise.all(Array.from({ length: 4 }, withoutTicket));
    const answers = await Promise.all(rest.map((body) => answerTo(product.client(), body)));
    expect(answers).toEqual(['in', 'in', 'in', 'in']);
    // Of more than five the newest are tried: they are the ones that somebody still looks at.
    const oldest = await withoutTicket();
    await product.clock.advance(1);
    for (let asked = 1; asked <= 5; asked += 1) await withoutTicket();
    expect(await answerTo(product.client(), oldest)).toBe('401 bad-signature');
    for (let asked = 1; asked <= 5; asked += 1) await withoutTicket();
    await product.clock.advance(1);
    expect(await answerTo(product.client(), await withoutTicket())).toBe('in');
  });

  it('are not spent by a stranger who sends rubbish for the address', async () => {
    const victim = ed25519Wallet();
    const { client, body } = await askAndSign(product, victim);
    const stranger = { 'x-forwarded-for': '203.0.113.66' };
    const rubbish = { walletAddress: victim.address, signature: 'AAAA' };
    for (let round = 0; round < 8; round += 1) {
      const asked = await client.exchange(
        'POST /api/auth/nonce',
        { body: { walletAddress: victim.address } },
        stranger,
      );
      expect(asked.status).toBe(200);
      expect(await answerTo(product.client(), rubbish, stranger)).toBe('401 bad-signature');
      expect(await answerTo(product.client(), rubbish, stranger)).toBe('401 nonce-unknown');
    }
    const { walletAddress, signature } = body;
    expect(await answerTo(product.client(), { walletAddress, signature })).toBe('in');
  });

  it('are tried without a ticket only where they were asked for', async () => {
    const { body } = await askAndSign(product, ed25519Wallet());
    const { walletAddress, signature } = body;
    const elsewhere = { 'x-forwarded-for': '203.0.113.67' };
    const without = { walletAddress, signature };
    expect(await answerTo(product.client(), without, elsewhere)).toBe('401 nonce-unknown');
    expect(await answerTo(product.client(), body, elsewhere)).toBe('in');
  });

  it('cannot be used up by a neighbour if they are kept for the ticket', async () => {
    const wallet = ed25519Wallet();
    const { address: walletAddress } = wallet;
    const { message, ticket } = await product.client().call('POST /api/auth/nonce', {
      body: { walletAddress, keepsTicket: true },
    });
    const signature = await wallet.signMessage(message);
    const neighbour = { walletAddress, signature: await wallet.signMessage('something else') };
    expect(await answerTo(product.client(), neighbour)).toBe('401 nonce-unknown');
    expect(await answerTo(product.client(), { walletAddress, signature })).toBe(
      '401 nonce-unknown',
    );
    expect(await answerTo(product.client(), { walletAddress, signature, ticket })).toBe('in');
  });
});

describe('signing in', () => {
  it.each([true, false])(
    'twenty verifications of one signature at once begin one session (ticket: %s)',
    async (hasTicket) => {
      const wallet = ed25519Wallet();
      const { body } = await askAndSign(product, wallet);
      const { ticket, ...without } = body;
      const sent = hasTicket ? { ...without, ticket } : without;
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => answerTo(product.client(), sent)),
      );
      expect(answers.filter((answer) => answer === 'in')).toHaveLength(1);
      expect(answers.filter((answer) => answer === '401 nonce-unknown')).toHaveLength(19);
      const rows = await product.sql`
        SELECT 1 FROM sessions WHERE wallet_address = ${wallet.address}`;
      expect(rows).toHaveLength(1);
    },
  );

  it('is limited where the asking comes from, not for the wallet it names', async () => {
    const strict = await startSignInProduct({ rateLimitFactor: 1 });
    onTestFinished(() => strict.close());
    const victim = ed25519Wallet();
    const body = { walletAddress: victim.address };
    const stranger = { 'x-forwarded-for': '203.0.113.68' };
    const ask = () => strict.client().exchange('POST /api/auth/nonce', { body }, stranger);
    const answers = await Promise.all(Array.from({ length: 130 }, ask));
    const stopped = answers.filter(({ status }) => status === 429);
    expect(stopped).toHaveLength(10);
    expect(Number(stopped[0]?.headers['retry-after'])).toBeGreaterThan(0);

    const owner = strict.client(victim);
    await owner.signIn();
    expect(owner.cookie).not.toBeNull();
  });
});
