/** Which cards of a registration the server did not take, in words a person knows them by. */
import type { Nft } from '#contract/cards.ts';
import { HttpError } from '#web/api/http-error.ts';
import { texts } from './texts.ts';

/** Names said in one sentence; the rest is counted. */
const NAMED = 5;

export interface RefusedCards {
  readonly cards: readonly string[];
  /** They back another entry; otherwise they are not in the wallet. */
  readonly isTaken: boolean;
  /** What stands on each of them now. */
  readonly mark: string;
  readonly sentence: string;
}

/** Null when the failure names no cards. */
export function refusedCards(error: unknown, nfts: readonly Nft[]): RefusedCards | null {
  if (!(error instanceof HttpError)) return null;
  const { reason, facts } = error;
  const cards = Array.isArray(facts.cards) ? facts.cards : [];
  if (cards.length === 0) return null;
  const names = cards
    .slice(0, NAMED)
    .map((id) => nfts.find((nft) => nft.id === id)?.name ?? `${id.slice(0, 6)}...`);
  if (cards.length > NAMED) names.push(texts.andMore(cards.length - NAMED));
  if (reason === 'card-already-backing') {
    return { cards, isTaken: true, mark: texts.backsOther, sentence: texts.clash(names) };
  }
  if (reason === 'card-not-held') {
    return { cards, isTaken: false, mark: texts.notHeld, sentence: texts.gone(names) };
  }
  return null;
}
