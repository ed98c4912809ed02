import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { chooseName, cleanName, countCharacters } from './collectors.ts';
import { isChosenName } from './ranking.ts';
import { Refusal } from './refusal.ts';

const FAMILY = '👨‍👩‍👧‍👦';

function reasonOf(text: string): string {
  try {
    chooseName(text);
    return 'taken';
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

describe('chooseName takes', () => {
  it.each([
    ['a plain name', 'Ace', 'Ace'],
    ['one letter', 'Q', 'Q'],
    ['digits only', '42', '42'],
    ['spaces around and many between', '  Ace   of  Spades ', 'Ace of Spades'],
    ['other spaces', 'Ace\u3000of\u00a0Spades', 'Ace of Spades'],
    ['full-width letters, as ordinary ones', 'Ａｃｅ', 'Ace'],
    ['decomposed accents, as composed ones', 'Jose\u0301', 'José'],
    ['Japanese', 'オカピの夢', 'オカピの夢'],
    ['half-width kana, as ordinary ones', 'ｵｶﾋﾟ', 'オカピ'],
    ['Hebrew with points', 'שָׁלוֹם', 'שָׁלוֹם'],
    ['Arabic', 'محمد', 'محمد'],
    ['Persian without joiners', 'یلدا مهتاب', 'یلدا مهتاب'],
    ['Hindi', 'अर्जुन तारा', 'अर्जुन तारा'],
    ['Tamil', 'தமிழ்', 'தமிழ்'],
    ['Thai', 'สวัสดี', 'สวัสดี'],
    ['Tibetan stacks', 'བསྒྲུབས', 'བསྒྲུབས'],
    ['Korean', '종이접기 소희', '종이접기 소희'],
    ['right-to-left beside left-to-right', 'Ace שלום 7', 'Ace שלום 7'],
    ['an emoji family with a letter', `${FAMILY}A`, `${FAMILY}A`],
    ['a heart', 'A ❤️', 'A ❤️'],
    ['a flag of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Ace', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Ace'],
    ['a keycap', '1️⃣', '1️⃣'],
    ['a trade mark sign, as letters', 'Ace™️', 'AceTM'],
    ['an ideographic variation, as its base', '葛\u{e0100}', '葛'],
    ['text style of a sign, without the wish', 'A ☎\ufe0e', 'A ☎'],
    ['an accent behind a selector', 'e\ufe0f\u0301', 'é'],
    ['a space behind a selector, as one around', '\ufe0f Ace', 'Ace'],
    ['markup as text', '<b>Ace</b>', '<b>Ace</b>'],
  ])('%s', (_, text, stored) => {
    expect(chooseName(text)).toBe(stored);
  });
});

describe('chooseName refuses', () => {
  it.each([
    ['nothing', '', 'name-empty'],
    ['only spaces', ' \t\u3000\u00a0 ', 'name-empty'],
    ['only a byte order mark', '\ufeff', 'name-empty'],
    ['only a variation selector', '\ufe0f', 'name-empty'],
    ['a line break', 'Ace\nof Spades', 'name-forbidden-characters'],
    ['a tab', 'Ace\tof Spades', 'name-forbidden-characters'],
    ['NUL', 'Ace\0', 'name-forbidden-characters'],
    ['DEL', 'Ace\u007f', 'name-forbidden-characters'],
    ['a line separator', 'A\u2028B', 'name-forbidden-characters'],
    ['a right-to-left override', 'Ace\u202eecA', 'name-forbidden-characters'],
    ['a bidi isolate', '\u2067Ace\u2069', 'name-forbidden-characters'],
    ['a left-to-right mark', 'Ace\u200e!', 'name-forbidden-characters'],
    ['an Arabic letter mark', 'Ace\u061c!', 'name-forbidden-characters'],
    ['a zero-width space', 'A\u200bce', 'name-forbidden-characters'],
    ['a word joiner', 'A\u2060ce', 'name-forbidden-characters'],
    ['a soft hyphen', 'A\u00adce', 'name-forbidden-characters'],
    ['a byte order mark inside', 'A\ufeffce', 'name-forbidden-characters'],
    ['a joiner between letters', 'A\u200dce', 'name-forbidden-characters'],
    ['a joiner between emoji that are no one emoji', 'A 🍜\u200d🍜', 'name-forbidden-characters'],
    ['a Persian word with its non-joiner', 'می\u200cخواهم', 'name-forbidden-characters'],
    ['a Sinhala word with its joiner', 'ශ්\u200dරී', 'name-forbidden-characters'],
    ['a Hangul filler', 'A\u3164', 'name-forbidden-characters'],
    ['a blank Braille pattern', 'A\u2800', 'name-forbidden-characters'],
    ['a character that stands for an object', 'A\ufffc', 'name-forbidden-characters'],
    ['a note without a head', 'A\u{1d159}', 'name-forbidden-characters'],
    ['a blank hieroglyph', '\u{13441}', 'name-forbidden-characters'],
    ['half a blank hieroglyph', '\u{13442}', 'name-forbidden-characters'],
    ['a combining grapheme joiner', 'A\u034f', 'name-forbidden-characters'],
    ['an invisible operator', 'A\u2062B', 'name-forbidden-characters'],
    ['a tag character by itself', 'A\u{e0041}', 'name-forbidden-characters'],
    ['half a character', 'A\ud83d', 'name-forbidden-characters'],
    ['a private character', 'A\ue000', 'name-forbidden-characters'],
    ['a noncharacter', 'A\uffff', 'name-forbidden-characters'],
    ['stacked marks', `A${'\u0336'.repeat(5)}`, 'name-forbidden-characters'],
    ['a tower of marks', `Ace${'\u0336'.repeat(30)}`, 'name-forbidden-characters'],
    ['a mark at the beginning', '\u0301Ace', 'name-forbidden-characters'],
    ['signs only', '!?-', 'name-without-letters'],
    ['emoji only', FAMILY, 'name-without-letters'],
    ['the default label', 'User_00ab', 'name-reserved-shape'],
    ['a default label in other letters', 'ＵＳＥＲ＿zzzz', 'name-reserved-shape'],
    ['an address', `0x${'a'.repeat(64)}`, 'name-too-long'],
    ['a short address', '0x1234...cdef', 'name-reserved-shape'],
    ['a short address with an ellipsis', '0x1234…cdef', 'name-reserved-shape'],
    ['the beginning of an address', '0xCafe', 'name-reserved-shape'],
    ['a short address with other dots', '0x1234....cdef', 'name-reserved-shape'],
    ['a short address with dots in the middle', '0x1234⋯cdef', 'name-reserved-shape'],
    ['a short address with spaces', '0x1234 ... cdef', 'name-reserved-shape'],
    ['a short address with a dash', '0x1234-cdef', 'name-reserved-shape'],
    ['a short address in brackets', '(0x1234...cdef)', 'name-reserved-shape'],
    ['a default label with a space', 'User _00ab', 'name-reserved-shape'],
    ['a default label in quotes', '"User_00ab"', 'name-reserved-shape'],
    ['a default label with two lines', 'User__00ab', 'name-reserved-shape'],
    ['a default label with a dash', 'User-00ab', 'name-reserved-shape'],
    ['a default label with a raised line', 'User\u203e00ab', 'name-reserved-shape'],
    ['a default label with a line that is a letter', 'Userˍ00ab', 'name-reserved-shape'],
    ['a default label with a line of a box', 'User─00ab', 'name-reserved-shape'],
    ['a default label with a low block', 'User▁00ab', 'name-reserved-shape'],
  ])('%s', { tags: 'N2' }, (_, text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  it('takes what only begins like a reserved shape', () => {
    for (const name of ['User_12345', 'Super User_1234', '0xMarigold', '0x', '0x & Friends']) {
      expect([name, reasonOf(name)]).toEqual([name, 'taken']);
    }
  });
});

describe('the length of a name', () => {
  it.each([
    ['letters', 'x'],
    ['letters with marks', 'e\u0328\u0301'],
    ['Hindi syllables', 'नि'],
    ['Korean syllables in parts', '\u1112\u1161\u11ab'],
    ['astral letters', '𐐷'],
  ])('is counted in %s as a person counts', { tags: 'collectors-4' }, (_, character) => {
    expect(reasonOf(character.repeat(50))).toBe('taken');
    expect(reasonOf(character.repeat(51))).toBe('name-too-long');
  });

  it('is one for a whole emoji, the longest too', { tags: 'N1' }, () => {
    const kiss = '👩🏻‍❤️‍💋‍👩🏽';
    expect(countCharacters(`${FAMILY}${kiss}🇸🇬1️⃣`)).toBe(4);
    expect(reasonOf(`${kiss.repeat(49)}A`)).toBe('taken');
    expect(reasonOf(`${kiss.repeat(50)}A`)).toBe('name-too-long');
  });

  it('is bounded for joined consonants too', () => {
    const page = 'क्'.repeat(400);
    expect(countCharacters(page)).toBeLessThan(50);
    expect(reasonOf(page)).toBe('name-too-long');
    expect(reasonOf(`A ${'क्'.repeat(9)}क`)).toBe('name-too-long');
    expect(reasonOf('x'.repeat(4_000_000))).toBe('name-too-long');
    // Measured before it is cleaned, which would leave three characters of it.
    expect(reasonOf(`a${' '.repeat(2_000)}b`)).toBe('name-too-long');
  });

  it('is bounded again before a normalised name is searched: eighteen characters can be one before', () => {
    const replace = vi.spyOn(String.prototype, 'replace');
    const reason = reasonOf('ﷺ'.repeat(800));
    const searched = replace.mock.contexts.filter((text) => String(text).includes('صلى'));
    replace.mockRestore();
    expect({ reason, searched: searched.length }).toEqual({ reason: 'name-too-long', searched: 0 });
  });

  it('is of a name whose invisible characters were looked at in runs, not one by one', () => {
    const test = vi.spyOn(RegExp.prototype, 'test');
    const name = cleanName(`a${'\ufe0f'.repeat(15)}`.repeat(50));
    const tests = test.mock.calls.length;
    test.mockRestore();
    expect(name).toBe('a'.repeat(50));
    expect(tests).toBeLessThan(150);
  });

  it('may be another for another kind of name', () => {
    expect(cleanName('x'.repeat(60), 60)).toHaveLength(60);
    expect(() => cleanName('x'.repeat(61), 60)).toThrow(Refusal);
  });
});

describe('whatever is typed', () => {
  const typed = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.uint16Array({ maxLength: 60 }).map((units) => String.fromCharCode(...units)),
    fc.string({
      unit: fc.constantFrom(
        'A',
        ' ',
        '\u200d',
        '\u200c',
        '\ufe0f',
        '👨',
        '👩',
        '❤',
        'क',
        '्',
        '\u202e',
      ),
      maxLength: 30,
    }),
  );

  it('a name that is taken is stable, bounded and clean', { tags: 'N1' }, () => {
    fc.assert(
      fc.property(typed, (text) => {
        if (reasonOf(text) !== 'taken') return;
        const name = chooseName(text);
        expect(chooseName(name)).toBe(name);
        expect(name).toBe(name.trim().normalize('NFKC'));
        expect(countCharacters(name)).toBeGreaterThan(0);
        expect(countCharacters(name)).toBeLessThanOrEqual(50);
        expect(name).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\u200c\u200e\u200f]/u);
        expect(isChosenName(name)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is taken or refused, never a fault', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(reasonOf(text)).toMatch(/^(taken|name-[a-z-]+)$/);
      }),
      { numRuns: 500 },
    );
  });
});
