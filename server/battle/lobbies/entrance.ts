/** Only holders of at least one card may play (H4). */
import type { Address } from '#rules/address.ts';
import { GATE_MAX_AGE_SECONDS, mayPlay, readForGate } from '#rules/cards.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { TakeShare } from '#server/http/limits/limits.ts';
import { type Freshness, ReadCache } from '#server/jobs/read-cache.ts';

interface CountedCards {
  readonly count: number;
  readonly readAt: Date;
}

/**
 * Number of cards in a wallet, from a reading that is at most `maxAgeSeconds` old, or read from the chain now. Throws
 * ChainUnreachableError. Passed in by app.ts.
 */
export type CountCards = (
  wallet: Address,
  maxAgeSeconds: number,
  takeShare: TakeShare,
) => Promise<CountedCards>;

/** Throws the refusal `no-cards`, those of `takeShare`, or ChainUnreachableError. */
export type RequireCards = (wallet: Address, takeShare: TakeShare) => Promise<void>;

/** About 100 bytes each. */
const MOST_KEPT = 20_000;

interface EntranceDependencies {
  readonly countCards: CountCards;
  readonly freshness: Freshness;
  readonly bus: Bus;
}

export function createRequireCards(parts: EntranceDependencies): RequireCards {
  const { countCards, freshness, bus } = parts;
  const cardCounts = new ReadCache<CountedCards>(freshness, MOST_KEPT);
  bus.subscribe('holdings-changed', ({ wallet }) => cardCounts.invalidate(wallet));

  function isEnough({ count, readAt }: CountedCards): boolean {
    const ageMs = freshness.now() - readAt.getTime();
    return mayPlay(count) && ageMs < GATE_MAX_AGE_SECONDS * 1_000;
  }

  return async (wallet, takeShare) => {
    const known = cardCounts.fresh(wallet);
    if (known !== undefined && isEnough(known)) return;
    const began = cardCounts.begin();
    const held = await readForGate(
      (maxAge) => countCards(wallet, maxAge, takeShare),
      ({ count }) => mayPlay(count),
    );
    if (!mayPlay(held.count)) throw new Refusal('no-cards');
    cardCounts.keep(wallet, held, began);
  };
}
