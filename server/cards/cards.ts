/** Use cases of cards: sync, list, and the holdings that gates need (H1-H6). */
import type { Logger } from 'pino';
import type { Nft } from '#contract/cards.ts';
import type { Address } from '#rules/address.ts';
import type { CardMove, Holdings } from '#rules/cards.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { Sql } from '#server/db/sql.ts';
import type { TakeShare } from '#server/http/limits/limits.ts';
import type { Metrics } from '#server/http/metrics.ts';
import { createSharedReads } from '#server/jobs/shared-reads.ts';
import type { Chain } from '#server/sui/chain.ts';
import { viewCard } from './card-view.ts';
import { createHoldingStore, type PlacedCards } from './holding-store.ts';
import { createReadingSlots } from './reading-slots.ts';
import { createReadingStore } from './reading-store.ts';
import {
  type CollectorRecords,
  createReadings,
  READING_PAUSE_MS,
  type ReadingResult,
} from './readings.ts';

interface Sync {
  readonly totalNfts: number;
  readonly readAt: Date;
  readonly isFresh: boolean;
}

interface CardDependencies {
  readonly sql: Sql;
  readonly chain: Pick<Chain, 'heldCards'>;
  readonly collectors: CollectorRecords;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

export type Cards = ReturnType<typeof createCards>;

export function createCards(dependencies: CardDependencies) {
  const { sql, collectors, bus, clock } = dependencies;
  const holdings = createHoldingStore(sql);
  const readingStore = createReadingStore(sql);
  const slots = createReadingSlots(clock);
  const readings = createReadings({ ...dependencies, holdings, readingStore, slots });

  /** Keys cost nothing: who showed no card at the last reading takes a share and comes after those who did, signed in or not. */
  function readFor(wallet: Address, maxAgeMs: number, isHolder: boolean, takeShare: TakeShare) {
    return isHolder
      ? readings.ensureFresh(wallet, maxAgeMs, 'user')
      : readings.ensureFresh(wallet, maxAgeMs, 'stranger', takeShare);
  }

  const isHolder = async (wallet: Address) => (await holdings.countHeld(wallet)) > 0;

  async function viewSync(wallet: Address, { readAt, isFresh }: ReadingResult): Promise<Sync> {
    return { totalNfts: await holdings.countHeld(wallet), readAt, isFresh };
  }

  async function readLater(from: Address, to: Address | null): Promise<void> {
    const at = new Date(clock.now().getTime() + READING_PAUSE_MS);
    await readingStore.request(sql, to === null ? [from] : [from, to], at);
  }

  return {
    jobs: readings.jobs,

    measure({ measure }: Pick<Metrics, 'measure'>): void {
      const { load } = slots;
      measure('mainz_readings', 'Wallets being read from the chain.', () => load().underWay);
      measure(
        'mainz_readings_waiting',
        'Wallets waiting to be read from the chain.',
        () => load().waiting,
      );
      measure(
        'mainz_reading_timestamp_seconds',
        'When the last full reading of a wallet began.',
        () => {
          const at = readings.lastAt();
          return at === null ? null : at.getTime() / 1000;
        },
      );
      measure(
        'mainz_rereads_waiting',
        'Wallets to be read again, by all servers.',
        readingStore.countWanted,
      );
    },

    /**
     * Reads the wallet from the chain unless it was read within the last 30 s. Creates its collector
     * if there is none. A stranger over the shared limit gets the result of the last reading.
     * @param takeShare for a stranger, and for an owner who showed no card last time
     * @throws ChainUnreachableError; the stored cards stay as they were
     * @throws Refusal `too-many-requests` for a stranger when the wallet was never read
     */
    async sync(wallet: Address, isOwner: boolean, takeShare: TakeShare): Promise<Sync> {
      const isOwnHolder = isOwner && (await isHolder(wallet));
      try {
        return await viewSync(wallet, await readFor(wallet, 0, isOwnHolder, takeShare));
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        const { readAt } = await readingStore.state(wallet);
        if (readAt === null) throw refusal;
        return viewSync(wallet, { readAt, isFresh: false });
      }
    },

    /**
     * The cards from the last reading, as everybody sees them: thousands are a megabyte to read and write, so once for all who
     * ask at the same time.
     * @throws Refusal `user-unknown`
     */
    list: createSharedReads(async (wallet: Address): Promise<Nft[]> => {
      const held = await holdings.held(wallet);
      if (held.length === 0 && !(await collectors.isKnown(wallet)))
        throw new Refusal('user-unknown');
      return held.map(viewCard);
    }),

    /**
     * For gates (whitelist, lobby, join): the wallet's cards by a reading at most `maxAgeSeconds` old.
     * Values below 30 count as 30, because no wallet is read more often (H3).
     * @param takeShare null when no user waits: then it is read in the background
     * @throws ChainUnreachableError
     */
    async requireFreshHoldings(
      wallet: Address,
      maxAgeSeconds: number,
      takeShare: TakeShare | null,
    ): Promise<Holdings> {
      const maxAgeMs = maxAgeSeconds * 1000;
      const { readAt } =
        takeShare === null
          ? await readings.ensureFresh(wallet, maxAgeMs, 'background')
          : await readFor(wallet, maxAgeMs, await isHolder(wallet), takeShare);
      return { ids: new Set(await holdings.heldIds(wallet)), readAt };
    },

    /**
     * Where the wallet's cards lie by a reading that began at `since` or later, at background priority; null
     * when it was read too recently to be read again (H3).
     * @throws ChainUnreachableError
     */
    async placesSince(wallet: Address, since: Date): Promise<PlacedCards | null> {
      const { readAt } = await readings.ensureFresh(wallet, 0, 'background');
      if (readAt < since) return null;
      const placed = await holdings.places(wallet);
      return placed === null || placed.readAt < since ? null : placed;
    },

    /**
     * Number of cards by a reading at most `maxAgeSeconds` old (as above). One SQL statement when such
     * a reading exists.
     * @throws ChainUnreachableError
     */
    async countFresh(
      wallet: Address,
      maxAgeSeconds: number,
      takeShare: TakeShare,
    ): Promise<{ readonly count: number; readonly readAt: Date }> {
      const { count, readAt: lastReadAt } = await holdings.lastCount(wallet);
      const maxAgeMs = maxAgeSeconds * 1000;
      if (readings.isRecent(lastReadAt, maxAgeMs)) return { count, readAt: lastReadAt };
      const { readAt } = await readFor(wallet, maxAgeMs, count > 0, takeShare);
      return { count: await holdings.countHeld(wallet), readAt };
    },

    /** The last good reading of any age; null before the first one. */
    async lastHoldings(wallet: Address): Promise<Holdings | null> {
      const { readAt } = await readingStore.state(wallet);
      return readAt === null ? null : { ids: new Set(await holdings.heldIds(wallet)), readAt };
    },

    isHolder,

    /** Has these wallets read again in the background. */
    readAgain: (wallets: readonly Address[]): Promise<void> =>
      readingStore.request(sql, wallets, clock.now()),

    holders: holdings.holders,
    shown: holdings.shownIds,
    placeOf: holdings.placeOf,

    /** `held`: all ids in the wallet's last good reading. `known`: these, and the `ids` that have left the wallet. */
    async classify(
      wallet: Address,
      ids: readonly string[],
    ): Promise<{ held: ReadonlySet<string>; known: ReadonlySet<string> }> {
      const held = new Set<string>(await holdings.heldIds(wallet));
      const foreign = ids.filter((id) => !held.has(id));
      const known = foreign.length === 0 ? [] : await holdings.leftIds(wallet, foreign);
      return { held, known: new Set([...held, ...known]) };
    },

    /**
     * Records a card transfer at once; a background reading of both wallets confirms it, after the reading pause:
     * the node that is asked may not show the transfer yet. Repeating a move changes nothing. A receiver that was never read gets no holdings.
     */
    async move({ cardId, from, to }: CardMove): Promise<void> {
      // Sorted, so that two moves between the same wallets cannot deadlock.
      const inOrder = [from, to].sort();
      const now = clock.now();
      const moved = await sql.begin(async (tx) => {
        const read = new Map<Address, boolean>();
        for (const wallet of inOrder) read.set(wallet, await readingStore.interrupt(tx, wallet));
        const isReceiverRead = read.get(to) === true;
        const isRemoved = await holdings.remove(tx, from, cardId);
        const isAdded = isReceiverRead && (await holdings.add(tx, to, cardId, now));
        for (const wallet of inOrder) await collectors.recordMove(tx, wallet, now);
        return { isReceiverRead, isRemoved, isAdded };
      });
      if (moved.isRemoved) bus.publish('holdings-changed', { wallet: from });
      if (moved.isAdded) bus.publish('holdings-changed', { wallet: to });
      await readLater(from, moved.isReceiverRead ? to : null);
    },

    /** Has both wallets read again after the reading pause; the second only if it was ever read. */
    async readBoth(from: Address, to: Address): Promise<void> {
      const { readAt } = await readingStore.state(to);
      await readLater(from, readAt === null ? null : to);
    },
  };
}
