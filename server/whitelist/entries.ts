/** Use cases of the booster-pack whitelist (W1-W4). */
import { createHash, randomUUID } from 'node:crypto';
import type { Address } from '#rules/address.ts';
import { AHEAD_SECONDS, type Holdings, readForGate } from '#rules/cards.ts';
import { Refusal } from '#rules/refusal.ts';
import {
  cardsNotHeld,
  checkSelection,
  entryCount,
  selectionKey,
  WHITELIST_PAGE,
} from '#rules/whitelist.ts';
import { requireOpen } from '#rules/whitelist-rounds.ts';
import type { WhitelistSearch } from '#rules/whitelist-search.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { TakeShare } from '#server/http/limits/limits.ts';
import { allInParallel } from '#server/jobs/in-parallel.ts';
import { createThrottledQueue } from '#server/jobs/throttled-queue.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import type { ClaimStore } from './claim-store.ts';
import type { EntryRow, EntryStore, FoundRow, Page, TotalsRow } from './entry-store.ts';
import type { RoundStore } from './round-store.ts';

/** What the whitelist needs of the cards feature; wired in app.ts, so that features stay apart. */
export interface HeldCards {
  /**
   * The cards by a reading at most `maxAgeSeconds` old; reads the chain if necessary.
   * @param takeShare called before that for a wallet that showed no card last time; null when no user waits
   * @throws ChainUnreachableError
   */
  requireFreshHoldings(
    wallet: Address,
    maxAgeSeconds: number,
    takeShare: TakeShare | null,
  ): Promise<Holdings>;
  /** The last good reading of any age; null before the first one. */
  lastHoldings(wallet: Address): Promise<Holdings | null>;
  /** The ids among these that the last good reading of the wallet showed; no card that a transfer brought since. */
  shown(wallet: Address, cardIds: readonly string[]): Promise<Address[]>;
  /** The wallets whose last good reading shows one of these cards. */
  holders(cardIds: readonly string[]): Promise<Address[]>;
}

/** The background check of old entries (W3). */
const RECHECK = { everyMs: 20_000, olderThanSeconds: 3_600, lostWithinSeconds: 600, wallets: 5 };
/** Another entry can claim a freed card in between, but hardly this often. */
const MOST_TRIES = 5;
const MOST_NAMED_CARDS = 20;
/** After a page or a search other reads have the database for as long as it took. */
const PAUSE_IN_READS = 1;

const namedCards = (ids: readonly string[]) => ({
  cards: ids.slice(0, MOST_NAMED_CARDS),
  cardCount: ids.length,
});

interface Part {
  /** `WHITELIST_PAGE` by default. */
  readonly limit?: number | undefined;
  /** Id of an entry; only entries registered earlier. */
  readonly before?: string | undefined;
  /** Only entries that still hold their cards. */
  readonly isHeldOnly?: boolean | undefined;
}

export type Entries = ReturnType<typeof createEntries>;

interface EntryDependencies {
  readonly store: EntryStore;
  readonly claims: ClaimStore;
  readonly rounds: Pick<RoundStore, 'current'>;
  readonly cards: HeldCards;
  readonly bus: Bus;
  readonly clock: Clock;
}

