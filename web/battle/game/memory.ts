/** What a tab remembers of its game over a reload, per wallet; without storage it forgets. */
import { type Memory, NO_MEMORY } from './game.ts';

const KEY = 'battle_game';

type Kept = Memory & {
  readonly wallet: string;
  /** Until then a lobby of this wallet can be open, so a match can start on any page; server's time. */
  readonly lobbyUntil: string | null;
};

export function readMemory(wallet: string): Kept {
  const nothing: Kept = { ...NO_MEMORY, wallet, lobbyUntil: null };
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null;
    return kept?.wallet === wallet ? { ...nothing, ...kept } : nothing;
  } catch {
    return nothing;
  }
}

export function keepInMemory(
  wallet: string,
  more: Partial<Memory & Pick<Kept, 'lobbyUntil'>>,
): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...readMemory(wallet), ...more }));
  } catch {
    // Storage may be closed to us; a reload then begins with what the server says.
  }
}
