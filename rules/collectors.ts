/** Names of collectors and their ranking (SPEC sections 2, 4, 5; RULINGS N1, N2, S1). */
import { Refusal } from './refusal.ts';

/** Longest display name, counted as a person counts (SPEC section 9). */
export const NAME_MAX_CHARACTERS = 50;

/** A name may not smuggle a long text in through stacked marks: bound on its UTF-16 length. */
const NAME_MAX_UNITS = NAME_MAX_CHARACTERS * 8;

/** Most rows a ranking answers, however many collectors there are (RULINGS S1). */
export const RANKING_CAP = 100;

const EMOJI = /\p{RGI_Emoji}/gv;
/** Control, format (bidi and zero-width among them), surrogate, private, line and paragraph separators. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/v;
/** More than four marks on one letter is drawing over the neighbours, not writing. */
const STACKED_MARKS = /\p{M}{5,}/v;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/v;
const LABEL_SHAPE = /^user_[0-9a-z]{4}$/i;
const ADDRESS_SHAPE = /^0x[0-9a-f]+(?:(?:\.{2,3}|\u2026)[0-9a-f]*)?$/i;

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** How many characters a person sees in `text`: an emoji family or a letter with accents is one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of characters.segment(text)) count += 1;
  return count;
}

/**
 * The name as it is stored: trimmed and NFKC-normalised, or a Refusal that says what is wrong.
 * Zero-width joiners are allowed only where they hold an emoji together.
 */
export function cleanName(text: string, maxCharacters: number = NAME_MAX_CHARACTERS): string {
  const name = text.trim().normalize('NFKC').trim();
  if (name === '') throw new Refusal('name-empty');
  if (name.length > NAME_MAX_UNITS || countCharacters(name) > maxCharacters) {
    throw new Refusal('name-too-long', { max: maxCharacters });
  }
  const withoutEmoji = name.replace(EMOJI, '');
  if (FORBIDDEN.test(withoutEmoji) || STACKED_MARKS.test(withoutEmoji)) {
    throw new Refusal('name-forbidden-characters');
  }
  return name;
}

/**
 * A collector's chosen name, cleaned. Beside what `cleanName` refuses: a name without a letter
 * or digit, and one shaped like the default label or like an address (RULINGS N1, N2).
 */
export function chooseName(text: string): string {
  const name = cleanName(text);
  if (!LETTER_OR_DIGIT.test(name)) throw new Refusal('name-without-letters');
  if (LABEL_SHAPE.test(name) || ADDRESS_SHAPE.test(name)) throw new Refusal('name-reserved-shape');
  return name;
}

/** Whether a stored name is one somebody chose: not empty and not the default label (RULINGS N2). */
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
