/** The result of one check. */
export interface Finding {
  readonly state: 'right' | 'odd' | 'wrong';
  /** The checked part, in a word or two. */
  readonly about: string;
  /** A sentence with the state, and what to do if it is wrong. */
  readonly words: string;
}

/** Parts of it come from elsewhere, and must not act on the operator's terminal. */
const printable = (words: string): string => words.replace(/[^\P{Cc}\n]/gu, '?');

export const right = (about: string, words: string): Finding => ({
  state: 'right',
  about,
  words: printable(words),
});
/** It works, but something should be changed. */
export const odd = (about: string, words: string): Finding => ({
  state: 'odd',
  about,
  words: printable(words),
});
export const wrong = (about: string, words: string): Finding => ({
  state: 'wrong',
  about,
  words: printable(words),
});

export const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return code === undefined ? message.split('\n', 1)[0]! : `${message} (${code})`;
};
