/** Saves full readings, and leaves a card that several wallets show to one of them (H1). */
import type { Address } from '#rules/address.ts';
import { AHEAD_SECONDS, READING_PAUSE_SECONDS } from '#rules/cards.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';
import type { HeldCard } from '#server/sui/chain.ts';
import type { HoldingChange, HoldingStore } from './holding-store.ts';
import type { FullReading, ReadingStore } from './reading-store.ts';

/** What saving needs of collectors. */
export interface CollectorCounts {
  /** In the transaction that takes cards from a wallet: updates their number. */
  recordCount(tx: Queries, wallet: Address, at: Date): Promise<void>;
  /** In the transaction that replaces the holdings; `at` is when the reading began. */
  recordReading(tx: Queries, wallet: Address, count: number, at: Date): Promise<void>;
}

interface SaverDependencies {
  readonly sql: Sql;
  readonly holdings: HoldingStore;
  readonly readingStore: ReadingStore;
  readonly collectors: CollectorCounts;
  readonly bus: Bus;
  readonly clock: Clock;
}

export function createReadingSaver(dependencies: SaverDependencies) {
  const { sql, holdings, readingStore, collectors, bus, clock } = dependencies;

  const inSeconds = (seconds: number): Date => new Date(clock.now().getTime() + seconds * 1000);

  /**
   * Replaces the wallet's cards in one transaction.
   * @param cards from `storableCards`
   * @returns false when the claim was lost: it expired, or a card moved
   */
  async function save(reading: FullReading, cards: HeldCard[]): Promise<boolean> {
    const { wallet, began } = reading;
    const retryAt = inSeconds(READING_PAUSE_SECONDS);
    const change = await sql.begin(async (tx): Promise<HoldingChange | null> => {
      const finished = await readingStore.finish(tx, reading);
      if (finished === null) return null;
      // When the cards of the first reading came is not known.
      const since = finished.isFirst ? null : began;
      const changed = await holdings.replace(tx, wallet, cards, since);
      await collectors.recordReading(tx, wallet, cards.length, began);
      if (changed.added.length > 0 && (await holdings.rivals(tx, wallet)).length > 0) {
        // In case this server dies before it has settled the cards, below.
        await readingStore.request(tx, [wallet], retryAt);
      }
      return changed;
    });
    if (change === null) return false;
    if (change.removed.length > 0 || change.added.length > 0) {
      bus.publish('holdings-changed', { wallet });
    }
    // Also after a reading that changed nothing: the node it came from may lag behind.
    const rivals = await holdings.rivals(sql, wallet);
    if (rivals.length > 0) {
      await settle([wallet, ...rivals]);
      await readingStore.settle(wallet, retryAt);
    }
    return true;
  }

  /**
   * Leaves the cards that several of these wallets show to the one whose reading began last, and has the others read
   * again. Without the first an owner who moves a kiosk to whichever wallet is read next would have it counted twice.
   */
  async function settle(wallets: readonly Address[]): Promise<void> {
    const again = new Set(wallets.slice(1));
    for (const wallet of wallets) {
      const hasLost = await sql.begin(async (tx) => {
        const lost = await holdings.giveUpToLater(tx, wallet, inSeconds(AHEAD_SECONDS));
        if (lost) await collectors.recordCount(tx, wallet, clock.now());
        return lost;
      });
      if (!hasLost) continue;
      again.add(wallet);
      bus.publish('holdings-changed', { wallet });
    }
    await readingStore.request(sql, [...again], clock.now());
  }

  return { save };
}
