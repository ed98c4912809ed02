/**
 * The cards in the kiosks of a wallet. Anybody can send a wallet any number of kiosk keys, and a kiosk with any
 * number of things in it. Reading it all each time would let a stranger burn the node's quota; giving up beyond a
 * number would let them lock a collector out; reading the first so many would lose cards. So a reading takes so
 * many pages and then fails openly, and the next one goes on where it stopped.
 */
import { normalizeStructTag } from '@mysten/sui/utils';
import type { Address } from '#rules/address.ts';
import type { CardPlace } from '#rules/cards.ts';
import { type Budget, ChainCallError } from '#server/sui/calls/calls.ts';
import { inParallel, readPages } from '#server/sui/calls/pages.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import type { Face } from './display.ts';
import { type KioskListing, type KioskLook, KioskMemory } from './kiosk-memory.ts';
import { itemCount, KIOSK_TYPE, KioskContents } from './kiosks.ts';
import { LANES, type Reading, readObjects } from './objects.ts';

/** Up to this many kiosks that nothing is known of are opened without a look at them first. */
const KIOSKS_WITHOUT_A_LOOK = 8;
/** Most pages of kiosks that one reading takes. */
export const KIOSK_PAGES_PER_READING = 1_000;

export interface KioskRef {
  readonly id: Address;
  readonly place: CardPlace;
}

/** A card as it was found; its face is null as long as something may still be learned about it. */
export interface Found {
  readonly id: Address;
  readonly type: string;
  readonly place: CardPlace;
  readonly kioskId: Address | null;
  readonly isListed: boolean;
  readonly isLocked: boolean;
  face: Face | null;
}

export interface KioskReaderOptions {
  /** Canonical. */
  readonly types: ReadonlySet<string>;
  readonly pagesPerReading: number;
}

/** What one reading has left. */
interface Turn {
  readonly budget: Budget;
  /** Whether looks are also taken from the cards' own fields. */
  readonly withFields: boolean;
  pagesLeft: number;
}

export class KioskReader {
  readonly #reading: Reading;
  readonly #options: KioskReaderOptions;
  readonly #memory = new KioskMemory();

  constructor(reading: Reading, options: KioskReaderOptions) {
    this.#reading = reading;
    this.#options = options;
  }

  /** All cards in these kiosks, or ChainUnreachableError; then the next reading goes on from there. */
  async read(
    kiosks: readonly KioskRef[],
    withFields: boolean,
    budget: Budget,
  ): Promise<readonly Found[]> {
    const turn = { budget, withFields, pagesLeft: this.#options.pagesPerReading };
    const isFew = kiosks.length <= KIOSKS_WITHOUT_A_LOOK;
    const isBlind = ({ id }: KioskRef) => isFew && !this.#memory.knows(id);
    const blind = kiosks.filter(isBlind);
    const short = await inParallel(blind, LANES, (kiosk) => this.#readOnePage(kiosk, turn));
    const long = blind.filter((_, index) => short[index] === null);
    const rest = [...kiosks.filter((kiosk) => !blind.includes(kiosk)), ...long];
    const looks = await this.#lookAt(rest, budget);
    const listed = await inParallel(rest, LANES, (kiosk) => {
      return this.#readWhole(kiosk, looks.get(kiosk.id), turn);
    });
    return [...short.flatMap((cards) => cards ?? []), ...listed.flat()];
  }

  async #lookAt(kiosks: readonly KioskRef[], budget: Budget): Promise<Map<string, KioskLook>> {
    const ids = kiosks.map(({ id }) => id);
    const objects = await readObjects(this.#reading, ids, { content: true }, budget);
    const looks = new Map<string, KioskLook>();
    for (const object of objects) {
      if (object === null || normalizeStructTag(object.type) !== KIOSK_TYPE) continue;
      const look = { version: object.version, itemCount: itemCount(object.content) };
      looks.set(object.objectId, look);
    }
    return looks;
  }

  /** Null when there is more than one page. */
  async #readOnePage(kiosk: KioskRef, turn: Turn): Promise<Found[] | null> {
    const contents = this.#noContents();
    const page = await this.#page(kiosk, null, turn);
    if (page.hasNextPage) return null;
    for (const field of page.items) contents.add(field, turn.withFields);
    return cardsOf(kiosk, contents);
  }

  /** Without a look, as when another object holds the kiosk inside, there is nothing to remember it by. */
  async #readWhole(kiosk: KioskRef, look: KioskLook | undefined, turn: Turn): Promise<Found[]> {
    if (look === undefined) {
      const listing = this.#newListing('');
      await this.#readOn(kiosk, listing, turn);
      return cardsOf(kiosk, listing.contents);
    }
    if (look.itemCount === 0) return [];
    const known = this.#memory.take(kiosk.id, look.version);
    const listing =
      known === null || this.#isCheaperAnew(known) ? this.#newListing(look.version) : known;
    try {
      if (!listing.isWhole) await this.#finish(kiosk, look, listing, turn);
    } catch (error) {
      // What has been read of it stands; anything but a call that failed leaves doubt.
      if (error instanceof ChainUnreachableError) this.#memory.put(kiosk.id, listing);
      throw error;
    }
    const cards = cardsOf(kiosk, listing.contents);
    // Nodes behind one address may lag: a list that does not fit the look is not the list of that version.
    if (listing.contents.itemCount === look.itemCount) {
      listing.contents.keepCardsOnly();
      this.#memory.put(kiosk.id, listing);
    }
    return cards;
  }

