/** The actions of a game (see game.ts), and the notices for the player. */
import type { Match } from '#contract/battle.ts';
import type { SeenRound } from '#web/battle/table/shown-rounds.ts';
import type { Shot } from './shot.ts';

/** Where a snapshot of a match came from. `check`: a manual check; `progress`: the slow safety poll. */
export type Via = 'poll' | 'push' | 'answer' | 'check' | 'progress';

export type Action =
  | { readonly kind: 'listed'; readonly matches: readonly Match[] }
  | { readonly kind: 'seen'; readonly match: Match; readonly via: Via }
  | { readonly kind: 'pick'; readonly card: string }
  /** The pick timer of the match in this state ended; `card` was picked at random. */
  | { readonly kind: 'time-up'; readonly card: string; readonly of: Match }
  | { readonly kind: 'shot' }
  | { readonly kind: 'shot-failed'; readonly shot: Shot; readonly isPickKept: boolean }
  /** The countdown or the clash is over, or was skipped. */
  | { readonly kind: 'reveal' }
  | { readonly kind: 'continue' }
  /** Start and end of a request for a lobby or rematch. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'asked' }
  /** Back to the lobby; a match that is still live is not reopened by polling (B7). */
  | { readonly kind: 'reset' }
  | { readonly kind: 'rejoin' };

export type Notice =
  /** This player took the seat that the next notice is about. */
  | { readonly kind: 'joined' }
  | { readonly kind: 'started'; readonly match: Match }
  | { readonly kind: 'found'; readonly isOver: boolean }
  | { readonly kind: 'round'; readonly round: SeenRound; readonly match: Match }
  | { readonly kind: 'over'; readonly match: Match }
  | { readonly kind: 'time-up'; readonly card: string }
  | { readonly kind: 'opponent-ready' }
  | { readonly kind: 'replay' }
  | { readonly kind: 'rematch-offered' }
  | { readonly kind: 'rematch-over' };
