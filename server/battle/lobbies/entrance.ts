/** Who may enter the game: holders of at least one card (H4). */
import type { Address } from '#rules/address.ts';
import { mayPlay, readForGate } from '#rules/cards.ts';
import { Refusal } from '#rules/refusal.ts';

/**
 * How many cards a wallet holds by a reading at most `maxAgeSeconds` old, read from the chain if need
 * be; throws ChainUnreachableError when that is impossible. Wired in app.ts, so that features stay apart.
 */
export type CountCards = (wallet: Address, maxAgeSeconds: number) => Promise<number>;

/** Throws the refusal `no-cards`, or ChainUnreachableError. */
export type RequireCards = (wallet: Address) => Promise<void>;

export function createRequireCards(countCards: CountCards): RequireCards {
  return async (wallet) => {
    const held = await readForGate((maxAge) => countCards(wallet, maxAge), mayPlay);
    if (!mayPlay(held)) throw new Refusal('no-cards');
  };
}
