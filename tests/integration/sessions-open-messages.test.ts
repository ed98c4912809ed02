/** Several messages of one wallet open at once: two tabs, a stranger, a crowd. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerTo,
  askAndSign,
  type SignInProduct,
  startSignInProduct,
} from '#tests/support/sign-in-product.ts';
import { ed25519Wallet } from '#tests/support/signers.ts';

let product: SignInProduct;

beforeAll(async () => {
  product = await startSignInProduct();
});
afterAll(() => product.close());

describe('several open messages of one wallet', () => {
  it('each with its ticket are answered in any order', async () => {
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
  });

  it('are not used up by a stranger who hands in rubbish for the address', async () => {
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

  it('without a ticket are tried only where they were asked for', async () => {
    const { body } = await askAndSign(product, ed25519Wallet());
    const { walletAddress, signature } = body;
    const elsewhere = { 'x-forwarded-for': '203.0.113.67' };
    const without = { walletAddress, signature };
    expect(await answerTo(product.client(), without, elsewhere)).toBe('401 nonce-unknown');
    expect(await answerTo(product.client(), body, elsewhere)).toBe('in');
  });
});

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

it('asking without end is stopped where it comes from, not for the wallet it names', async () => {
  const strict = await startSignInProduct({ rateLimitFactor: 1 });
  try {
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
  } finally {
    await strict.close();
  }
});
