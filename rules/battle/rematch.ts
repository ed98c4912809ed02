/**
 * 'Play Again' (B9): the first player who presses it offers, the other one accepts. The version of the
 * finished match serialises the two, so either order starts one match.
 */
import type { Address } from '../address.ts';
import { Refusal } from '../refusal.ts';
import { type Match, type Rematch, requireSeat } from './match.ts';

export const REMATCH_SECONDS = 60;
/** An offer can be made this long after the end of the match. */
const OFFER_WITHIN_MS = 300_000;

/** In ms, like its argument. */
export function lastOfferAt(endedAt: number): number {
  return endedAt + OFFER_WITHIN_MS;
}

/** The effect of pressing 'Play Again' now. */
type RematchStep = 'offer' | 'accept' | 'already-offered' | 'already-started';

/** Refusals: not-a-player, match-not-over, rematch-over. */
export function rematchStep(match: Match, wallet: Address, now: number): RematchStep {
  const seat = requireSeat(match, wallet);
  const { end, rematch } = match;
  if (end === null) throw new Refusal('match-not-over');
  if (rematch.state === 'started') return 'already-started';
  const until = rematch.until ?? lastOfferAt(end.at);
  if (rematch.state === 'over' || now >= until) throw new Refusal('rematch-over');
  const onOffer = rematch.by === seat ? 'already-offered' : 'accept';
  return ({ none: 'offer', offered: onOffer } as const)[rematch.state];
}

export function offerRematch(match: Match, wallet: Address, lobbyId: string, now: number): Match {
  return changed(match, {
    state: 'offered',
    by: requireSeat(match, wallet),
    lobbyId,
    matchId: null,
    until: now + REMATCH_SECONDS * 1000,
  });
}

export function startRematch(match: Match, matchId: string): Match {
  return changed(match, { ...match.rematch, state: 'started', matchId });
}

/** After a player left or declined, or the offer expired. A started rematch continues. */
export function endRematch(match: Match): Match {
  const { state } = match.rematch;
  if (state === 'started' || state === 'over') return match;
  return changed(match, { ...match.rematch, state: 'over' });
}

function changed(match: Match, rematch: Rematch): Match {
  return { ...match, version: match.version + 1, rematch };
}
