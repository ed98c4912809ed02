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

const findingOf = (state: Finding['state']) => (about: string, words: string) => ({
  state,
  about,
  words: printable(words),
});

export const right = findingOf('right');
/** It works, but something should be changed. */
export const odd = findingOf('odd');
export const wrong = findingOf('wrong');

export const causeOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return code === undefined ? message.split('\n', 1)[0]! : `${message} (${code})`;
};

const ODD_SKEW_MS = 1_000;
const WRONG_SKEW_MS = 10_000;

export function skew(about: string, ms: number): Finding {
  const words = `Its clock and ours differ by ${Math.abs(Math.round(ms))} ms`;
  if (Math.abs(ms) > WRONG_SKEW_MS)
    return wrong(about, `${words}: set the clock of this machine by the network.`);
  return Math.abs(ms) > ODD_SKEW_MS ? odd(about, `${words}.`) : right(about, `${words}.`);
}
