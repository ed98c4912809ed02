/** Generated matches of every possible course. */
import fc from 'fast-check';
import { canonicalAddress } from '#rules/address.ts';
import { DECK } from '#rules/battle/deck.ts';
import {
  closeIfDue,
  isDue,
  type Match,
  play,
  resign,
  type Seat,
  startMatch,
} from '#rules/battle/match.ts';
import { Refusal } from '#rules/refusal.ts';

export const PLAYER_1 = canonicalAddress('0xa1')!;
export const PLAYER_2 = canonicalAddress('0xb2')!;
export const OUTSIDER = canonicalAddress('0xc3')!;
export const START = 1_000_000;

export const walletOf = (seat: Seat) => (seat === 'player1' ? PLAYER_1 : PLAYER_2);
export const newMatch = () => startMatch({ id: 'm', player1: PLAYER_1, player2: PLAYER_2 }, START);

type Act =
  | { readonly kind: 'play'; readonly seat: Seat; readonly cardName: string }
  | { readonly kind: 'resign'; readonly seat: Seat };

/** An action `after` ms. */
interface Step {
  readonly after: number;
  readonly act: Act;
}

export const anySeat = fc.constantFrom<Seat>('player1', 'player2');
export const anyCard = fc.constantFrom(...DECK.map(({ name }) => name));
const anyPlay = fc.record({ kind: fc.constant('play' as const), seat: anySeat, cardName: anyCard });
const anyResigning = fc.record({ kind: fc.constant('resign' as const), seat: anySeat });

export const anySteps = fc.array(
  fc.record({
    after: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 60_000 })),
    act: fc.oneof({ weight: 15, arbitrary: anyPlay }, { weight: 1, arbitrary: anyResigning }),
  }),
  { maxLength: 20 },
);

/** Runs the steps like the server, closing due rounds first; returns every state in order. */
export function statesOf(steps: readonly Step[]): { match: Match; now: number }[] {
  let now = START;
  let match = newMatch();
  const states = [{ match, now }];
  const become = (next: Match) => {
    if (next === match) return;
    match = next;
    states.push({ match, now });
  };
  for (const { after, act } of steps) {
    const until = now + after;
    while (match.open !== null && match.open.closesAt <= until) {
      now = match.open.closesAt;
      become(closeIfDue(match, now));
    }
    now = until;
    become(acted(match, act, now));
  }
  // Nobody plays any more.
  while (match.open !== null) {
    now = match.open.closesAt;
    if (!isDue(match, now)) throw new Error('a round that never closes');
    become(closeIfDue(match, now));
  }
  return states;
}

function acted(match: Match, act: Act, now: number): Match {
  try {
    const wallet = walletOf(act.seat);
    if (act.kind === 'resign') return resign(match, wallet, now);
    return play(match, wallet, { cardName: act.cardName }, now);
  } catch (refusal) {
    if (refusal instanceof Refusal) return match;
    throw refusal;
  }
}
