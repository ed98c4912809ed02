/** Letters that follow each other within this time are of one word, in ms. */
export const TYPED_TOGETHER_MS = 1_000;

interface Press {
  readonly key: string;
  readonly timeStamp: number;
}

/** Finds what begins with the letters that were typed last. */
export function createTypeAhead() {
  let [word, last] = ['', Number.NEGATIVE_INFINITY];

  /** @param at the label that has the focus. @returns that which gets it; null when no letter was typed */
  return ({ key, timeStamp }: Press, labels: readonly string[], at: number): number | null => {
    if (key.length !== 1) return null;
    if (timeStamp - last >= TYPED_TOGETHER_MS) word = '';
    // Within a word it is a letter, alone it picks.
    if (word === '' && key === ' ') return null;
    word += key.toLowerCase();
    last = timeStamp;
    // One letter again and again goes through all that begin with it.
    const letter = word.charAt(0);
    const isOneLetter = word === letter.repeat(word.length);
    const [begin, from] = isOneLetter ? [letter, at + 1] : [word, Math.max(at, 0)];
    for (let step = 0; step < labels.length; step += 1) {
      const place = (from + step) % labels.length;
      if (labels[place]?.toLowerCase().startsWith(begin)) return place;
    }
    return at;
  };
}
