/** What a person typed as their name, judged before it is sent (N1, N2). */

import { NAME_WORDS, type NameRefusal } from '#contract/name-words.ts';
import { chooseName, countCharacters, NAME_MAX_CHARACTERS } from '#rules/collectors.ts';
import { Refusal } from '#rules/refusal.ts';

export interface NameDraft {
  /** Counted as a person counts, without the spaces around it. */
  readonly characters: number;
  readonly isTooLong: boolean;
  /** Save is enabled only when the value differs from the current name. */
  readonly isChanged: boolean;
  /** The name as it will be stored, or why it cannot be. */
  readonly verdict: { readonly name: string } | { readonly refusal: NameRefusal };
}

/** @param current the chosen name; null before one was chosen */
export function judgeName(text: string, current: string | null): NameDraft {
  const characters = countCharacters(text.trim());
  return {
    characters,
    isTooLong: characters > NAME_MAX_CHARACTERS,
    isChanged: text !== (current ?? ''),
    verdict: verdictOn(text),
  };
}

function verdictOn(text: string): NameDraft['verdict'] {
  try {
    return { name: chooseName(text) };
  } catch (error) {
    if (error instanceof Refusal && error.reason in NAME_WORDS) {
      return { refusal: error.reason as NameRefusal };
    }
    throw error;
  }
}
