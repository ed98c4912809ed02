/** What somebody looks for in the whitelist: a part of an address, or words of a name. */

export type WhitelistSearch =
  | {
      readonly by: 'address';
      /** `0x` and the first digits, lower case; only `0x` when just the end is known. */
      readonly start: string;
      /** The last four digits, or null. */
      readonly end: string | null;
    }
  | {
      readonly by: 'name';
      /** Each is the beginning of a word of the name. */
      readonly words: readonly string[];
    };

export const SEARCH_MAX_CHARACTERS = 200;
const MOST_WORDS = 8;
/** Fewer would find a good part of the whole list. */
const SEARCH_MIN_CHARACTERS = 2;

/** `0x12`, a whole address, or one as the pages shorten it: `0x1234...abcd`. */
const ADDRESS = /^0x([0-9a-f]{0,64})(?:\.{2,3}([0-9a-f]{4}))?$/;
/** The label of somebody without a chosen name. */
const LABEL = /^user_([0-9a-f]{4})$/;
/** The same characters as in the SQL function `name_words`. */
const BETWEEN_WORDS = /[ _\-.,'"()[\]/]+/;

/** Null when there is too little to look for. */
export function parseSearch(text: string): WhitelistSearch | null {
  // Turns an ellipsis into three dots, as well.
  const given = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const small = given.toLowerCase();
  const end = LABEL.exec(small)?.[1];
  if (end !== undefined) return { by: 'address', start: '0x', end };
  const [, digits, last] = ADDRESS.exec(small) ?? [];
  if (digits !== undefined) {
    const isEnough = last !== undefined || digits.length >= SEARCH_MIN_CHARACTERS;
    return isEnough ? { by: 'address', start: `0x${digits}`, end: last ?? null } : null;
  }
  // Normalising can have made six characters of one; PostgreSQL refuses words of more than 2 kB.
  const short = [...given].slice(0, SEARCH_MAX_CHARACTERS).join('');
  const all = [...new Set(short.split(BETWEEN_WORDS))].filter((word) => word !== '');
  // Each costs the database a search of its own; what begins another word is found with that.
  const isBeginning = (word: string) => all.some((one) => one !== word && one.startsWith(word));
  const words = all.filter((word) => !isBeginning(word)).slice(0, MOST_WORDS);
  return words.join('').length < SEARCH_MIN_CHARACTERS ? null : { by: 'name', words };
}
