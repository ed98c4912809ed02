import { describe, expect, it } from 'vitest';
import { checkName } from './name-draft.ts';

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';

describe('a typed name', () => {
  it.each([
    ['Ada', null, true],
    ['Ada', 'Ada', false],
    ['', null, false],
    ['', 'Ada', true],
    [' Ada', 'Ada', true],
  ])('%j over %j: changed %s', (text, current, isChanged) => {
    expect(checkName(text, current).isChanged).toBe(isChanged);
  });

  it.each<[string, string, object]>([
    ['is trimmed', '  Ada ', { name: 'Ada' }],
    ['only spaces', '   ', { refusal: 'name-empty' }],
    ['51 characters', 'x'.repeat(51), { refusal: 'name-too-long' }],
    ['50 characters', 'x'.repeat(50), { name: 'x'.repeat(50) }],
    ['zero width', 'A\u200bda', { refusal: 'name-forbidden-characters' }],
    ['emoji alone', family, { refusal: 'name-without-letters' }],
    ['default label', 'User_12ab', { refusal: 'name-reserved-shape' }],
    ['an address', '0x12ab', { refusal: 'name-reserved-shape' }],
  ])('%s', (_, text, result) => {
    expect(checkName(text, null).result).toEqual(result);
  });

  it('counts an emoji family as one character, and spaces around as none', () => {
    expect(checkName(` Ada ${family} `, null).characters).toBe(5);
    expect(checkName('x'.repeat(51), null).isTooLong).toBe(true);
    expect(checkName('\ufb03'.repeat(17), null).isTooLong, 'a ligature of three').toBe(true);
    expect(checkName(family.repeat(50), null).isTooLong).toBe(false);
  });
});
