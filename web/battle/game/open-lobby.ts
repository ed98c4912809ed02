/**
 * What is shared by all tabs of the browser: a match can start in any of them, also in one that was open before, or when the tab
 * that asked for it is closed.
 */
import { ifStorageAllows } from '#web/ui/browser-storage.ts';
import { createStore, type Store, useStore } from '#web/ui/external-store.ts';

// Stored apart: the list of lobbies, which shows that one's own is closed, has no rematches.
/** When the open lobby of a wallet expires, by the server's time. */
export const ownLobby = keptAs('battle_lobby');
/** When the rematch that a wallet offers expires, by the server's time. */
export const offeredRematch = keptAs('battle_offer');
/** Id of the live match that a wallet sits in. Changes when one begins or ends in any tab. */
export const knownMatch = keptAs('battle_match');

/** Until when a match may start; null when none can. */
export function useStartUntil(wallet: string): string | null {
  const lobby = valueFor(wallet, useStore(ownLobby));
  const offer = valueFor(wallet, useStore(offeredRematch));
  if (lobby === null || offer === null) return lobby ?? offer;
  return Date.parse(lobby) > Date.parse(offer) ? lobby : offer;
}

interface Kept extends Pick<Store<string | null>, 'get' | 'subscribe' | 'initial'> {
  /** @param value null when there is none any more */
  keep(wallet: string, value: string | null): void;
}

function keptAs(key: string): Kept {
  const read = () => ifStorageAllows(() => localStorage.getItem(key));
  const { set, ...kept } = createStore(read());
  // Not on the server, where this page is rendered first.
  globalThis.window?.addEventListener('storage', (change) => {
    if (change.key === key || change.key === null) set(read());
  });
  return {
    ...kept,
    keep(wallet, value) {
      const text = value === null ? null : `${wallet} ${value}`;
      // Another wallet of this browser may have opened it: then this one must not forget it.
      if (text === null && valueFor(wallet, kept.get()) === null) return;
      // Where nothing can be stored, only this tab knows.
      ifStorageAllows(() =>
        text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text),
      );
      set(text);
    },
  };
}

function valueFor(wallet: string, text: string | null): string | null {
  const [owner, value = null] = text?.split(' ') ?? [];
  return owner === wallet ? value : null;
}
