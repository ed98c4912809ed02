/** Who may enter the game: holders of at least one card (SPEC section 5, RULINGS H4). */
import type { Address } from '#rules/address.ts';
import { mayPlay } from '#rules/cards.ts';
import { Refusal } from '#rules/refusal.ts';

/**
 * Ids held by a reading at most `maxAgeSeconds` old, read from the chain if need be; throws
 * ChainUnreachable when that is impossible. Wired in app.ts, so that features stay apart.
 */
export type FreshHoldings = (
  wallet: Address,
  maxAgeSeconds: number,
) => Promise<{ readonly ids: ReadonlySet<string> }>;

const GATE_AGE_SECONDS = 60;
/** No wallet is read more often, so asking for a younger reading is asking for this. */
const FRESHEST_AGE_SECONDS = 30;

/** Throws the refusal `no-cards`, or ChainUnreachable. */
export type RequireCards = (wallet: Address) => Promise<void>;

export function createRequireCards(holdings: FreshHoldings): RequireCards {
  return async (wallet) => {
    if (mayPlay((await holdings(wallet, GATE_AGE_SECONDS)).ids.size)) return;
    // A card bought seconds ago is not in an older reading: look again before saying no.
    if (mayPlay((await holdings(wallet, FRESHEST_AGE_SECONDS)).ids.size)) return;
    throw new Refusal('no-cards');
  };
}
