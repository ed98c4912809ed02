import { describe, expect, it } from 'vitest';
import type { Nft } from '#contract/cards.ts';
import { HttpError } from '#web/api/http-error.ts';
import { refusedCards } from './refused-cards.ts';
import { texts } from './texts.ts';

const nfts = [{ id: '0xa', name: 'Drops #1' }] as Nft[];
const refusal = (status: number, reason: string, facts: object, error = 'The server says no.') =>
  new HttpError(status, '', JSON.stringify({ error, reason, facts }));

describe('cards the server did not take', () => {
  it("are named after the server's own sentence, and marked", { tags: 'whitelist-17' }, () => {
    const error = refusal(409, 'card-already-backing', { cards: ['0xa', '0xbcdef01'] });
    expect(refusedCards(error, nfts)).toEqual({
      cards: ['0xa', '0xbcdef01'],
      isTaken: true,
      mark: 'Backs another entry',
      sentence: expect.stringMatching(
        /^The server says no\. Drops #1 and 0xbcde\.\.\. are marked and left out/,
      ),
    });
  });

  it('begin a sentence of their own after a list of ids, which ends without a full stop', () => {
    const error = refusal(400, 'card-not-held', { cards: ['0xa'] }, 'Not in your wallet: 0xa');
    expect(refusedCards(error, nfts)?.sentence).toMatch(
      /^Not in your wallet: 0xa\. Drops #1 is marked and left out/,
    );
  });

  it('counts those beyond the fifth', () => {
    const cards = Array.from({ length: 8 }, (_, index) => `0x${index}`);
    const refused = refusedCards(refusal(400, 'card-not-held', { cards }), nfts);
    expect(refused?.sentence).toContain('3 more');
    expect(refused?.cards).toHaveLength(8);
  });

  it('writes counts as people read them', { tags: 'numbers-2' }, () => {
    const cards = Array.from({ length: 1_500 }, (_, index) => `0x${index}`);
    const refused = refusedCards(refusal(400, 'card-not-held', { cards }), nfts);
    expect(refused?.sentence).toContain('1,495 more');
    expect(texts.remove.text(300, 1_500)).toContain('Its 1,500 cards are free');
    expect(texts.entry.more(1_495)).toBe('+1,495');
  });

  it('leaves every other failure alone', () => {
    expect(refusedCards(new Error('x'), nfts)).toBeNull();
    expect(refusedCards(refusal(503, 'chain-unreachable', {}), nfts)).toBeNull();
  });
});
