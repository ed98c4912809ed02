/** Who may enter the game: holders of at least one card (H4). */
import type { Address } from '#rules/address.ts';
import { mayPlay } from '#rules/cards.ts';
import { Refusal } from '#rules/refusal.ts';

/**
 * How many cards a wallet holds by a reading at most `maxAgeSeconds` old, read from the chain if need
 * be; throws ChainUnreachableError when that is impossible. Wired in app.ts, so that features stay apart.
 */
export type CountCards = (wallet: Address, maxAgeSeconds: number) => Promise<number>;

const GATE_AGE_SECONDS = 60;
/** No wallet is read more often, so asking for a younger reading is asking for this. */
const FRESHEST_AGE_SECONDS = 30;

/** Throws the refusal `no-cards`, or ChainUnreachableError. */
export type RequireCards = (wallet: Address) => Promise<void>;

export function createRequireCards(countCards: CountCards): RequireCards {
  return async (wallet) => {
    if (mayPlay(await countCards(wallet, GATE_AGE_SECONDS))) return;
    // A card bought seconds ago is not in an older reading: look again before saying no.
    if (mayPlay(await countCards(wallet, FRESHEST_AGE_SECONDS))) return;
    throw new Refusal('no-cards');
  };
}
