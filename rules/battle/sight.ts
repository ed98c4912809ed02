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
  readonly cards: Readonly<Record<Seat, string | null>>;
}

/** Copies field by field, so that a new field of a match is not shown by accident. */
export function seenBy(match: Match, viewer: Address | null): Sight {
  const { id, version, player1, player2, createdAt, score, rounds, open, end, rematch } = match;
  const cards = cardsSeenBy(match, viewer);
  const shown = open?.picks ?? cards;
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
    hasPlayed: { player1: shown.player1 !== null, player2: shown.player2 !== null },
    cards,
  };
}

function withoutPicks({ number, attempt, openedAt, pickEndsAt, closesAt }: OpenRound) {
  return { number, attempt, openedAt, pickEndsAt, closesAt };
}

const NO_CARDS: Sight['cards'] = { player1: null, player2: null };

/** In the open round only the viewer's own card; after the match both cards of the last round. */
export function cardsSeenBy(match: Match, viewer: Address | null): Sight['cards'] {
  const { open, end, rounds } = match;
  if (open !== null) {
    const seat = seatOf(match, viewer);
    return seat === null ? NO_CARDS : { ...NO_CARDS, [seat]: open.picks[seat] };
  }
  // An unfinished round keeps its cards secret.
  return (end?.reason === 'decided' && rounds.at(-1)?.picks) || NO_CARDS;
}