export function createEntries(dependencies: EntryDependencies) {
  const { store, claims, rounds, cards, bus, clock } = dependencies;
  // One at a time, networks in turn: those of a few dozen networks took every connection, and all other reads waited for
  // seconds. Names have turns of their own, since a search by name can take the database as long as many pages.
  const pagesInTurn = createThrottledQueue(PAUSE_IN_READS);
  const namesInTurn = createThrottledQueue(PAUSE_IN_READS);
  const publishChange = (): void => bus.publish('whitelist-changed', {});
  const evidence = (readAt: Date) => ({
    readAt,
    ahead: new Date(clock.now().getTime() + AHEAD_SECONDS * 1000),
  });

  /** Asked again with the round locked: here so that nobody reads the chain, or waits for who publishes, for nothing. */
  const requireOpenNow = async (): Promise<void> =>
    requireOpen(await rounds.current(), clock.now());

  async function checkBy(wallet: Address, { ids, readAt }: Holdings): Promise<void> {
    const { changed, freed } = await claims.recheck(wallet, ids, evidence(readAt));
    if (changed > 0) publishChange();
    await recheckLapsed(freed);
  }

  async function recheckWallet(wallet: Address): Promise<void> {
    const reading = await cards.lastHoldings(wallet);
    if (reading !== null) await checkBy(wallet, reading);
  }

  /** Freed cards may complete a lapsed entry of the wallet that holds them now. */
  async function recheckLapsed(freed: readonly string[]): Promise<void> {
    if (freed.length === 0) return;
    const waiting = await claims.withLapsedEntry(freed, await cards.holders(freed));
    for (const wallet of waiting) await recheckWallet(wallet);
  }

  /**
   * Checks the entries of a wallet by a reading at most `maxAgeSeconds` old, at background priority.
   * @returns false when the chain is unreachable; the entries then keep their state
   */
  async function check(wallet: Address, maxAgeSeconds: number): Promise<boolean> {
    try {
      await checkBy(wallet, await cards.requireFreshHoldings(wallet, maxAgeSeconds, null));
      return true;
    } catch (fault) {
      if (fault instanceof ChainUnreachableError) return false;
      throw fault;
    }
  }

  /** @returns when the reading began that showed all the cards in the wallet */
  async function requireHeld(
    wallet: Address,
    cardIds: readonly string[],
    takeShare: TakeShare,
  ): Promise<Date> {
    const { ids, readAt } = await readForGate(
      (maxAge) => cards.requireFreshHoldings(wallet, maxAge, takeShare),
      (reading) => cardsNotHeld(cardIds, reading.ids).length === 0,
    );
    const missing = cardsNotHeld(cardIds, ids);
    if (missing.length === 0) return readAt;
    throw new Refusal('card-not-held', namedCards(missing));
  }

  async function pageOf({ limit, before, isHeldOnly }: Part): Promise<Page> {
    const seq = before === undefined ? null : await store.seqOf(before);
    if (before !== undefined && seq === null) throw new Refusal('entry-unknown');
    return { limit: limit ?? WHITELIST_PAGE, before: seq, isHeldOnly: isHeldOnly === true };
  }

  /**
   * One run of the background check.
   * @returns how many wallets were checked; the others keep their state
   */
  async function recheckDue(olderThanSeconds: number, limit: number): Promise<number> {
    const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000);
    const wallets = await claims.due(ago(olderThanSeconds), ago(RECHECK.lostWithinSeconds), limit);
    let checked = 0;
    await allInParallel(wallets, 1, async (wallet) => {
      if (await check(wallet, olderThanSeconds)) checked += 1;
    });
    return checked;
  }

  return {
    /**
     * Registers a selection of held cards. Repeating the same set returns the existing entry, unless
     * another one has some of its cards by now.
     * Refusals: card-repeated, too-few-cards, card-not-held, card-already-backing, and those of `requireOpen`.
     */
    async register(
      wallet: Address,
      cardIds: readonly string[],
      takeShare: TakeShare,
    ): Promise<EntryRow> {
      checkSelection(cardIds);
      const selectionHash = createHash('sha256').update(selectionKey(cardIds)).digest();
      try {
        await requireOpenNow();
      } catch (refusal) {
        // Sent again because the answer was lost: it was made while the round was open.
        const made = await store.findSame(wallet, selectionHash);
        if (made?.hasRequiredCards) return made;
        throw refusal;
      }
      const readAt = await requireHeld(wallet, cardIds, takeShare);
      for (let tries = 1; ; tries += 1) {
        const stored = await store.insert({
          id: randomUUID(),
          wallet,
          cardIds,
          selectionHash,
          entryCount: entryCount(cardIds.length),
          now: clock.now(),
          readAt,
        });
        if (stored !== null) {
          publishChange();
          return stored;
        }
        const found = await store.findSame(wallet, selectionHash);
        if (found?.hasRequiredCards) return found;
        // A card has one holder. This reading proves that it left any other wallet whose entry was
        // checked before it (W3), so the seller is not read. It proves nothing of a card that came since.
        const shown = await cards.shown(wallet, cardIds);
        const lapsed = await claims.releaseSold(wallet, shown, evidence(readAt));
        if (lapsed > 0) publishChange();
        if (found !== null) await recheckWallet(wallet);
        const claimed = await claims.claimed(cardIds);
        // After the claims, and also when there was none before: the same call may have been stored since.
        const same = await store.findSame(wallet, selectionHash);
        if (same?.hasRequiredCards) return same;
        const backing = claimed.filter(({ entryId }) => entryId !== same?.id);
        if (same !== null && backing.length === 0) return same;
        // A check of the other wallet may have freed them between these statements.
        const isFree = lapsed > 0 || backing.length === 0;
        if (!isFree || tries === MOST_TRIES) {
          const ids = backing.map(({ cardId }) => cardId);
          throw new Refusal('card-already-backing', namedCards(ids));
        }
      }
    },

    /** Deletes an entry of the caller. Idempotent. Refusals: entry-unknown, not-yours, entry-frozen, and those of `requireOpen`. */
    async remove(id: string, wallet: Address): Promise<void> {
      const entry = await store.ownerOf(id);
      if (entry === null) throw new Refusal('entry-unknown');
      if (entry.wallet !== wallet) throw new Refusal('not-yours');
      const { frozenIn } = entry;
      if (frozenIn !== null) throw new Refusal('entry-frozen', { round: frozenIn });
      if (entry.isDeleted) return;
      await requireOpenNow();
      const freed = await store.remove(id, wallet, clock.now());
      publishChange();
      await recheckLapsed(freed);
    },

    ofWallet: (wallet: Address): Promise<EntryRow[]> => store.ofWallet(wallet),

    /** The newest live entries, as many as one answer holds. */
    newest: async (): Promise<EntryRow[]> => store.newest(await pageOf({})),

    /**
     * Live entries, newest first.
     * Refusals: entry-unknown.
     */
    async page(part: Part, network: string): Promise<EntryRow[]> {
      return pagesInTurn(network, async () => store.newest(await pageOf(part)));
    },

    /**
     * Live entries of the wallets that fit, newest first, with the names of their collectors.
     * Refusals: entry-unknown.
     */
    async find(search: WhitelistSearch, part: Part, network: string): Promise<FoundRow[]> {
      const inTurn = search.by === 'name' ? namesInTurn : pagesInTurn;
      return inTurn(network, async () => store.find(search, await pageOf(part)));
    },

    totals: (): Promise<TotalsRow> => store.totals(),

    check,

    /** Checks the entries of a wallet by its last good reading. */
    recheckWallet,

    recheckDue,
    jobs: [
      {
        name: 'recheck due entries',
        everyMs: RECHECK.everyMs,
        run: () => recheckDue(RECHECK.olderThanSeconds, RECHECK.wallets),
      },
    ],
  };
}
