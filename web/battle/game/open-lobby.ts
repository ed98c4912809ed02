/**
 * When the open lobby of this wallet expires, shared by all tabs of the browser: its match can start in any of them, also
 * in one that was open before the lobby, or when the tab that opened it is closed.
 */
import { ifStorageAllows } from '#web/ui/browser-storage.ts';
import { createStore, useStore } from '#web/ui/external-store.ts';

const KEY = 'battle_lobby';
const kept = createStore(read());
// Not on the server, where this page is rendered first.
globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) kept.set(read());
});

/** @param until the server's time; null when none is open */
export function keepLobby(wallet: string, until: string | null): void {
  const text = until === null ? null : `${wallet} ${until}`;
  // What another wallet of this browser opened is not this one's to forget.
  if (text === null && kept.get()?.startsWith(`${wallet} `) !== true) return;
  // Where nothing can be stored, only this tab knows.
  ifStorageAllows(() =>
    text === null ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, text),
  );
  kept.set(text);
}

/** Null when none can be open. */
export function useLobbyUntil(wallet: string): string | null {
  const [owner, until = null] = useStore(kept)?.split(' ') ?? [];
  return owner === wallet ? until : null;
}

function read(): string | null {
  return ifStorageAllows(() => localStorage.getItem(KEY));
}
