/** Whose cards are whose: sync, list, and what gates ask (H1-H6). */
import type { Address } from '#rules/address.ts';
import { type CardPlace, GATE_MAX_AGE_SECONDS } from '#rules/cards.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { HeldCard } from '#server/sui/chain.ts';
import type { Holders } from './holders.ts';
import type { HoldingStore } from './holding-store.ts';
import type { Priority } from './reading-slots.ts';
import type { ReadingStore } from './reading-store.ts';
import { READING_PAUSE_MS, type Readings, type ReadOnce } from './readings.ts';

/** What a wallet held at a reading that is recent enough to decide on. */
export interface Holdings {
  readonly ids: ReadonlySet<Address>;
  /** When the reading began (A2). */
  readonly readAt: Date;
}

export interface Sync {
  readonly totalNfts: number;
  readonly readAt: Date;
  readonly isFresh: boolean;
}

export interface CardParts {
  readonly holdings: HoldingStore;
  readonly readingStore: ReadingStore;
  readonly readings: Readings;
  readonly holders: Holders;
  /** Throws a Refusal when all strangers together have had their share of readings. */
  readonly spendOfStrangers: () => Promise<void> | undefined;
  readonly clock: Clock;
}

export type Cards = ReturnType<typeof createCards>;

export function createCards(parts: CardParts) {
  const { holdings, readingStore, readings, holders, spendOfStrangers, clock } = parts;
  return {
    /**
     * Reads the wallet from the chain unless that was done within the last 30 s. An address that
     * nobody created a collector for gets one then, as `POST /api/user` would. When strangers have had their
     * share of readings, they are told of the last one.
     * @throws ChainUnreachableError; the stored set is then the last good one
     * @throws Refusal `too-many-requests` to a stranger when the wallet was never read
     */
    async sync(wallet: Address, isOwn: boolean): Promise<Sync> {
      const told = async ({ readAt, isFresh }: ReadOnce): Promise<Sync> => ({
        totalNfts: await holdings.countHeld(wallet),
        readAt,
        isFresh,
      });
      if (isOwn) return told(await readings.atMost(wallet, 0, 'person'));
      try {
        return await told(await readings.atMost(wallet, 0, 'stranger', spendOfStrangers));
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        const { readAt } = await readingStore.state(wallet);
        if (readAt === null) throw refusal;
        return told({ readAt, isFresh: false });
      }
    },

    /**
     * The cards as last read.
     * @throws Refusal `user-unknown`
     */
    async list(wallet: Address): Promise<HeldCard[]> {
      const held = await holdings.held(wallet);
      if (held.length === 0 && !(await holders.isKnown(wallet))) throw new Refusal('user-unknown');
      return held;
    },

    /**
     * For gates (whitelist, lobby, join): what the wallet holds, by a reading at most
     * `maxAgeSeconds` old. Below 30 it counts as 30: no wallet is read more often (H3).
     * @param priority `background` for what nobody waits for
     * @throws ChainUnreachableError
     */
    async requireFreshHoldings(
      wallet: Address,
      maxAgeSeconds: number = GATE_MAX_AGE_SECONDS,
      priority: Priority = 'person',
    ): Promise<Holdings> {
      const { readAt } = await readings.atMost(wallet, maxAgeSeconds * 1000, priority);
      return { ids: new Set(await holdings.heldIds(wallet)), readAt };
    },

    /**
     * How many cards the wallet holds, by a reading at most `maxAgeSeconds` old (as above): one
     * statement where there is such a reading.
     * @throws ChainUnreachableError
     */
    async countFresh(wallet: Address, maxAgeSeconds: number): Promise<number> {
      const { count, readAt } = await holdings.lastCount(wallet);
      const maxAgeMs = Math.max(maxAgeSeconds * 1000, READING_PAUSE_MS);
      if (readAt !== null && readAt.getTime() > clock.now().getTime() - maxAgeMs) return count;
      await readings.atMost(wallet, maxAgeSeconds * 1000, 'person');
      return holdings.countHeld(wallet);
    },

    /** The last good reading, however old; null before the first one. */
    async lastHoldings(wallet: Address): Promise<Holdings | null> {
      const { readAt } = await readingStore.state(wallet);
      return readAt === null ? null : { ids: new Set(await holdings.heldIds(wallet)), readAt };
    },

    /** The wallets whose last good reading shows one of these cards. */
    holders: (cardIds: readonly string[]): Promise<Address[]> => holdings.holders(cardIds),

    /** Where a card lies by the last good reading; null when it is not this wallet's. */
    placeOf: (wallet: Address, cardId: Address): Promise<CardPlace | null> =>
      holdings.placeOf(wallet, cardId),

    /** Of these ids, those in the wallet's last good reading, and those of any card ever read. */
    async sort(
      wallet: Address,
      ids: readonly string[],
    ): Promise<{ held: ReadonlySet<string>; known: ReadonlySet<string> }> {
      const held = new Set<string>(await holdings.heldIds(wallet));
      const foreign = ids.filter((id) => !held.has(id));
      const known = foreign.length === 0 ? [] : await holdings.knownIds(foreign);
      return { held, known: new Set([...held, ...known]) };
    },

    /** Asks for these wallets to be read again soon, in the background. */
    async wantReading(wallets: readonly Address[]): Promise<void> {
      await readingStore.want(wallets, clock.now());
    },
  };
}
