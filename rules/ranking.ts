/** The ranking of collectors (S1), and which names stand in it. Apart from names: the first page needs no more. */

/** Most rows in one answer (S1). */
export const RANKING_CAP = 100;

/** The default label (N2). */
const LABEL_SHAPE = /^user_[0-9a-z]{4}$/i;

/** Whether a stored name was chosen: not empty and not the default label (N2). */
export function isChosenName(name: string | null | undefined): name is string {
  return name != null && name.trim() !== '' && !LABEL_SHAPE.test(name.trim());
}

/**
 * Ranks with ties: equal counts share a rank, the next one skips (1, 2, 2, 4).
 * @param counts highest first
 */
export function sharedRanks(counts: readonly number[]): number[] {
  const ranks: number[] = [];
  counts.forEach((count, index) => {
    ranks.push(index > 0 && counts[index - 1] === count ? (ranks[index - 1] ?? 1) : index + 1);
  });
  return ranks;
}

export interface CountGroup {
  readonly count: number;
  readonly collectors: number;
}

/** The rank of a collector with `own` cards: 1 + the number of collectors with more. */
export function rankAmong(groups: readonly CountGroup[], own: number): number {
  let ahead = 0;
  for (const { count, collectors } of groups) if (count > own) ahead += collectors;
  return ahead + 1;
}
