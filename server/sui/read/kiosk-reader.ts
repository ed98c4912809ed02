/**
 * The cards in the kiosks of a wallet. Anybody can send a wallet any number of kiosk keys, and put any number of
 * things in a kiosk. Reading it all each time would let a stranger use up the node's quota; giving up beyond a
 * number would let them lock a collector out; reading only the first ones would lose cards. So a reading takes so
 * many pages and then fails openly, and the next one continues where it stopped.
 */
import { normalizeStructTag } from '@mysten/sui/utils';
import type { Address } from '#rules/address.ts';
import type { CardPlace } from '#rules/cards.ts';
import { inParallel } from '#server/jobs/in-parallel.ts';
import { ChainCallError, type Deadline } from '#server/sui/calls/calls.ts';
import { answeredAmount, answeredId } from '#server/sui/calls/checks.ts';
import { MalformedAnswerError } from '#server/sui/calls/failures.ts';
import { fewerAfter, hasMore, MOST_ITEMS, type Page, readPages } from '#server/sui/calls/pages.ts';
import { ChainUnreachableError, UnfinishedReadingError } from '#server/sui/chain.ts';
import type { KioskField } from '#server/sui/transports/access.ts';
import type { CardDisplay } from './display.ts';
import { createKioskMemory, type KioskListing } from './kiosk-memory.ts';
import { itemCount, KIOSK_TYPE, KioskContents } from './kiosks.ts';
import { type Connection, REQUESTS_AT_ONCE, readObjects } from './objects.ts';

/** Up to this many unknown kiosks are listed without looking them up first. */
const KIOSKS_WITHOUT_LOOKUP = 8;
export const KIOSK_PAGES_PER_READING = 1_000;
const UNSEEN_KEPT_MS = 10 * 60 * 1000;
/** A node that shows a kiosk as it was seconds ago may list what came since. */
const MOST_NEW_ITEMS = 1_000;

export interface KioskRef {
  readonly id: Address;
  readonly keyId: Address;
  readonly place: CardPlace;
}

/** A card as it was found; its display is null while it may still be incomplete. */
export interface FoundCard {
  readonly id: Address;
  readonly type: string;
  readonly place: CardPlace;
  readonly kioskId: Address | null;
  readonly isListed: boolean;
  readonly isLocked: boolean;
  display: CardDisplay | null;
}

interface KioskReaderOptions {
  /** Canonical. */
  readonly types: ReadonlySet<string>;
  readonly pagesPerReading: number;
}

/** The kiosk object, without its items. */
interface KioskState {
  readonly version: bigint;
  readonly itemCount: number;
}

interface Limits {
  readonly deadline: Deadline;
  /** Whether displays are also taken from the cards' own fields. */
  readonly withFields: boolean;
  pagesLeft: number;
}

