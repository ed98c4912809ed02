/**
 * What one viewer may see of a match (B2). The picks of the open round appear in two places only:
 * whether there is one, and the viewer's own.
 */
import type { Address } from '../address.ts';
import { type Match, type OpenRound, type Seat, seatOf } from './match.ts';

export interface Sight extends Omit<Match, 'open'> {
  /** Without its picks. */
  readonly open: Omit<OpenRound, 'picks'> | null;
  /** The number of the open round, or of the one the match ended in. */
  readonly currentRound: number;
  readonly hasPlayed: Readonly<Record<Seat, boolean>>;
  /** The viewer's own card in the open round; once the match is over both of the last round. */
  readonly cards: Readonly<Record<Seat, string | null>>;
}

/**
 * Field by field, so that a new field of a match is never shown without a decision.
 * @param viewer wallet of the session, null for anybody else
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
  // An aborted round was never resolved: its cards stay secret.
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
