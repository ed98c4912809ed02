/**
 * What may be seen of a match (B2). Of the open round's picks all see whether each player has played, and each player
 * sees their own card.
 */
import type { Address } from '../address.ts';
import { type Match, type OpenRound, type Seat, seatOf } from './match.ts';

/** What all may see. */
export interface Sight extends Omit<Match, 'open'> {
  readonly open: Omit<OpenRound, 'picks'> | null;
  /** The open round, or the one in which the match ended. */
  readonly currentRound: number;
  readonly hasPlayed: Readonly<Record<Seat, boolean>>;
}

type Cards = Readonly<Record<Seat, string | null>>;

/** Copies field by field, so that a new field of a match is not shown by accident. */
export function seenByAll(match: Match): Sight {
  const { id, version, player1, player2, createdAt, score, rounds, open, end, rematch } = match;
  const played = open?.picks ?? cardsSeenBy(match, null);
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
    open: open && withoutPicks(open),
    currentRound: open?.number ?? (end?.reason === 'decided' ? rounds.length : rounds.length + 1),
    hasPlayed: { player1: played.player1 !== null, player2: played.player2 !== null },
  };
}

function withoutPicks({ number, attempt, openedAt, pickEndsAt, closesAt }: OpenRound) {
  return { number, attempt, openedAt, pickEndsAt, closesAt };
}

const NO_CARDS: Cards = { player1: null, player2: null };

/** In the open round only the viewer's own card; after the match both cards of the last round. */
export function cardsSeenBy(match: Match, viewer: Address | null): Cards {
  const { open, end, rounds } = match;
  if (open !== null) {
    const seat = seatOf(match, viewer);
    return seat === null ? NO_CARDS : { ...NO_CARDS, [seat]: open.picks[seat] };
  }
  // An unfinished round keeps its cards secret.
  return (end?.reason === 'decided' && rounds.at(-1)?.picks) || NO_CARDS;
}
