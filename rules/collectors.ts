/** Names of collectors (N1, N2). Ranking is in ranking.ts. */
import { Refusal } from './refusal.ts';

/** Longest display name, see `countCharacters`. */
export const NAME_MAX_CHARACTERS = 50;

/**
 * Longest single character in UTF-16 units; the longest emoji has 15. Without this bound, scripts that
 * join consonants could write a page of text as one character.
 */
const CHARACTER_MAX_UNITS = 16;

/** Punctuation, symbols and spaces: a reserved shape stays readable with them. */
const MARKS = String.raw`[\p{P}\p{S}\p{Z}]*`;

/** What could be taken for the line in the default label: also letters, and the pieces that boxes are drawn with. */
const LINE = String.raw`[\p{Pc}\p{Pd}\p{M}\p{Lm}\u2500-\u259f]`;

let compiled: ReturnType<typeof compile> | undefined;

/** Compiled at the first use: reading these classes takes a phone a quarter of a second. */
const patterns = () => (compiled ??= compile());

function compile() {
  return {
    emoji: /\p{RGI_Emoji}/gv,
    variation: /^\p{Variation_Selector}$/v,
    /** Two in a row belong to no emoji, however many follow. */
    variations: /(\p{Variation_Selector}{2})\p{Variation_Selector}+/gv,
    emojiOrVariation: /\p{RGI_Emoji}|\p{Variation_Selector}/gv,
    /**
     * Control, format (with bidi and zero-width), surrogate and private characters, line and paragraph
     * separators, other invisible characters, and blank ones: a Braille pattern, what stands for an object (browsers draw
     * nothing), a note without a head, hieroglyphs.
     */
    forbidden:
      /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufffc\u{1d159}\u{13441}\u{13442}]/v,
    /** A combining mark at the start would be drawn on the text before the name. */
    leadingMark: /^\p{M}/v,
    /** More than four marks on one letter are drawn over other lines. */
    stackedMarks: /\p{M}{5,}/v,
    letterOrDigit: /[\p{L}\p{N}]/v,
    likeLabel: new RegExp(`^${MARKS}user\\p{Z}*(?:${LINE}\\p{Z}*)+[0-9a-z]{4}${MARKS}$`, 'iv'),
    likeAddress: new RegExp(`^${MARKS}0x${MARKS}(?:[0-9a-f]${MARKS})+$`, 'iv'),
  };
}

/** Made at the first use: that takes a phone a tenth of a second. */
let segmenter: Intl.Segmenter | undefined;

function charactersOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Visible characters (graphemes): an emoji family or a letter with accents counts as one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of charactersOf(text)) count += 1;
  return count;
}

/**
 * The name in its stored form: trimmed, NFKC-normalised, one space between words. Throws a Refusal
 * `name-*`. Zero-width joiners are allowed only inside an emoji (N1), because with them two names could
 * look the same (docs/decisions/0040-names-without-joiners.md). Variation selectors outside an emoji are
 * invisible and removed.
 */
export function cleanName(text: string, maxCharacters: number = NAME_MAX_CHARACTERS): string {
  const given = text.trim();
  // Checked before normalising, which can turn one character into eighteen, and again before those are searched.
  if (given.length > maxCharacters * CHARACTER_MAX_UNITS) throw tooLong(maxCharacters);
  const normalized = given.normalize('NFKC');
  if (normalized.length > maxCharacters * CHARACTER_MAX_UNITS) throw tooLong(maxCharacters);
  const name = normalized
    .replace(patterns().variations, '$1')
    .replace(patterns().emojiOrVariation, (found) =>
      patterns().variation.test(found) ? '' : found,
    )
    .normalize('NFKC') // a removed selector may have separated a letter from its mark
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
  if (name === '') throw new Refusal('name-empty');
  const withoutEmoji = name.replace(patterns().emoji, '');
  if (
    patterns().forbidden.test(withoutEmoji) ||
    patterns().stackedMarks.test(withoutEmoji) ||
    patterns().leadingMark.test(name)
  ) {
    throw new Refusal('name-forbidden-characters');
  }
  const seen = [...charactersOf(name)];
  if (seen.length > maxCharacters || seen.some(isOverlong)) throw tooLong(maxCharacters);
  return name;
}

function tooLong(max: number): Refusal {
  return new Refusal('name-too-long', { max });
}

function isOverlong({ segment }: Intl.SegmentData): boolean {
  return segment.length > CHARACTER_MAX_UNITS;
}

/** `cleanName`, and at least one letter or digit (N1). */
export function cleanReadableName(text: string, maxCharacters: number): string {
  const name = cleanName(text, maxCharacters);
  if (!patterns().letterOrDigit.test(name)) throw new Refusal('name-without-letters');
  return name;
}

/** `cleanReadableName`; refuses names that look like the default label or an address (N1, N2). */
export function chooseName(text: string): string {
  const name = cleanReadableName(text, NAME_MAX_CHARACTERS);
  if (isReservedShape(name)) throw new Refusal('name-reserved-shape');
  return name;
}

/** Whether it has the shape of the default label or of an address (N2). */
export function isReservedShape(name: string): boolean {
  return patterns().likeLabel.test(name) || patterns().likeAddress.test(name);
}
