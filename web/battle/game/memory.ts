import { ifStorageAllows } from '#web/ui/browser-storage.ts';

/** What a tab keeps of its game over a reload, per wallet; nothing where the browser has no storage. */
export interface Memory {
  readonly matchId: string | null;
  /** Number of rounds of that match whose result was shown. */
  readonly roundsRead: number;
  /** A live match left by 'Reset Game': it is not reopened by polling. */
  readonly left: string | null;
  /** The last match that was put away after its end. */
  readonly quit: string | null;
}

export const NO_MEMORY: Memory = { matchId: null, roundsRead: 0, left: null, quit: null };

/** The match that was left is to be opened again, as one that is known. */
export function withoutLeft(memory: Memory): Memory {
  return { ...memory, matchId: memory.left ?? memory.matchId, left: null };
}

const KEY = 'battle_game';

type Kept = Memory & { readonly wallet: string };

export function readMemory(wallet: string): Kept {
  const nothing: Kept = { ...NO_MEMORY, wallet };
  const kept = ifStorageAllows(
    () => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null,
  );
  return kept?.wallet === wallet ? { ...nothing, ...kept } : nothing;
}

/**
 * The next visit of the battle page in this tab opens this live match, also one that was left. The result of
 * another match is forgotten.
 */
export function returnTo(matchId: string, wallet: string): void {
  const memory = withoutLeft(readMemory(wallet));
  keepInMemory(wallet, memory.matchId === matchId ? memory : NO_MEMORY);
}

export function keepInMemory(wallet: string, more: Partial<Memory>): void {
  // Without storage a reload starts from the server's state.
  ifStorageAllows(() =>
    sessionStorage.setItem(KEY, JSON.stringify({ ...readMemory(wallet), ...more })),
  );
}
