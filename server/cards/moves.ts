/**
 * A card that the chain is known to have moved from one wallet to another. What is stored follows at
 * once; both wallets are read again in the background, so a reading has the last word.
 */
import type { Address } from '#rules/address.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { Sql } from '#server/db/open.ts';
import type { Holders } from './holders.ts';
import type { HoldingStore } from './holding-store.ts';
import type { ReadingStore } from './reading-store.ts';

export interface CardMove {
  readonly cardId: Address;
  readonly from: Address;
  readonly to: Address;
}

export interface MoveParts {
  readonly sql: Sql;
  readonly holdings: HoldingStore;
  readonly readings: Pick<ReadingStore, 'interrupt' | 'want'>;
  readonly holders: Holders;
  readonly bus: Bus;
  readonly clock: Clock;
}

export function createMoves({ sql, holdings, readings, holders, bus, clock }: MoveParts) {
  /** Again it changes nothing. A receiver whose cards were never read stays unread. */
  return async ({ cardId, from, to }: CardMove): Promise<void> => {
    const isReceiverRead = await holders.isRead(to);
    // In the order of the addresses: two moves between the same wallets then wait for one another.
    const inOrder = [from, to].sort();
    const moved = await sql.begin(async (tx) => {
      for (const wallet of inOrder) await readings.interrupt(tx, wallet);
      const hasLeft = await holdings.remove(tx, from, cardId);
      const hasCome = isReceiverRead && (await holdings.add(tx, to, cardId));
      for (const wallet of inOrder) await holders.recordMove(tx, wallet, clock.now());
      return { hasLeft, hasCome };
    });
    if (moved.hasLeft) bus.publish('holdings-changed', { wallet: from });
    if (moved.hasCome) bus.publish('holdings-changed', { wallet: to });
    await readings.want(isReceiverRead ? [from, to] : [from], clock.now());
  };
}
