import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { compareNames, inNameOrder } from './name-order.ts';

const likeCollator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const named = (...names: string[]) => names.map((name) => ({ name }));
const namesOf = (cards: readonly { name: string }[]) => cards.map(({ name }) => name);

describe('the order of cards by name', () => {
  it('#9 comes before #10, a name alone before its numbers, case and accents do not count', () => {
    const names = ['Éclair #10', 'eclair #9', 'Eclair', 'Zest #1', 'ace #2', 'Ace #1'];
    expect(namesOf(inNameOrder(named(...names)))).toEqual([
      'Ace #1',
      'ace #2',
      'Eclair',
      'eclair #9',
      'Éclair #10',
      'Zest #1',
    ]);
  });

  it('plain texts are compared as Intl does it', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abzABZ ') });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(compareNames(a, b)).toBe(likeCollator.compare(a, b));
      }),
    );
  });

  it('numbered names stand as Intl puts them', () => {
    const word = fc.stringMatching(/^[A-Za-zé']{1,6}( [A-Za-z]{1,4})?$/);
    const name = fc.tuple(word, fc.nat(2_000)).map(([text, number]) => `${text} #${number}`);
    fc.assert(
      fc.property(fc.array(name), (names) => {
        const sorted = names.toSorted((a, b) => likeCollator.compare(a, b));
        expect(namesOf(inNameOrder(named(...names)))).toEqual(sorted);
      }),
    );
  });

  it('thousands of plain names need no Collator, which takes a phone a tenth of a second', async () => {
    vi.resetModules();
    const made = vi.spyOn(Intl, 'Collator');
    const fresh = await import('./name-order.ts');
    const texts = ['Transcendence', 'the hodlord card', 'Drops of Conviction'];
    const many = Array.from({ length: 1_500 }, (_, nth) => ({ name: `${texts[nth % 3]} #${nth}` }));
    expect(namesOf(fresh.inNameOrder(many)).slice(0, 2)).toEqual([
      'Drops of Conviction #2',
      'Drops of Conviction #5',
    ]);
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });
});
