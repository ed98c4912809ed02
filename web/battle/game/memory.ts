/** What a tab remembers of its game over a reload, per wallet; without storage it forgets. */
export interface Memory {
  readonly matchId: string | null;
  /** Rounds of that match whose result the player went on from. */
  readonly roundsRead: number;
  /** A live match the player turned away from ('Reset Game'): it is not put on the table again. */
  readonly left: string | null;
}

export const NO_MEMORY: Memory = { matchId: null, roundsRead: 0, left: null };

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