export function createKioskReader(connection: Connection, options: KioskReaderOptions) {
  const { access, calls } = connection;
  const { types, pagesPerReading } = options;
  const memory = createKioskMemory();

  async function lookUp(
    kiosks: readonly KioskRef[],
    deadline: Deadline,
  ): Promise<Map<string, KioskState>> {
    const ids = kiosks.map(({ id }) => id);
    const objects = await readObjects(connection, ids, { content: true }, deadline);
    const states = new Map<string, KioskState>();
    for (const object of objects) {
      if (object === null || normalizeStructTag(object.type) !== KIOSK_TYPE) continue;
      const { objectId, version, content } = object;
      const state = { version: answeredAmount(version), itemCount: itemCount(content) };
      states.set(answeredId(objectId), state);
    }
    return states;
  }

  async function readPage(
    kiosk: KioskRef,
    cursor: string | null,
    limits: Limits,
    limit = access.pageSize,
  ): Promise<Page<KioskField>> {
    if (limits.pagesLeft <= 0) {
      throw new UnfinishedReadingError(
        `Sui kiosks: ${pagesPerReading} pages read, more left for the next reading`,
      );
    }
    limits.pagesLeft -= 1;
    const { withFields, deadline } = limits;
    const query = { kioskId: kiosk.id, cursor, limit, withFields };
    try {
      return await calls.call('kiosk fields', () => access.kioskFields(query), { deadline });
    } catch (error) {
      return readPage(kiosk, cursor, limits, fewerAfter(error, limit));
    }
  }

  /** Null when there is more than one page. */
  async function readOnePage(kiosk: KioskRef, limits: Limits): Promise<FoundCard[] | null> {
    const contents = new KioskContents(types);
    const page = await readPage(kiosk, null, limits);
    if (hasMore(page)) return null;
    for (const field of page.items) contents.add(field, limits.withFields);
    return cardsOf(kiosk, contents);
  }

  async function readWhole(
    kiosk: KioskRef,
    state: KioskState | undefined,
    limits: Limits,
  ): Promise<FoundCard[]> {
    if (state === undefined) {
      // Another object holds the kiosk inside, so its version is not seen: its list is remembered for a time.
      const version = `unseen ${Math.floor(performance.now() / UNSEEN_KEPT_MS)}`;
      const anew = () => newListing(version, MOST_ITEMS);
      const listing = memory.take(kiosk.id, version) ?? anew();
      if (!listing.isWhole) await readOn(kiosk, Object.assign(listing, anew()), limits);
      const cards = cardsOf(kiosk, listing.contents);
      listing.contents.keepCardsOnly();
      memory.put(kiosk.id, listing);
      return cards;
    }
    if (state.itemCount === 0) return [];
    const known = memory.take(kiosk.id, state.version);
    const mostItems = state.itemCount + MOST_NEW_ITEMS;
    const listing =
      known === null || isCheaperAnew(known) ? newListing(state.version, mostItems) : known;
    try {
      if (!listing.isWhole) await finish(kiosk, listing, limits);
    } catch (error) {
      // The pages read so far are good if a call failed; after anything else they may not be.
      if (error instanceof ChainUnreachableError) memory.put(kiosk.id, listing);
      throw error;
    }
    const cards = cardsOf(kiosk, listing.contents);
    // Nodes behind one address may lag: a list of another length is not the list of that version.
    if (listing.contents.itemCount === state.itemCount) {
      listing.contents.keepCardsOnly();
      memory.put(kiosk.id, listing);
    }
    return cards;
  }

  /** Some transports list displays too; then many cards are sooner listed again than looked up. */
  function isCheaperAnew({ isWhole, pages, contents }: KioskListing): boolean {
    const lookups = (cards: number) => Math.ceil(cards / access.objectBatch);
    return isWhole && pages + lookups(contents.withoutDisplay) <= lookups(contents.cards.length);
  }

  async function finish(kiosk: KioskRef, listing: KioskListing, limits: Limits): Promise<void> {
    const { pages, version, mostItems } = listing;
    const isResumed = pages > 0;
    try {
      await readOn(kiosk, listing, limits);
    } catch (error) {
      const isCursorGone = error instanceof ChainCallError && error.kind === 'refused';
      if (!isCursorGone || !isResumed || listing.pages > pages) throw error;
      Object.assign(listing, newListing(version, mostItems));
      return finish(kiosk, listing, limits);
    }
    if (!isResumed) return;
    const states = await lookUp([kiosk], limits.deadline);
    if (states.get(kiosk.id)?.version !== version) {
      throw new ChainUnreachableError(`Sui kiosk ${kiosk.id} changed while it was read`);
    }
  }

  async function readOn(kiosk: KioskRef, listing: KioskListing, limits: Limits): Promise<void> {
    const read = async (cursor: string | null) => {
      listing.cursor = cursor;
      const page = await readPage(kiosk, cursor, limits);
      listing.pages += 1;
      return page;
    };
    const { contents, mostItems } = listing;
    const add = (field: KioskField) => {
      contents.add(field, limits.withFields);
      if (contents.itemCount > mostItems) {
        throw new MalformedAnswerError('a kiosk lists more than lies in it');
      }
    };
    await readPages(read, add, listing.cursor);
    listing.isWhole = true;
  }

  function newListing(version: bigint | string, mostItems: number): KioskListing {
    const contents = new KioskContents(types);
    return { version, contents, mostItems, cursor: null, pages: 0, isWhole: false };
  }

  /** All cards in these kiosks, or ChainUnreachableError; then the next reading continues from there. */
  async function read(
    kiosks: readonly KioskRef[],
    withFields: boolean,
    deadline: Deadline,
  ): Promise<readonly FoundCard[]> {
    const limits = { deadline, withFields, pagesLeft: pagesPerReading };
    const isFew = kiosks.length <= KIOSKS_WITHOUT_LOOKUP;
    const unknown = kiosks.filter(({ id }) => isFew && !memory.has(id));
    const short = await inParallel(unknown, REQUESTS_AT_ONCE, (kiosk) =>
      readOnePage(kiosk, limits),
    );
    const long = unknown.filter((_, index) => short[index] === null);
    const rest = [...kiosks.filter((kiosk) => !unknown.includes(kiosk)), ...long];
    const states = await lookUp(rest, deadline);
    const listed = await inParallel(rest, REQUESTS_AT_ONCE, (kiosk) =>
      readWhole(kiosk, states.get(kiosk.id), limits),
    );
    return [...short.flatMap((cards) => cards ?? []), ...listed.flat()];
  }

  return { read, forget: memory.forget };
}

function cardsOf({ id: kioskId, place }: KioskRef, contents: KioskContents): FoundCard[] {
  return contents.cards.map(({ id, type, display }) => {
    const isListed = contents.isListed(id);
    const isLocked = contents.isLocked(id);
    return { id, type, place, kioskId, isListed, isLocked, display };
  });
}
