/** Whose groups may be saved: the connected collector. `web/main/after-connect.ts` sets it. */
import type { Address } from '#rules/address.ts';
import { createStore } from '#web/ui/external-store.ts';

export const groupsOwner = createStore<Address | null>(null);
