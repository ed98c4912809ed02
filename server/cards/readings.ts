/**
 * Reads wallets from the chain (H1-H4). One reading per wallet at a time, across requests and servers;
 * other callers join it. Only a full reading replaces the stored cards, in one transaction; after a
 * failed one they stay, marked stale.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Address } from '#rules/address.ts';
import { AHEAD_SECONDS, READING_PAUSE_SECONDS } from '#rules/cards.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';
import type { TakeShare } from '#server/http/limits/limits.ts';
import type { BackgroundJob } from '#server/jobs/background-job.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import { allInParallel } from '#server/jobs/in-parallel.ts';
import { type Chain, ChainUnreachableError, UnfinishedReadingError } from '#server/sui/chain.ts';
import { type HoldingStore, storableCards } from './holding-store.ts';
import { type CollectorCounts, createReadingSaver } from './reading-saver.ts';
import type { Priority, ReadingSlot, ReadingSlots } from './reading-slots.ts';
import type { FullReading, ReadingState, ReadingStore } from './reading-store.ts';

export const READING_PAUSE_MS = READING_PAUSE_SECONDS * 1000;
const AHEAD_MS = AHEAD_SECONDS * 1000;
/** A claim that is not extended in this time expires. */
const READER_LIFE_MS = 15_000;
const EXTEND_EVERY_MS = 5_000;
/** Poll interval while another process reads the wallet. */
const POLL_EVERY_MS = 200;
const REREAD_EVERY_MS = 2_000;
/** About 150 bytes each; a forgotten one is only read sooner. */
const MAX_UNFINISHED = 10_000;
/** Few, because users who wait for their own sync come first. */
const REREADS_AT_ONCE = 2;

/** What readings need of collectors; wired in app.ts, so that features stay apart. */
export interface CollectorRecords extends CollectorCounts {
  /** Creates the collector unless it exists. */
  ensure(wallet: Address): Promise<void>;
  isKnown(wallet: Address): Promise<boolean>;
  /** In the transaction that moves a card: updates the number of cards, and the picture. */
  recordMove(tx: Queries, wallet: Address, at: Date): Promise<void>;
  /** Marks the stored cards as stale. */
  recordFailedReading(wallet: Address): Promise<void>;
}

