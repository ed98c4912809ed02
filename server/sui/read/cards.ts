/** Every card of a wallet, from the wallet itself and from its kiosks (H1, H2, H5). */
import type { SuiClientTypes } from '@mysten/sui/client';
import { normalizeStructTag } from '@mysten/sui/utils';
import { type Address, shortAddress } from '#rules/address.ts';
import type { Budget } from '#server/sui/calls/calls.ts';
import { answeredId } from '#server/sui/calls/checks.ts';
import { inParallel, readPages } from '#server/sui/calls/pages.ts';
import type { HeldCard } from '#server/sui/chain.ts';
import { enough, isWholeFace, readFace } from './display.ts';
import { type Found, KIOSK_PAGES_PER_READING, KioskReader, type KioskRef } from './kiosk-reader.ts';
import { type KioskKey, kioskKeysOf } from './kiosks.ts';
import { LANES, type Reading, readObjects, requireAsked } from './objects.ts';

export interface CardReaderOptions {
  readonly network: string;
  /** Canonical. */
  readonly collectionTypes: readonly string[];
  /** Pages of kiosks that one reading takes at most. */
  readonly kioskPages?: number | undefined;
}

export class CardReader {
  readonly #reading: Reading;
  readonly #types: ReadonlySet<string>;
  readonly #keys: readonly KioskKey[];
  readonly #kiosks: KioskReader;
  /** Types seen without a whole display: their own fields are asked along from then on. */
  readonly #plainTypes = new Set<string>();

  constructor(reading: Reading, options: CardReaderOptions) {
    const { network, collectionTypes, kioskPages = KIOSK_PAGES_PER_READING } = options;
    this.#reading = reading;
    this.#types = new Set(collectionTypes);
    this.#keys = kioskKeysOf(network);
    this.#kiosks = new KioskReader(reading, { types: this.#types, pagesPerReading: kioskPages });
  }

  /**
   * All of them or a throw. Lists are not one snapshot: a card that moves while they are read is
   * still told once, because it is kept by its id, and where it was seen last.
   */
  async read(owner: Address, budget: Budget): Promise<HeldCard[]> {
    const found = new Map<Address, Found>();
    const keep = (card: Found) => found.set(card.id, card);
    const kiosks = new Map<string, KioskRef>();
    await inParallel(
      [
        ...[...this.#types].map((type) => () => this.#readLoose(owner, type, keep, budget)),
        ...this.#keys.map((key) => () => this.#readKeys(owner, key, kiosks, budget)),
      ],
      LANES,
      (task) => task(),
    );
    const withFields = this.#plainTypes.size > 0;
    for (const card of await this.#kiosks.read([...kiosks.values()], withFields, budget))
      keep(card);
    await this.#completeFaces(found, budget);
    const cards = [...found.values()].map(heldCard);
    return cards.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async #readLoose(
    owner: Address,
    type: string,
    keep: (card: Found) => void,
    budget: Budget,
  ): Promise<void> {
    const include = { display: true, json: this.#plainTypes.has(type) };
    await this.#readOwned(owner, type, include, budget, (object) => {
      if (normalizeStructTag(object.type) !== type) return;
      const face = readFace(object);
      const id = answeredId(object.objectId);
      const place = { place: 'wallet', kioskId: null, isListed: false, isLocked: false } as const;
      keep({ id, type, ...place, face: enough(face, include.json) });
    });
  }

  async #readKeys(
    owner: Address,
    key: KioskKey,
    kiosks: Map<string, KioskRef>,
    budget: Budget,
  ): Promise<void> {
    await this.#readOwned(owner, key.type, { content: true }, budget, (object) => {
      const kioskId = key.kioskOf(object.content);
      if (kioskId === null || kiosks.has(kioskId)) return;
      kiosks.set(kioskId, { id: answeredId(kioskId), place: key.place });
    });
  }

  #readOwned<const I extends SuiClientTypes.ObjectInclude>(
    owner: Address,
    type: string,
    include: I,
    budget: Budget,
    take: (object: SuiClientTypes.Object<I>) => void,
  ): Promise<void> {
    const { access, calls } = this.#reading;
    const read = (cursor: string | null) =>
      calls.call(
        'owned objects',
        async () => {
          const limit = access.pageSize;
          const page = await access.core.listOwnedObjects({ owner, type, cursor, limit, include });
          for (const object of page.objects) requireAsked(object, { owner, type });
          return { ...page, items: page.objects };
        },
        { budget },
      );
    return readPages(read, take);
  }

  /** Asks for the looks that no list brought along. A card that was destroyed meanwhile falls away. */
  async #completeFaces(found: Map<Address, Found>, budget: Budget): Promise<void> {
    const bare = [...found.values()].filter(({ face }) => face === null);
    const include = { display: true, json: true };
    const ids = bare.map(({ id }) => id);
    const objects = await readObjects(this.#reading, ids, include, budget);
    for (const [index, card] of bare.entries()) {
      const object = objects[index];
      if (object === null || object === undefined) found.delete(card.id);
      else {
        // As a list tells it: a card must not look different for the way it was read.
        const shown = readFace({ display: object.display });
        card.face = isWholeFace(shown) ? shown : readFace(object);
        if (!isWholeFace(shown)) this.#plainTypes.add(card.type);
      }
    }
  }
}

function heldCard({ face, ...card }: Found): HeldCard {
  return {
    ...card,
    name: face?.name ?? `Card ${shortAddress(card.id)}`,
    description: face?.description ?? null,
    imageUrl: face?.imageUrl ?? null,
  };
}
