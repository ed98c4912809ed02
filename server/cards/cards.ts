/** Whose cards are whose: sync, list, and what gates ask (H1-H6). */
import type { Logger } from 'pino';
import type { Address } from '#rules/address.ts';
import { GATE_MAX_AGE_SECONDS } from '#rules/cards.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Chain, HeldCard } from '#server/sui/chain.ts';
import { createHoldingStore } from './holding-store.ts';
import { createReadingSlots, type Priority } from './reading-slots.ts';
import { createReadingStore } from './reading-store.ts';
import { createReadings, type Holders, READING_PAUSE_MS, type ReadingResult } from './readings.ts';

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

/** A card that the chain is known to have moved from one wallet to another. */
export interface CardMove {
  readonly cardId: Address;
  readonly from: Address;
  readonly to: Address;
}

export interface CardDependencies {
  readonly sql: Sql;
  readonly chain: Pick<Chain, 'heldCards'>;
  readonly holders: Holders;
  /** Throws a Refusal when strangers have used up their common share of readings. */
  readonly spendOfStrangers: () => Promise<void> | undefined;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

export type Cards = ReturnType<typeof createCards>;

export function createCards(dependencies: CardDependencies) {
  const { sql, holders, spendOfStrangers, bus, clock } = dependencies;
  const holdings = createHoldingStore(sql);
  const readingStore = createReadingStore(sql);
  const slots = createReadingSlots(clock);
  const readings = createReadings({ ...dependencies, holdings, readingStore, slots });

  async function viewSync(wallet: Address, { readAt, isFresh }: ReadingResult): Promise<Sync> {
    return { totalNfts: await holdings.countHeld(wallet), readAt, isFresh };
  }

  return {
    jobs: readings.jobs,

    /**
     * Reads the wallet from the chain unless that was done within the last 30 s. Creates its collector
     * if there is none. When strangers have used up their share of readings, they get the result of the
     * last one.
     * @throws ChainUnreachableError; the stored set is then the last good one
     * @throws Refusal `too-many-requests` to a stranger when the wallet was never read
     */
    async sync(wallet: Address, isOwn: boolean): Promise<Sync> {
      if (isOwn) return viewSync(wallet, await readings.ensureFresh(wallet, 0, 'person'));
      try {
        const reading = await readings.ensureFresh(wallet, 0, 'stranger', spendOfStrangers);
        return await viewSync(wallet, reading);
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        const { readAt } = await readingStore.state(wallet);
        if (readAt === null) throw refusal;
        return viewSync(wallet, { readAt, isFresh: false });
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
     * @param priority `background` when no person waits
     * @throws ChainUnreachableError
     */
    async requireFreshHoldings(
      wallet: Address,
      maxAgeSeconds: number = GATE_MAX_AGE_SECONDS,
      priority: Priority = 'person',
    ): Promise<Holdings> {
      const { readAt } = await readings.ensureFresh(wallet, maxAgeSeconds * 1000, priority);
      return { ids: new Set(await holdings.heldIds(wallet)), readAt };
    },

    /**
     * How many cards the wallet holds, by a reading at most `maxAgeSeconds` old (as above). One
     * statement when such a reading exists.
     * @throws ChainUnreachableError
     */
    async countFresh(
      wallet: Address,
      maxAgeSeconds: number,
    ): Promise<{ readonly count: number; readonly readAt: Date }> {
      const { count, readAt: lastReadAt } = await holdings.lastCount(wallet);
      const oldest = clock.now().getTime() - Math.max(maxAgeSeconds * 1000, READING_PAUSE_MS);
      if (lastReadAt !== null && lastReadAt.getTime() > oldest)
        return { count, readAt: lastReadAt };
      const { readAt } = await readings.ensureFresh(wallet, maxAgeSeconds * 1000, 'person');
      return { count: await holdings.countHeld(wallet), readAt };
    },

    /** The last good reading, however old; null before the first one. */
    async lastHoldings(wallet: Address): Promise<Holdings | null> {
      const { readAt } = await readingStore.state(wallet);
      return readAt === null ? null : { ids: new Set(await holdings.heldIds(wallet)), readAt };
    },

    /** The wallets whose last good reading shows one of these cards. */
    holders: holdings.holders,

    /** Where a card lies by the last good reading; null when it is not this wallet's. */
    placeOf: holdings.placeOf,

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

    /**
     * Records a move at once. Both wallets are read again in the background, so a reading has the last
     * word. The same move again changes nothing; a receiver whose cards were never read stays unread.
     */
    async move({ cardId, from, to }: CardMove): Promise<void> {
      const isReceiverRead = await holders.isRead(to);
      // Sorted, so that two moves between the same wallets cannot deadlock.
      const inOrder = [from, to].sort();
      const moved = await sql.begin(async (tx) => {
        for (const wallet of inOrder) await readingStore.interrupt(tx, wallet);
        const hasLeft = await holdings.remove(tx, from, cardId);
        const hasCome = isReceiverRead && (await holdings.add(tx, to, cardId));
        for (const wallet of inOrder) await holders.recordMove(tx, wallet, clock.now());
        return { hasLeft, hasCome };
      });
      if (moved.hasLeft) bus.publish('holdings-changed', { wallet: from });
      if (moved.hasCome) bus.publish('holdings-changed', { wallet: to });
      await readingStore.want(isReceiverRead ? [from, to] : [from], clock.now());
    },
  };
}
