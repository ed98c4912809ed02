import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultUsername, shortAddress } from './address.ts';
import { parseSearch } from './whitelist-search.ts';

const ADDRESS = `0x12ab${'0'.repeat(56)}9fe3`;

describe('what is looked for in the whitelist', () => {
  it('is an address, a part of one, or one as the pages shorten it', () => {
    expect(parseSearch(ADDRESS)).toEqual({ by: 'address', start: ADDRESS, end: null });
    expect(parseSearch(` 0X12AB `)).toEqual({ by: 'address', start: '0x12ab', end: null });
    const short = { by: 'address', start: '0x12ab', end: '9fe3' };
    expect(parseSearch(shortAddress(ADDRESS))).toEqual(short);
    expect(parseSearch('0x12ab…9fe3')).toEqual(short);
    expect(parseSearch(defaultUsername(ADDRESS))).toEqual({ ...short, start: '0x' });
  });

  it('is the words of a name otherwise', () => {
    expect(parseSearch('Ace  Halloway')).toEqual({ by: 'name', words: ['Ace', 'Halloway'] });
    expect(parseSearch("d'Arc (the_first)")).toEqual({
      by: 'name',
      words: ['d', 'Arc', 'the', 'first'],
    });
    for (const name of ['0xmike', `${ADDRESS}0`, 'User_12345', '月光']) {
      expect(parseSearch(name)).toMatchObject({ by: 'name' });
    }
  });

  it('is each word once, without what begins another, and eight at most', () => {
    expect(parseSearch('ab a abc ab x')).toEqual({ by: 'name', words: ['abc', 'x'] });
    const many = Array.from({ length: 30 }, (_, n) => `${n}`.padStart(2, '0'));
    expect(parseSearch(many.join(' '))).toEqual({ by: 'name', words: many.slice(0, 8) });
  });

  it('is nothing when there is too little of it', () => {
    for (const text of ['', '   ', 'a', '0', '0x', '0x1', '...', "'_'", '\u00a0']) {
      expect(parseSearch(text)).toBeNull();
    }
  });

  it('is taken from any text, and never an empty word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const search = parseSearch(text);
        if (search?.by === 'name') expect(search.words).not.toContain('');
        if (search?.by === 'address') expect(search.start).toMatch(/^0x[0-9a-f]*$/);
      }),
    );
  });
});
