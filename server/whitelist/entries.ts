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
import type { ClaimStore } from './claim-store.ts';
import type { EntryRow, EntryStore, TotalsRow } from './entry-store.ts';

/** The cards of a wallet by one reading. */
export interface Holdings {
  readonly ids: ReadonlySet<string>;
  /** When the reading began: it proves nothing about later (A2). */
  readonly readAt: Date;
}

/** What the whitelist needs to know of holdings; wired in app.ts, so that features stay apart. */
export interface HeldCards {
  /**
   * Ids held according to a reading at most `maxAgeSeconds` old, read from the chain if need be.
   * Throws ChainUnreachableError when that is impossible.
   * @param priority without it a person waits for the answer, and is served first
   */
  fresh(wallet: Address, maxAgeSeconds: number, priority?: 'background'): Promise<Holdings>;
  /** The last good reading, however old; null before the first one. */
  last(wallet: Address): Promise<Holdings | null>;
  /** The wallets whose last good reading shows one of these cards. */
  holders(cardIds: readonly string[]): Promise<Address[]>;
}

/** Entries are checked again after this time, a few wallets a round (W3). */
const RECHECK = { everyMs: 20_000, olderThanSeconds: 3_600, wallets: 5 };
/** Another entry can take a freed card in between, but hardly this often. */
const MOST_TRIES = 5;
/** A refusal names this many cards at most, so that a person can read it. */
const NAMED_CARDS = 20;

export type Entries = ReturnType<typeof createEntries>;

export interface EntryDependencies {
  readonly store: EntryStore;
  readonly claims: ClaimStore;
  readonly held: HeldCards;
  readonly bus: Bus;
  readonly clock: Clock;
}

export function createEntries({ store, claims, held, bus, clock }: EntryDependencies) {
  const publishChange = (): void => bus.publish('whitelist-changed', {});

  /** Checks the entries of a wallet by a reading of its cards. */
  async function checkBy(wallet: Address, { ids, readAt }: Holdings): Promise<void> {
    const { changed, freed } = await claims.recheck(wallet, ids, readAt);
    if (changed > 0) publishChange();
    await recheckLapsed(freed);
  }

  async function recheckWallet(wallet: Address): Promise<void> {
    const reading = await held.last(wallet);
    if (reading !== null) await checkBy(wallet, reading);
  }

  /** Freed cards may complete a lapsed entry of the wallet that holds them now. */
  async function recheckLapsed(freed: readonly string[]): Promise<void> {
    if (freed.length === 0) return;
    const waiting = await claims.lapsedOver(freed, await held.holders(freed));
    for (const wallet of waiting) await recheckWallet(wallet);
  }

  /**
   * Checks the entries of a wallet by a reading at most that old; nobody waits for it.
   * @returns false when the chain did not answer: the verdicts stay what they were at the last check
   */
  async function check(wallet: Address, maxAgeSeconds: number): Promise<boolean> {
    try {
      await checkBy(wallet, await held.fresh(wallet, maxAgeSeconds, 'background'));
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
   * One round of the background check.
   * @returns how many wallets were checked; the others keep their verdicts
   */
  async function recheckDue(olderThanSeconds: number, limit: number): Promise<number> {
    const before = new Date(clock.now().getTime() - olderThanSeconds * 1000);
    const wallets = await claims.due(before, limit);
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
          publishChange();
          return stored;
        }
        const same = await store.findSame(wallet, selectionHash);
        if (same !== null) return same;
        // A card has one holder: this reading shows it here, so it also checks any entry of another wallet
        // that was last checked by an older one (W3). The seller need not be read.
        const lapsed = await claims.releaseSold(wallet, cardIds, readAt);
        if (lapsed === 0) break;
        publishChange();
        if (tries === MOST_TRIES) break;
      }
      const backing = await claims.backing(cardIds);
      throw new Refusal('card-already-backing', {
        cards: backing.slice(0, NAMED_CARDS),
      });
    },

    /** Takes a registration back. Refusals: entry-unknown, not-yours. */
    async remove(id: string, wallet: Address): Promise<void> {
      const entry = await store.find(id);
      if (entry === null) throw new Refusal('entry-unknown');
      if (entry.wallet !== wallet) throw new Refusal('not-yours');
      if (entry.isDeleted) return;
      const freed = await store.remove(id, clock.now());
      publishChange();
      await recheckLapsed(freed);
    },

    ofWallet: (wallet: Address): Promise<EntryRow[]> => store.ofWallet(wallet),

    /**
     * Live entries, newest first.
     * @param limit null for as many as one answer holds
     * @param before id of an entry; only those registered before it
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
