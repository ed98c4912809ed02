/** The toasts: one is shown at a time, the others wait. */
import { createStore } from './external-store.ts';

/** Number of visible toasts. */
const TOAST_LIMIT = 1;
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
  /** Something went wrong. */
  readonly isDestructive?: boolean;
  /** Something to look at. */
  readonly isWarning?: boolean;
  /** News that is neither a success nor a fault: it has no sign. */
  readonly isNews?: boolean;
}

interface Toast extends ToastWords {
  readonly id: number;
  readonly isOpen: boolean;
}

export const toasts = createStore<readonly Toast[]>([]);

let lastId = 0;
let shownAt = 0;
let waiting: Toast[] = [];
let turn: ReturnType<typeof setTimeout> | undefined;
const removals = new Map<number, ReturnType<typeof setTimeout>>();

/** Shows a toast, or queues it when another was just shown. */
export function toast(words: ToastWords): void {
  lastId += 1;
  waiting.push({ ...words, id: lastId, isOpen: true });
  next();
}

/** Removes a toast: its time is over, or it was swiped away or closed. */
export function dismissToast(id: number): void {
  const shown = toasts.get();
  if (!shown.some((one) => one.id === id && one.isOpen)) return;
  toasts.set(shown.map((one) => (one.id === id ? { ...one, isOpen: false } : one)));
  removals.set(
    id,
    setTimeout(() => forget(id), TOAST_REMOVE_DELAY),
  );
  next();
}

function next(): void {
  clearTimeout(turn);
  const [first] = waiting;
  if (first === undefined) return;
  const isBusy = toasts.get().some((one) => one.isOpen);
  const wait = isBusy ? shownAt + SHORTEST_STAY - Date.now() : 0;
  if (wait > 0) {
    turn = setTimeout(next, wait);
    return;
  }
  waiting = waiting.slice(1);
  shownAt = Date.now();
  const kept = [first, ...toasts.get()].slice(0, TOAST_LIMIT);
  for (const one of toasts.get()) if (!kept.includes(one)) clearRemoval(one.id);
  toasts.set(kept);
  if (waiting.length > 0) turn = setTimeout(next, SHORTEST_STAY);
}

function forget(id: number): void {
  clearRemoval(id);
  toasts.set(toasts.get().filter((one) => one.id !== id));
}

function clearRemoval(id: number): void {
  clearTimeout(removals.get(id));
  removals.delete(id);
}
