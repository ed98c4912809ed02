/** What the cards feature needs of collectors; `app.ts` gives it. */
import type { Address } from '#rules/address.ts';
import type { Queries } from '#server/db/open.ts';

export interface Holders {
  /** Makes sure there is a collector with this wallet. */
  ensure(wallet: Address): Promise<void>;
  isKnown(wallet: Address): Promise<boolean>;
  /** Whether the wallet is a collector's whose cards were read from the chain. */
  isRead(wallet: Address): Promise<boolean>;
  /** In the transaction that moved a card: the number of cards as they stand now. */
  recordMove(tx: Queries, wallet: Address, at: Date): Promise<void>;
  /** In the transaction that replaced the holdings: their number, and when the reading began. */
  recordReading(tx: Queries, wallet: Address, count: number, at: Date): Promise<void>;
  /** The last reading failed: what is stored is the last good set. */
  recordFailedReading(wallet: Address): Promise<void>;
}
