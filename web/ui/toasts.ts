/** The toasts: one is shown at a time, the others wait. */
import { createStore } from './external-store.ts';

/** Display time in ms. */
export const TOAST_DURATION = 5_000;
/** A dismissed toast is removed after this many ms. */
const TOAST_REMOVE_DELAY = 1_000_000;
/** A swipe to the right by this many px dismisses a toast. */
export const TOAST_SWIPE_THRESHOLD = 50;
/** Minimum display time when another toast waits, in ms. */
const SHORTEST_STAY = 1_600;

export interface ToastWords {
  readonly title: string;
  readonly description?: string;
  /** Said after them to those who listen: others see it elsewhere on the page. */
  readonly spoken?: string;
  /** Something went wrong. */
  readonly isDestructive?: boolean;
  /** Something to look at. */
  readonly isWarning?: boolean;
  /** News that is neither a success nor a fault: it has no sign. */
  readonly isNews?: boolean;
}

export const failureToast =
  (title: string) =>
  (description: string): ToastWords => ({ title, description, isDestructive: true });

interface Toast extends ToastWords {
  readonly id: number;
  readonly isOpen: boolean;
}

/** The toast on the screen, or the dismissed one that was there last. */
export const currentToast = createStore<Toast | null>(null);

let lastId = 0;
let shownAt = 0;
/** Whether toasts can be seen: on a slow line their code comes seconds after the first one. */
let isThere = false;
let waiting: Toast[] = [];
let turn: ReturnType<typeof setTimeout> | undefined;
let removal: ReturnType<typeof setTimeout> | undefined;

/** Shows a toast, or queues it when another was just shown. A failure takes the place of one with its title that waits. */
export function toast(words: ToastWords): void {
  lastId += 1;
  if (words.isDestructive) waiting = waiting.filter(({ title }) => title !== words.title);
  waiting.push({ ...words, id: lastId, isOpen: true });
  next();
}

/** Removes a toast: its time is over, or it was swiped away or closed. */
export function dismissToast(id: number): void {
  const shown = currentToast.get();
  if (shown?.id !== id || !shown.isOpen) return;
  currentToast.set({ ...shown, isOpen: false });
  removal = setTimeout(() => currentToast.set(null), TOAST_REMOVE_DELAY);
  next();
}

/** From now on toasts are seen. */
export function toasterCame(): void {
  isThere = true;
  shownAt = performance.now();
  next();
}

function next(): void {
  clearTimeout(turn);
  const [first, ...others] = waiting;
  if (first === undefined) return;
  if (currentToast.get()?.isOpen) {
    if (!isThere) return;
    const wait = shownAt + SHORTEST_STAY - performance.now();
    if (wait > 0) {
      turn = setTimeout(next, wait);
      return;
    }
  }
  waiting = others;
  shownAt = performance.now();
  clearTimeout(removal);
  currentToast.set(first);
  next();
}
