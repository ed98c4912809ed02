/**
 * When the open lobby or the offered rematch of this wallet expires, and the match it sits in, shared by all tabs of the
 * browser: the match can start in any of them, also in one that was open before, or when the tab that asked for it is closed.
 */
import { ifStorageAllows } from '#web/ui/browser-storage.ts';
import { createStore, type Store, useStore } from '#web/ui/external-store.ts';

// Stored apart: the list of lobbies, which shows that one's own is closed, has no rematches.
const lobby = keptAs('battle_lobby');
const offer = keptAs('battle_offer');
const match = keptAs('battle_match');

/** @param until the server's time; null when none is open */
export function keepLobby(wallet: string, until: string | null): void {
  keep(lobby, wallet, until);
}

/** @param until the server's time; null when none stands */
export function keepOffer(wallet: string, until: string | null): void {
  keep(offer, wallet, until);
}

/** @param id null when the match is over, or no longer on this table */
export function keepMatch(wallet: string, id: string | null): void {
  keep(match, wallet, id);
}

/** Changes when a match begins or ends in any tab of the browser. */
export const useKnownMatch = (): string | null => useStore(match);

/** Until when a match may start; null when none can. */
export function useStartUntil(wallet: string): string | null {
  const [ofLobby, ofOffer] = [untilFor(wallet, useStore(lobby)), untilFor(wallet, useStore(offer))];
  if (ofLobby === null || ofOffer === null) return ofLobby ?? ofOffer;
  return Date.parse(ofLobby) > Date.parse(ofOffer) ? ofLobby : ofOffer;
}

interface Kept extends Store<string | null> {
  readonly key: string;
}

function keptAs(key: string): Kept {
  const read = () => ifStorageAllows(() => localStorage.getItem(key));
  const kept = createStore(read());
  // Not on the server, where this page is rendered first.
  globalThis.window?.addEventListener('storage', (change) => {
    if (change.key === key || change.key === null) kept.set(read());
  });
  return { ...kept, key };
}

function keep(kept: Kept, wallet: string, value: string | null): void {
  const text = value === null ? null : `${wallet} ${value}`;
  // Another wallet of this browser may have opened it: then this one must not forget it.
  if (text === null && untilFor(wallet, kept.get()) === null) return;
  // Where nothing can be stored, only this tab knows.
  ifStorageAllows(() =>
    text === null ? localStorage.removeItem(kept.key) : localStorage.setItem(kept.key, text),
  );
  kept.set(text);
}

function untilFor(wallet: string, text: string | null): string | null {
  const [owner, until = null] = text?.split(' ') ?? [];
  return owner === wallet ? until : null;
}
