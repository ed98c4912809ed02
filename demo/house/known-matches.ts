/** The newest state of each match of a player, and when it arrived. */
import type { Match } from '#contract/battle.ts';

/** The one that changed longest ago is dropped first. */
const MOST_REMEMBERED = 8;
/** How late a change may be before the match is read, in ms. */
const LATE_MS = 2_000;

interface Known {
  readonly match: Match;
  /** By our own clock, in ms. */
  readonly heardAt: number;
}

export class KnownMatches {
  readonly #known = new Map<string, Known>();

  get(id: string): Match | undefined {
    return this.#known.get(id)?.match;
  }

  /** Keeps a state unless a newer one is known. Returns whether it was newer. */
  update(match: Match): boolean {
    const before = this.#known.get(match.id)?.match;
    if (before !== undefined && before.version > match.version) return false;
    this.#known.delete(match.id);
    this.#known.set(match.id, { match, heardAt: performance.now() });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return before === undefined || before.version < match.version;
  }

  forgetAll(): void {
    this.#known.clear();
  }

  filter(isIt: (match: Match) => boolean): Match[] {
    return [...this.#known.values()].map(({ match }) => match).filter(isIt);
  }

  /** Time until a change is late, in ms; 0 when it is. */
  untilLate(id: string): number {
    const known = this.#known.get(id);
    if (known === undefined) return 0;
    const { roundClosesAt, serverNow } = known.match;
    // Both by the server's clock: ours may differ.
    const open = roundClosesAt === null ? 0 : Date.parse(roundClosesAt) - Date.parse(serverNow);
    return Math.max(0, known.heardAt + Math.max(0, open) + LATE_MS - performance.now());
  }
}
