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
  /** The server's own sentence, then the cards by the names they have on the page. */
  readonly sentence: string;
}

/** Null when the failure names no cards. */
export function refusedCards(error: unknown, nfts: readonly Nft[]): RefusedCards | null {
  if (!(error instanceof HttpError)) return null;
  const { reason, facts, sentence } = error;
  const cards = Array.isArray(facts.cards) ? facts.cards : [];
  if (cards.length === 0) return null;
  const names = cards
    .slice(0, NAMED)
    .map((id) => nfts.find((nft) => nft.id === id)?.name ?? `${id.slice(0, 6)}...`);
  if (cards.length > NAMED) names.push(texts.andMore(cards.length - NAMED));
  const isTaken = reason === 'card-already-backing';
  if (!isTaken && reason !== 'card-not-held') return null;
  return {
    cards,
    isTaken,
    mark: isTaken ? texts.backsOther : texts.notHeld,
    sentence: [sentence, texts.markedOut(names)].filter(Boolean).join(' '),
  };
}
