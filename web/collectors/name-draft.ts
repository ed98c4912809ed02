/** Checks a typed name before it is sent (N1, N2). */
import { NAME_WORDS, type NameRefusal } from '#contract/name-words.ts';
import { chooseName, countCharacters, NAME_MAX_CHARACTERS } from '#rules/collectors.ts';
import { Refusal } from '#rules/refusal.ts';

interface NameDraft {
  /** Number of graphemes of its stored form. */
  readonly characters: number;
  readonly isTooLong: boolean;
  /** Whether it differs from the current name; only then it can be saved. */
  readonly isChanged: boolean;
  readonly result: { readonly name: string } | { readonly refusal: NameRefusal };
}

/** @param current null when no name was chosen yet */
export function checkName(text: string, current: string | null): NameDraft {
  const characters = countTyped(text.trim());
  return {
    characters,
    isTooLong: characters > NAME_MAX_CHARACTERS,
    isChanged: text !== (current ?? ''),
    // Only when somebody saves: the rules take a phone a quarter of a second at their first use.
    get result() {
      return parseName(text);
    },
  };
}

function countTyped(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : countCharacters(text.normalize('NFKC'));
}

function parseName(text: string): NameDraft['result'] {
  try {
    return { name: chooseName(text) };
  } catch (error) {
    if (error instanceof Refusal && error.reason in NAME_WORDS) {
      return { refusal: error.reason as NameRefusal };
    }
    throw error;
  }
}
