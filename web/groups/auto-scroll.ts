/** Scrolling while something is dragged near an edge. */

/** Within this distance of an edge the page starts to move, in px. */
const ZONE = 96;
/** Right at the edge, in px per second. */
const FASTEST = 1_900;

/**
 * Speed in px per second, negative towards the start; 0 away from the edges.
 * @param at position between `start` and `end` along the axis that scrolls
 */
export function edgeSpeed(at: number, start: number, end: number): number {
  const zone = Math.min(ZONE, (end - start) / 3);
  const intoStart = start + zone - at;
  const intoEnd = at - (end - zone);
  const into = Math.max(intoStart, intoEnd);
  if (into <= 0) return 0;
  const share = Math.min(1, into / zone);
  return Math.round(share * share * FASTEST) * (intoStart > intoEnd ? -1 : 1);
}
