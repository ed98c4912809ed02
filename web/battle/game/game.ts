/** The state of the game screen; what happens to it, and what the player is told of that (reduce.ts). */
import type { Match } from '#contract/battle.ts';
import type { SeenRound } from '#web/battle/table/shown-rounds.ts';
import { type Memory, NO_MEMORY } from './memory.ts';
import { playerView } from './player-view.ts';
import type { Shot } from './shot.ts';

export type Phase = 'lobby' | 'waiting' | 'playing' | 'result';

/** A finished round that is being revealed: countdown, clash, result. */
export interface Reveal {
  readonly round: number;
  readonly part: 'countdown' | 'clash' | 'outcome';
  /** It was shown before the page was reloaded. */
  readonly isAfterReload: boolean;
  /** It came with a poll, without a notice; the next safety poll gives the notice. */
  readonly isUnannounced: boolean;
}

export interface Game {
  readonly wallet: string;
  /** The page was opened by an invite link: the result that this tab was showing is not reopened. */
  readonly isInvited: boolean;
  /** The list of matches was loaded. */
  readonly hasLooked: boolean;
  readonly match: Match | null;
  /** Matches that lay on the table and are over: what shows one of them as live comes late. */
  readonly past: readonly Match[];
  /** The card picked in the current round, not played yet. */
  readonly pick: string | null;
  readonly isSending: boolean;
  readonly reveal: Reveal | null;
  /** A request for a lobby or rematch is running. */
  readonly isAsking: boolean;
  readonly memory: Memory;
}

export function newGame(wallet: string, memory = NO_MEMORY, isInvited = false): Game {
  return {
    wallet,
    isInvited,
    memory,
    hasLooked: false,
    match: null,
    past: [],
    pick: null,
    isSending: false,
    reveal: null,
    isAsking: false,
  };
}

export function phaseOf(game: Game): Phase {
  const { match, reveal } = game;
  if (game.isAsking || isOffering(game)) return 'waiting';
  if (match === null) return 'lobby';
  if (reveal !== null) return reveal.part === 'countdown' ? 'playing' : 'result';
  return ({ in_progress: 'playing', completed: 'result' } as const)[match.status];
}

/** This player offered a rematch, and the opponent has not answered. */
export function isOffering({ match, wallet }: Game): boolean {
  return match?.rematch.state === 'offered' && match.rematch.offeredBy === wallet;
}

export function revealedRound({ match, reveal, wallet }: Game): SeenRound | null {
  if (match === null || reveal === null) return null;
  return playerView(match, wallet).rounds.find(({ round }) => round === reveal.round) ?? null;
}

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
