/**
 * Reading a wallet's cards from the chain (RULINGS H1-H4). One reading per wallet at a time, across
 * requests and across server processes; whoever asks meanwhile joins it. A set is replaced only
 * after a full reading, in one transaction; a failed one keeps the last good set, marked stale.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Address } from '#rules/address.ts';
import type { Sql } from '#server/db/open.ts';
import type { Bus } from '#server/ports/bus.ts';
import { type Chain, ChainUnreachable, type HeldCard } from '#server/ports/chain.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { Holders } from './holders.ts';
import type { Change, HoldingStore } from './holding-store.ts';
import type { FinishedReading, ReadingState, ReadingStore } from './reading-store.ts';
import { storedCards } from './stored-card.ts';

/** At most one fresh reading of a wallet in this time, in ms (RULINGS H3). */
export const READING_PAUSE_MS = 30_000;
/** A reader that shows no life for this long has lost the wallet, in ms. */
const READER_LIFE_MS = 15_000;
const PROLONG_EVERY_MS = 5_000;
/** How often somebody waiting for another process looks, in ms. */
const LOOK_EVERY_MS = 200;

export interface ReadingParts {
  readonly sql: Sql;
  readonly chain: Pick<Chain, 'heldCards'>;
  readonly holdings: HoldingStore;
  readonly readings: ReadingStore;
  readonly holders: Holders;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface ReadOnce {
  readonly readAt: Date;
  /** False when the last reading was recent enough and the chain was not asked. */
  readonly isFresh: boolean;
}

export type Readings = ReturnType<typeof createReadings>;

export function createReadings(parts: ReadingParts) {
  const { clock, readings, holdings, holders, log } = parts;
  const underWay = new Map<Address, Promise<ReadOnce>>();

  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  /**
   * Makes sure of a full reading that is at most `maxAgeMs` old; never reads more often than the pause.
   * @throws ChainUnreachable
   */
  async function atMost(wallet: Address, maxAgeMs: number): Promise<ReadOnce> {
    const before = await readings.state(wallet);
    const maxAge = Math.max(maxAgeMs, READING_PAUSE_MS);
    if (isLater(before.readAt, inMs(-maxAge))) return { readAt: before.readAt, isFresh: false };
    const joined = underWay.get(wallet);
    if (joined !== undefined) return joined;
    const reading = readOrJoin(wallet, before).finally(() => underWay.delete(wallet));
    underWay.set(wallet, reading);
    return reading;
  }

  /** Reads, or waits for the process that does. */
  async function readOrJoin(wallet: Address, before: ReadingState): Promise<ReadOnce> {
    for (;;) {
      const reader = randomUUID();
      const began = clock.now();
      const pauseBegan = inMs(-READING_PAUSE_MS);
      const isOurs = await readings.claim({
        wallet,
        reader,
        now: began,
        until: inMs(READER_LIFE_MS),
        unlessReadAfter: pauseBegan,
      });
      const readAt = isOurs ? await read(wallet, reader, began) : null;
      if (readAt !== null) return { readAt, isFresh: true };

      const state = await readings.state(wallet);
      if (isLater(state.readAt, pauseBegan)) return { readAt: state.readAt, isFresh: true };
      if (isLater(state.failedAt, before.failedAt)) {
        throw new ChainUnreachable('the reading that was joined failed');
      }
      await clock.sleep(LOOK_EVERY_MS);
    }
  }

  /** Null when this reader was silent for so long that another took the wallet over. */
  async function read(wallet: Address, reader: string, began: Date): Promise<Date | null> {
    const life = setInterval(() => {
      readings.prolong(wallet, reader, inMs(READER_LIFE_MS)).catch(() => {});
    }, PROLONG_EVERY_MS).unref();
    try {
      const cards = storedCards(await parts.chain.heldCards(wallet));
      return await save({ wallet, reader, began, ended: clock.now() }, cards);
    } catch (fault) {
      await readings.fail(wallet, reader, clock.now());
      if (fault instanceof ChainUnreachable) {
        log.warn({ err: fault, wallet }, 'the chain could not be read');
        await holders.recordFailedReading(wallet);
      }
      throw fault;
    } finally {
      clearInterval(life);
    }
  }

  async function save(reading: FinishedReading, cards: HeldCard[]): Promise<Date | null> {
    const { wallet, ended } = reading;
    const change = await parts.sql.begin(async (tx): Promise<Change | null> => {
      if (!(await readings.finish(tx, reading))) return null;
      const changed = await holdings.replace(tx, wallet, cards);
      await holders.recordReading(tx, wallet, cards.length, ended);
      return changed;
    });
    if (change === null) return null;
    if (change.left.length > 0 || change.came.length > 0) {
      parts.bus.publish('holdings-changed', { wallet });
    }
    if (change.came.length > 0) await wantOthers(wallet, change.came);
    return ended;
  }

  /** A card has one holder: whoever else it still stands under is read again soon. */
  async function wantOthers(wallet: Address, came: readonly Address[]): Promise<void> {
    const others = await holdings.otherHolders(wallet, came);
    await readings.want(others, clock.now());
  }

  return { atMost };
}

function isLater(time: Date | null, before: Date | null): time is Date {
  return time !== null && (before === null || time > before);
}
