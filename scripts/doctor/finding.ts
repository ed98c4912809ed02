/** What one look at an installation found. */
export interface Finding {
  readonly state: 'right' | 'odd' | 'wrong';
  /** What was looked at, in a word or two. */
  readonly about: string;
  /** A sentence: how it is, and where it is wrong what to do. */
  readonly words: string;
}

export const right = (about: string, words: string): Finding => ({ state: 'right', about, words });
/** It runs, but not as it should. */
export const odd = (about: string, words: string): Finding => ({ state: 'odd', about, words });
export const wrong = (about: string, words: string): Finding => ({ state: 'wrong', about, words });

export const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return code === undefined ? message.split('\n', 1)[0]! : `${message} (${code})`;
};
