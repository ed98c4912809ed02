/** Names of collectors and their ranking (N1, N2, S1). */
import { Refusal } from './refusal.ts';

/** Longest display name, counted as a person counts. */
export const NAME_MAX_CHARACTERS = 50;

/**
 * Longest single character in UTF-16 units: the longest emoji has 15. Scripts that join consonants
 * could otherwise write a whole page that counts as one character.
 */
const CHARACTER_MAX_UNITS = 16;

/** Most rows a ranking answers, however many collectors there are (S1). */
export const RANKING_CAP = 100;

const EMOJI = /\p{RGI_Emoji}/gv;
const VARIATION = /^\p{Variation_Selector}$/v;
const EMOJI_OR_VARIATION = /\p{RGI_Emoji}|\p{Variation_Selector}/gv;
/**
 * Control, format (bidi and zero-width among them), surrogate, private, line and paragraph
 * separators, what is drawn as nothing, and the blank Braille pattern.
 */
const FORBIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/v;
/** A combining mark at the start would be drawn on the text before the name. */
const LEADING_MARK = /^\p{M}/v;
/** More than four marks on one letter are drawn over other lines. */
const STACKED_MARKS = /\p{M}{5,}/v;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/v;
const LABEL_SHAPE = /^user_[0-9a-z]{4}$/i;
/** Characters around and inside a shape that do not hide it from the eye. */
const MARKS = String.raw`[\p{P}\p{S}\p{Z}]*`;
const LIKE_LABEL = new RegExp(`^${MARKS}user\\p{Z}*_\\p{Z}*[0-9a-z]{4}${MARKS}$`, 'iv');
const LIKE_ADDRESS = new RegExp(`^${MARKS}0x${MARKS}(?:[0-9a-f]${MARKS})+$`, 'iv');

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** How many characters a person sees in `text`: an emoji family or a letter with accents is one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of characters.segment(text)) count += 1;
  return count;
}

/**
 * The name as it is stored: trimmed, NFKC-normalised, one space between words, or a Refusal that
 * says what is wrong. Zero-width joiners are allowed only inside an emoji (N1): in words
 * too they would let two names look the same, see docs/decisions/0040-names-without-joiners.md.
 * Variation selectors outside an emoji change nothing a person reads and are dropped.
 */
export function cleanName(text: string, maxCharacters: number = NAME_MAX_CHARACTERS): string {
  const given = text.trim();
  // Before normalising: one character can become eighteen.
  if (given.length > maxCharacters * CHARACTER_MAX_UNITS) throw tooLong(maxCharacters);
  const name = given
    .normalize('NFKC')
    .replace(EMOJI_OR_VARIATION, (found) => (VARIATION.test(found) ? '' : found))
    .normalize('NFKC') // a selector may have stood between a letter and its mark
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
  if (name === '') throw new Refusal('name-empty');
  if (!isWithin(name, maxCharacters)) throw tooLong(maxCharacters);
  const withoutEmoji = name.replace(EMOJI, '');
  if (FORBIDDEN.test(withoutEmoji) || STACKED_MARKS.test(withoutEmoji) || LEADING_MARK.test(name)) {
    throw new Refusal('name-forbidden-characters');
  }
  return name;
}

function tooLong(max: number): Refusal {
  return new Refusal('name-too-long', { max });
}

function isWithin(name: string, maxCharacters: number): boolean {
  // Checked first: counting characters costs far more.
  if (name.length > maxCharacters * CHARACTER_MAX_UNITS) return false;
  const seen = [...characters.segment(name)];
  return (
    seen.length <= maxCharacters &&
    seen.every(({ segment }) => segment.length <= CHARACTER_MAX_UNITS)
  );
}

/** `cleanName`, and at least one letter or digit (N1). */
export function cleanReadableName(text: string, maxCharacters: number): string {
  const name = cleanName(text, maxCharacters);
  if (!LETTER_OR_DIGIT.test(name)) throw new Refusal('name-without-letters');
  return name;
}

/** A collector's chosen name, cleaned; not one shaped like the default label or an address (N1, N2). */
export function chooseName(text: string): string {
  const name = cleanReadableName(text, NAME_MAX_CHARACTERS);
  if (LIKE_LABEL.test(name) || LIKE_ADDRESS.test(name)) throw new Refusal('name-reserved-shape');
  return name;
}

/** Whether a stored name is one somebody chose: not empty and not the default label (N2). */
export function isChosenName(name: string | null | undefined): name is string {
  return name != null && name.trim() !== '' && !LABEL_SHAPE.test(name.trim());
}

/**
 * Shared ranks for rows already in order: equal counts share one, the next skips (1, 2, 2, 4).
 * @param counts the counts, highest first
 */
export function sharedRanks(counts: readonly number[]): number[] {
  const ranks: number[] = [];
  counts.forEach((count, index) => {
    ranks.push(index > 0 && counts[index - 1] === count ? (ranks[index - 1] ?? 1) : index + 1);
  });
  return ranks;
}

/** Collectors with the same number of cards, counted. */
export interface CountGroup {
  readonly count: number;
  readonly collectors: number;
}

/** The shared rank of a collector with `own` cards: one more than the number who have more. */
export function rankAmong(groups: readonly CountGroup[], own: number): number {
  let ahead = 0;
  for (const { count, collectors } of groups) if (count > own) ahead += collectors;
  return ahead + 1;
}
