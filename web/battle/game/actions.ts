/** What can happen to a game (see game.ts), and what is worth telling the player of it. */
import type { Match } from '#contract/battle.ts';
import type { SeenRound } from '#web/battle/table/rounds.ts';

/** How a snapshot of a match came here. `check`: asked for by hand; `progress`: the slow safety check. */
export type Via = 'poll' | 'push' | 'answer' | 'check' | 'progress';

export type Action =
  | { readonly kind: 'listed'; readonly matches: readonly Match[] }
  | { readonly kind: 'seen'; readonly match: Match; readonly via: Via }
  | { readonly kind: 'pick'; readonly card: string }
  /** The pick timer is over; `card` is the one drawn. */
  | { readonly kind: 'time-up'; readonly card: string }
  | { readonly kind: 'shot' }
  /** The card was not taken: the selection is cleared. */
  | { readonly kind: 'refused' }
  /** Nothing was sent after all. */
  | { readonly kind: 'unsent' }
  /** The countdown or the clash is over, or was skipped. */
  | { readonly kind: 'reveal' }
  | { readonly kind: 'continue' }
  /** A lobby or a rematch is asked for, and the server has answered. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'answered' }
  /** Back to the lobby; a match that is still live is not come back to. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'rejoin' };

export type Notice =
  | { readonly kind: 'started'; readonly match: Match }
  | { readonly kind: 'found'; readonly isOver: boolean }
  | { readonly kind: 'round'; readonly round: SeenRound; readonly match: Match }
  | { readonly kind: 'over'; readonly match: Match }
  | { readonly kind: 'time-up'; readonly card: string }
  | { readonly kind: 'opponent-ready' }
  | { readonly kind: 'replay' }
  | { readonly kind: 'rematch-offered' }
  | { readonly kind: 'rematch-over' };
