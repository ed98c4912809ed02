/**
 * The part of a match that one viewer may see (B2). Of the open round's picks it shows only whether
 * each player has played, and the viewer's own card.
 */
import type { Address } from '../address.ts';
import { type Match, type OpenRound, type Seat, seatOf } from './match.ts';

export interface Sight extends Omit<Match, 'open'> {
  readonly open: Omit<OpenRound, 'picks'> | null;
  /** The open round, or the one in which the match ended. */
  readonly currentRound: number;
  readonly hasPlayed: Readonly<Record<Seat, boolean>>;
  /** In the open round only the viewer's own card; after the match both cards of the last round. */
  readonly cards: Readonly<Record<Seat, string | null>>;
}

/**
 * Copies field by field, so that a new field of a match is not shown by accident.
 * @param viewer wallet of the session, or null
 */
export function seenBy(match: Match, viewer: Address | null): Sight {
  const { id, version, player1, player2, createdAt, score, rounds, end, rematch } = match;
  return {
    id,
    version,
    player1,
    player2,
    createdAt,
    score,
    rounds,
    end,
    rematch,
    ...(match.open === null ? whenOver(match) : whileOpen(match.open, seatOf(match, viewer))),
  };
}

type Current = Pick<Sight, 'open' | 'currentRound' | 'hasPlayed' | 'cards'>;

function whileOpen({ picks, ...round }: OpenRound, seat: Seat | null): Current {
  return {
    open: round,
    currentRound: round.number,
    hasPlayed: { player1: picks.player1 !== null, player2: picks.player2 !== null },
    cards: {
      player1: seat === 'player1' ? picks.player1 : null,
      player2: seat === 'player2' ? picks.player2 : null,
    },
  };
}

function whenOver({ rounds, end }: Match): Current {
  const last = rounds.at(-1);
  // An unfinished round keeps its cards secret.
  const isShown = last !== undefined && end?.reason === 'decided';
  const cards = isShown ? last.picks : { player1: null, player2: null };
  const finished = rounds.length;
  return {
    open: null,
    currentRound: end?.reason === 'decided' ? finished : finished + 1,
    hasPlayed: { player1: cards.player1 !== null, player2: cards.player2 !== null },
    cards,
  };
}