interface ReadingDependencies {
  readonly sql: Sql;
  readonly chain: Pick<Chain, 'heldCards'>;
  readonly holdings: HoldingStore;
  readonly readingStore: ReadingStore;
  readonly slots: ReadingSlots;
  readonly collectors: CollectorRecords;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface ReadingResult {
  /** When the reading began: a card in it may have left since (A2). */
  readonly readAt: Date;
  /** False when the last reading was recent enough, so the chain was not read. */
  readonly isFresh: boolean;
}

export function createReadings(dependencies: ReadingDependencies) {
  const { chain, holdings, readingStore, slots, collectors, clock, log } = dependencies;
  const saver = createReadingSaver(dependencies);
  let lastAt: Date | null = null;
  /** When a wallet's reading ended before it was whole. It is left alone for a while: that took a thousand requests. */
  const unfinished = new BoundedCache<Address, Date>(MAX_UNFINISHED);
  const running = new Map<Address, { slot: ReadingSlot; done: Promise<ReadingResult> }>();

  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  /** Whether a reading is at most `maxAgeMs` old, or too young to be followed by another (H3). */
  function isRecent(readAt: Date | null, maxAgeMs: number): readAt is Date {
    const maxAge = Math.max(maxAgeMs, READING_PAUSE_MS);
    return isLater(readAt, inMs(-maxAge)) && readAt <= inMs(AHEAD_MS);
  }

  /** When claims expire that run. A later time was noted before a clock was set back, by a server that died since. */
  const claimsRun = (): readonly [Date, Date] => [clock.now(), inMs(READER_LIFE_MS + AHEAD_MS)];

  function isClaimed({ readerUntil }: ReadingState): boolean {
    const [from, to] = claimsRun();
    return readerUntil !== null && readerUntil >= from && readerUntil <= to;
  }

  /**
   * Makes sure there is a full reading that began at most `maxAgeMs` ago, or within the reading pause.
   * Creates the collector if there is none.
   * @param priority of this caller; a reading gets the highest priority of its callers
   * @param takeShare called before a new reading; its error ends this call only
   * @throws ChainUnreachableError, also after too long a wait for a slot; then a stranger gets the
   *   Refusal `too-many-requests`
   */
  async function ensureFresh(
    wallet: Address,
    maxAgeMs: number,
    priority: Priority,
    takeShare?: TakeShare,
  ): Promise<ReadingResult> {
    const before = await readingStore.state(wallet);
    if (isRecent(before.readAt, maxAgeMs)) return { readAt: before.readAt, isFresh: false };
    if (!running.has(wallet) && isRecent(unfinished.get(wallet) ?? null, 0)) {
      throw new ChainUnreachableError('the wallet is read on after a pause');
    }
    if (takeShare !== undefined && !running.has(wallet)) await takeShare();
    const joined = running.get(wallet);
    if (joined !== undefined) {
      joined.slot.raise(priority);
      return joined.done;
    }
    const slot = slots.request(priority);
    const done = readOrJoin(wallet, before, slot).finally(() => running.delete(wallet));
    running.set(wallet, { slot, done });
    return done;
  }

  /** Reads, or waits for another server that reads the wallet. */
  async function readOrJoin(
    wallet: Address,
    before: ReadingState,
    slot: ReadingSlot,
  ): Promise<ReadingResult> {
    let state = before;
    for (;;) {
      // Waiting for another server needs no slot.
      if (!isClaimed(state)) {
        const readAt = await slot.run(() => claimAndRead(wallet));
        if (readAt !== null) return { readAt, isFresh: true };
      }
      state = await readingStore.state(wallet);
      // The joined reading may have begun before this call.
      if (state.readAt !== null && state.readAt.getTime() !== before.readAt?.getTime()) {
        return { readAt: state.readAt, isFresh: true };
      }
      if (isLater(state.failedAt, before.failedAt)) {
        throw new ChainUnreachableError('the reading that was joined failed');
      }
      await clock.sleep(POLL_EVERY_MS);
    }
  }

  /** When the reading began; null when the claim was refused or lost. */
  async function claimAndRead(wallet: Address): Promise<Date | null> {
    await collectors.ensure(wallet);
    const reader = randomUUID();
    const began = clock.now();
    const isOurs = await readingStore.claim({
      wallet,
      reader,
      until: inMs(READER_LIFE_MS),
      unlessClaimedBetween: claimsRun(),
      unlessReadBetween: [inMs(-READING_PAUSE_MS), inMs(AHEAD_MS)],
    });
    return isOurs && (await read({ wallet, reader, began })) ? began : null;
  }

  /** False when the claim was lost: it expired, or a card moved. */
  async function read(reading: FullReading): Promise<boolean> {
    const { wallet, reader } = reading;
    const life = setInterval(() => {
      readingStore.extend(wallet, reader, inMs(READER_LIFE_MS)).catch(() => {});
    }, EXTEND_EVERY_MS).unref();
    try {
      const before = await holdings.heldIds(wallet);
      const cards = storableCards(await chain.heldCards(wallet, before));
      const isSaved = await saver.save(reading, cards);
      if (isSaved) lastAt = reading.began;
      return isSaved;
    } catch (fault) {
      if (fault instanceof UnfinishedReadingError) unfinished.set(wallet, clock.now());
      const wasOurs = await readingStore.fail(wallet, reader, clock.now());
      if (fault instanceof ChainUnreachableError) {
        log.warn({ err: fault, wallet }, 'the chain could not be read');
        if (wasOurs) await collectors.recordFailedReading(wallet);
      }
      throw fault;
    } finally {
      clearInterval(life);
    }
  }

  async function rereadDue(): Promise<void> {
    const now = clock.now();
    const retryAt = inMs(READING_PAUSE_MS);
    const due = await readingStore.takeDue(now, retryAt, REREADS_AT_ONCE);
    await allInParallel(due, REREADS_AT_ONCE, async (wallet) => {
      try {
        const { readAt, isFresh } = await ensureFresh(wallet, 0, 'background');
        // Otherwise the reading may be older than the request, so the wallet is read again at `retryAt`.
        if (isFresh && readAt >= now) await readingStore.settle(wallet, retryAt);
      } catch (fault) {
        if (!(fault instanceof ChainUnreachableError)) throw fault;
      }
    });
  }

  const jobs: readonly BackgroundJob[] = [
    { name: 'reread wallets', everyMs: REREAD_EVERY_MS, run: rereadDue },
  ];
  return { ensureFresh, isRecent, jobs, lastAt: () => lastAt };
}

function isLater(time: Date | null, before: Date | null): time is Date {
  return time !== null && (before === null || time > before);
}
