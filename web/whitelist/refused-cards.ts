/** Which cards of a registration the server refused, by name. */
import type { Nft } from '#contract/cards.ts';
import { HttpError } from '#web/api/http-error.ts';
import { texts } from './texts.ts';

/** Number of names in a sentence; the others are counted. */
const MAX_NAMES = 5;

/** Null when the error names no cards. */
export function refusedCards(error: unknown, nfts: readonly Nft[]) {
  if (!(error instanceof HttpError)) return null;
  const { reason, facts, sentence } = error;
  const cards = Array.isArray(facts.cards) ? facts.cards : [];
  if (cards.length === 0) return null;
  const names = cards
    .slice(0, MAX_NAMES)
    .map((id) => nfts.find((nft) => nft.id === id)?.name ?? `${id.slice(0, 6)}...`);
  if (cards.length > MAX_NAMES) names.push(texts.andMore(cards.length - MAX_NAMES));
  const isTaken = reason === 'card-already-backing';
  if (!isTaken && reason !== 'card-not-held') return null;
  return {
    cards,
    /** True: they back another entry; false: they are not in the wallet. */
    isTaken,
    mark: isTaken ? texts.backsOther : texts.notHeld,
    /** The server's sentence, which may end with an id and no full stop, then the names of the cards. */
    sentence: [sentence?.replace(/[^.!?]$/, '$&.'), texts.markedOut(names)]
      .filter(Boolean)
      .join(' '),
  };
}
