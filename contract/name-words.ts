/** Messages for refused names. Without zod, so that the page can check names with little code. */
import { NAME_MAX_CHARACTERS } from '#rules/collectors.ts';
import type { RefusalReason } from '#rules/refusal.ts';

export const NAME_WORDS = {
  'name-empty': 'Please enter a display name.',
  'name-too-long': `A name has at most ${NAME_MAX_CHARACTERS} characters.`,
  'name-forbidden-characters':
    'That name contains characters that cannot be seen or that disturb the text around it.',
  'name-without-letters': 'A name needs at least one letter or digit.',
  'name-reserved-shape': 'A name may not look like a default name or a wallet address.',
} as const satisfies Partial<Record<RefusalReason, string>>;

export type NameRefusal = keyof typeof NAME_WORDS;
