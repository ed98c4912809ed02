/** Lets a feature ask before the wallet is disconnected. */
import { createStore } from './external-store.ts';

/** Asks the person, and calls `go` if they agree. Null: nothing would be lost. */
export const disconnectGuard = createStore<((go: () => void) => void) | null>(null);
