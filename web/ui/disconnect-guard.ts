/** Whatever would be lost by disconnecting may ask first. */
import { createStore } from '#web/ui/external-store.ts';

/** Asks, and calls `go` on a yes. Null: nothing is at stake. */
export const disconnectGuard = createStore<((go: () => void) => void) | null>(null);
