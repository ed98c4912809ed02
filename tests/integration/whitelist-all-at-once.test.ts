/** Registering everything at once: no limit that a holder can reach, none that others can abuse. */
import { describe, expect, it } from 'vitest';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { send, startProduct } from '#tests/support/in-process-product.ts';

const PATH = '/api/booster-pack/register';
const LIMIT = 2 * 1024 * 1024;

const product = await forThisFile(startProduct());
const whale = await product.collector('whale');
const cards = product.mint(whale.address, 1_500);
await whale.client.sync();

/** As the whale's own page sends it. */
const post = (body: string) =>
  send(product, 'POST', PATH, {
    body,
    headers: {
      'content-type': 'application/json',
      cookie: whale.client.cookie ?? '',
      origin: product.origin,
    },
  });
const bodyOf = (selectedNftIds: readonly unknown[]) =>
  JSON.stringify({ walletAddress: whale.address, selectedNftIds });
const strangerCards = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `0x${(0xa0000000 + index).toString(16).padStart(64, '0')}`,
  );

describe('a registration of 1,500 cards', { tags: 'whitelist-16' }, () => {
  it('is one entry of 300', async () => {
    const entry = await whale.client.register(cards);
    expect(entry).toMatchObject({ entryCount: 300, hasRequiredCards: true });
    expect(entry.selectedNftIds).toHaveLength(1_500);
  });
});

describe('a registration of four cards', { tags: 'whitelist-2' }, () => {
  it('is refused, and told how many it takes', async () => {
    const answer = await post(bodyOf(cards.slice(0, 4)));
    expect(answer).toMatchObject({
      status: 400,
      body: { reason: 'too-few-cards', error: 'Please select at least 5 NFTs' },
    });
  });
});

describe('a large body that is no honest registration', { tags: ['I6', 'whitelist-16'] }, () => {
  it('is refused above 2 MiB', async () => {
    expect((await post(' '.repeat(LIMIT + 1))).status).toBe(413);
  });

  it.each([
    ['numbers', `{"selectedNftIds":[${'0,'.repeat(LIMIT / 2 - 20)}0]}`],
    ['brackets', '['.repeat(LIMIT)],
    ['keys', `{${'"":0,'.repeat(LIMIT / 5 - 2)}"":0}`],
  ])('is refused before anything is made of its %s', async (_what, body) => {
    const answer = await post(body);
    expect([answer.status, answer.body?.reason]).toEqual([413, 'too-large']);
  });

  it('is refused with one id more than can be registered', async () => {
    expect((await post(bodyOf(strangerCards(20_001)))).status).toBe(400);
  });

  it('is refused with an id 20,000 times', async () => {
    const answer = await post(bodyOf(Array(20_000).fill(cards[0])));
    expect([answer.status, answer.body?.reason]).toEqual([400, 'card-repeated']);
  });

  it('is refused soon when it names 20,000 cards of others', async () => {
    const answer = await post(bodyOf(strangerCards(20_000)));
    expect([answer.status, answer.body?.reason]).toEqual([400, 'card-not-held']);
    expect(answer.text.length).toBeLessThan(2_500);
    expect(answer.body?.error).toMatch(
      /^Not in your wallet: 0x0000\.\.\.\w{4}, .* and 19,995 more$/,
    );
  });
});
