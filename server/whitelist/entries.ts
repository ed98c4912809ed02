/** Use cases of the booster-pack whitelist (W1-W4). */
import { createHash, randomUUID } from 'node:crypto';
import type { Address } from '#rules/address.ts';
import { readForGate } from '#rules/cards.ts';
import { Refusal } from '#rules/refusal.ts';
import {
  cardsNotHeld,
  checkSelection,
  entryCount,
  selectionKey,
  WHITELIST_PAGE,
} from '#rules/whitelist.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { each } from '#server/jobs/each.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import type { EntryRow, EntryStore, TotalsRow } from './entry-store.ts';

export interface Reading {
  readonly ids: ReadonlySet<string>;
  /** When it began: what it proves, it proves for then (A2). */
  readonly readAt: Date;
}

/** What the whitelist needs to know of holdings; wired in app.ts, so that features stay apart. */
export interface HeldCards {
  /**
   * Ids held according to a reading at most `maxAgeSeconds` old, read from the chain if need be.
   * Throws ChainUnreachableError when that is impossible.
   * @param priority without it somebody waits for the answer, and is served first
   */
  fresh(wallet: Address, maxAgeSeconds: number, priority?: 'background'): Promise<Reading>;
  /** The last good reading, however old; null before the first one. */
  last(wallet: Address): Promise<Reading | null>;
  /** The wallets whose last good reading shows one of these cards. */
  holders(cardIds: readonly string[]): Promise<Address[]>;
}

/** A verdict on an entry older than this is made again, so many wallets a round (W3). */
const RECHECK = { everyMs: 20_000, olderThanSeconds: 3_600, wallets: 5 };
/** A card that was freed can be taken by yet another entry meanwhile, but hardly so often. */
const MOST_TRIES = 5;
/** The longest sentence worth reading: more clashing cards than this are only counted. */
const NAMED_CARDS = 20;

export type Entries = ReturnType<typeof createEntries>;

export interface EntryParts {
  readonly store: EntryStore;
  readonly held: HeldCards;
  readonly bus: Bus;
  readonly clock: Clock;
}

export function createEntries({ store, held, bus, clock }: EntryParts) {
  const tellChange = (): void => bus.publish('whitelist-changed', {});

  /** Holds the entries of a wallet against a reading of its cards. */
  async function holdAgainst(wallet: Address, { ids, readAt }: Reading): Promise<void> {
    const { changed, freed } = await store.recheck(wallet, ids, readAt);
    if (changed > 0) tellChange();
    await recheckLapsed(freed);
  }

  async function recheckWallet(wallet: Address): Promise<void> {
    const reading = await held.last(wallet);
    if (reading !== null) await holdAgainst(wallet, reading);
  }

  /** Cards that back nothing any more may be what entries of those who hold them now lapsed for. */
  async function recheckLapsed(freed: readonly string[]): Promise<void> {
    if (freed.length === 0) return;
    const waiting = await store.lapsedOver(freed, await held.holders(freed));
    for (const wallet of waiting) await recheckWallet(wallet);
  }

  /**
   * Makes the verdicts on a wallet's entries again by a reading at most that old; nobody waits for it.
   * @returns false when the chain did not answer: the verdicts stay what they were at the last check
   */
  async function check(wallet: Address, maxAgeSeconds: number): Promise<boolean> {
    try {
      await holdAgainst(wallet, await held.fresh(wallet, maxAgeSeconds, 'background'));
      return true;
    } catch (fault) {
      if (fault instanceof ChainUnreachableError) return false;
      throw fault;
    }
  }

  /** @returns when the reading began that shows every card in the wallet */
  async function requireHeld(wallet: Address, cardIds: readonly string[]): Promise<Date> {
    const { ids, readAt } = await readForGate(
      (maxAge) => held.fresh(wallet, maxAge),
      (reading) => cardsNotHeld(cardIds, reading.ids).length === 0,
    );
    const missing = cardsNotHeld(cardIds, ids);
    if (missing.length === 0) return readAt;
    throw new Refusal('card-not-held', { cards: missing.slice(0, NAMED_CARDS) });
  }

  /**
   * One round of the background re-check.
   * @returns how many wallets were looked at; those the chain did not answer for stay as they were
   */
  async function recheckDue(olderThanSeconds: number, limit: number): Promise<number> {
    const before = new Date(clock.now().getTime() - olderThanSeconds * 1000);
    const wallets = await store.due(before, limit);
    let checked = 0;
    await each(wallets, 1, async (wallet) => {
      if (await check(wallet, olderThanSeconds)) checked += 1;
    });
    return checked;
  }

  return {
    /**
     * Registers a selection of held cards. The same set again by the same wallet is the entry that exists.
     * Refusals: card-repeated, too-few-cards, card-not-held, card-already-backing.
     */
    async register(wallet: Address, cardIds: readonly string[]): Promise<EntryRow> {
      checkSelection(cardIds);
      const readAt = await requireHeld(wallet, cardIds);
      const selectionHash = createHash('sha256').update(selectionKey(cardIds)).digest();
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
          tellChange();
          return stored;
        }
        const same = await store.findSame(wallet, selectionHash);
        if (same !== null) return same;
        // A card has one holder: a reading that shows it here, begun after the one the other entry was
        // checked by, is that entry's check (W3). The seller needs not be read for it.
        const lapsed = await store.releaseSold(wallet, cardIds, readAt);
        if (lapsed === 0) break;
        tellChange();
        if (tries === MOST_TRIES) break;
      }
      const backing = await store.backing(cardIds);
      throw new Refusal('card-already-backing', {
        cards: backing.slice(0, NAMED_CARDS).map((row) => row.cardId),
      });
    },

    /** Takes a registration back. Refusals: entry-unknown, not-yours. */
    async remove(id: string, wallet: Address): Promise<void> {
      const entry = await store.find(id);
      if (entry === null) throw new Refusal('entry-unknown');
      if (entry.wallet !== wallet) throw new Refusal('not-yours');
      if (entry.isDeleted) return;
      const freed = await store.remove(id, clock.now());
      tellChange();
      await recheckLapsed(freed);
    },

    ofWallet: (wallet: Address): Promise<EntryRow[]> => store.ofWallet(wallet),

    /**
     * Live entries, newest first.
     * @param limit null for as many as one answer holds
     * @param before id of an entry; those registered before it are answered
     * @param isHeldOnly only those that still hold their cards
     * Refusals: entry-unknown.
     */
    async newest(
      limit: number | null,
      before: string | null,
      isHeldOnly = false,
    ): Promise<EntryRow[]> {
      const seq = before === null ? null : await store.seqOf(before);
      if (before !== null && seq === null) throw new Refusal('entry-unknown');
      return store.newest(limit ?? WHITELIST_PAGE, seq, isHeldOnly);
    },

    totals: (): Promise<TotalsRow> => store.totals(),

    check,

    /** Holds the entries of a wallet against its last good reading. */
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
