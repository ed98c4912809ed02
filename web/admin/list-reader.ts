/** The whitelist as it is read down: the first page, and more of it as somebody scrolls there. */
import type { WhitelistEntry } from '#contract/whitelist.ts';
import { createStore, type Store } from '#web/ui/external-store.ts';

export interface ListReading {
  readonly entries: readonly WhitelistEntry[];
  /** Nothing lies behind them. */
  readonly isComplete: boolean;
  readonly isReading: boolean;
  /** The last page asked for did not come; what was read before stays. */
  readonly hasFailed: boolean;
}

type Page = readonly WhitelistEntry[];

/** While pages come in, what is there is shown at this pace, in ms. */
const SHOW_EVERY = 120;

export interface ListReader {
  readonly state: Store<ListReading>;
  /** A first page came. What was read behind an earlier one is read again, and changes in one go. */
  begin(first: Page): Promise<void>;
  /** As many pages as it takes until `depth` are there; nothing while that is under way already. */
  readMore(depth: number): Promise<void>;
}

export function createListReader(
  readOlder: (before: string) => Promise<Page>,
  isLastPage: (page: Page) => boolean,
): ListReader {
  const state = createStore<ListReading>({
    entries: [],
    isComplete: false,
    isReading: false,
    hasFailed: false,
  });
  /** Which first page the pages belong to: an answer that comes late for another is dropped. */
  let generation = 0;

  /** Goes on behind `entries` until `depth` are there, or all; shows in between how far it is. */
  async function readDown(entries: Page, isComplete: boolean, depth: number, shows: boolean) {
    const own = generation;
    const all = [...entries];
    let isAll = isComplete;
    let shownAt = performance.now();
    try {
      for (let last = all.at(-1); last !== undefined; last = all.at(-1)) {
        if (isAll || all.length >= depth) break;
        const page = await readOlder(last.id);
        if (own !== generation) return;
        all.push(...page);
        isAll = isLastPage(page);
        // Not after each page: those that were read before come faster than they can be drawn.
        if (!shows || performance.now() - shownAt < SHOW_EVERY) continue;
        state.set({ entries: [...all], isComplete: isAll, isReading: true, hasFailed: false });
        await new Promise((drawn) => setTimeout(drawn));
        if (own !== generation) return;
        shownAt = performance.now();
      }
      state.set({ entries: all, isComplete: isAll, isReading: false, hasFailed: false });
    } catch {
      if (own !== generation) return;
      state.set({ entries: all, isComplete: isAll, isReading: false, hasFailed: true });
    }
  }

  return {
    state,
    async begin(first) {
      generation += 1;
      const depth = state.get().entries.length;
      const isComplete = isLastPage(first);
      if (!isComplete && depth > first.length) state.set({ ...state.get(), isReading: true });
      await readDown(first, isComplete, depth, false);
    },
    async readMore(depth) {
      const { entries, isComplete, isReading } = state.get();
      if (isComplete || isReading || entries.length === 0 || entries.length >= depth) return;
      state.set({ ...state.get(), isReading: true, hasFailed: false });
      await readDown(entries, false, depth, true);
    },
  };
}