  /** Looks go with the list on some transports; then many cards are sooner listed again than looked up. */
  #isCheaperAnew({ isWhole, pages, contents }: KioskListing): boolean {
    return (
      isWhole && pages + this.#lookups(contents.bareCount) <= this.#lookups(contents.cards.length)
    );
  }

  #lookups(cards: number): number {
    return Math.ceil(cards / this.#reading.access.objectBatch);
  }

  async #finish(
    kiosk: KioskRef,
    look: KioskLook,
    listing: KioskListing,
    turn: Turn,
  ): Promise<void> {
    const isResumed = listing.pages > 0;
    const { pages } = listing;
    try {
      await this.#readOn(kiosk, listing, turn);
    } catch (error) {
      const isCursorGone = error instanceof ChainCallError && error.kind === 'refused';
      if (!isCursorGone || !isResumed || listing.pages > pages) throw error;
      Object.assign(listing, this.#newListing(look.version));
      return this.#finish(kiosk, look, listing, turn);
    }
    if (!isResumed) return;
    const now = await this.#lookAt([kiosk], turn.budget);
    if (now.get(kiosk.id)?.version !== listing.version) {
      throw new ChainUnreachableError(`Sui kiosk ${kiosk.id} changed while it was read`);
    }
  }

  async #readOn(kiosk: KioskRef, listing: KioskListing, turn: Turn): Promise<void> {
    const read = async (cursor: string | null) => {
      listing.cursor = cursor;
      const page = await this.#page(kiosk, cursor, turn);
      listing.pages += 1;
      return page;
    };
    const take = (field: Parameters<KioskContents['add']>[0]) =>
      listing.contents.add(field, turn.withFields);
    await readPages(read, take, listing.cursor);
    listing.isWhole = true;
  }

  #page({ id: kioskId }: KioskRef, cursor: string | null, turn: Turn) {
    if (turn.pagesLeft <= 0) {
      const most = this.#options.pagesPerReading;
      throw new ChainUnreachableError(
        `Sui kiosks: ${most} pages read, more left for the next reading`,
      );
    }
    turn.pagesLeft -= 1;
    const { access, calls } = this.#reading;
    const query = { kioskId, cursor, withFields: turn.withFields };
    return calls.call('kiosk fields', () => access.kioskFields(query), { budget: turn.budget });
  }

  #noContents(): KioskContents {
    return new KioskContents(this.#options.types);
  }

  #newListing(version: string): KioskListing {
    const contents = this.#noContents();
    return { version, contents, cursor: null, pages: 0, isWhole: false };
  }
}

function cardsOf({ id: kioskId, place }: KioskRef, contents: KioskContents): Found[] {
  return contents.cards.map(({ id, type, face }) => {
    const isListed = contents.isListed(id);
    const isLocked = contents.isLocked(id);
    return { id, type, place, kioskId, isListed, isLocked, face };
  });
}
