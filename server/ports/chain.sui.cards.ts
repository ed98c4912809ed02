/** Every card of a wallet, from the wallet itself and from its kiosks (RULINGS H1, H2, H5). */
import type { SuiClientTypes } from '@mysten/sui/client';
import { normalizeStructTag } from '@mysten/sui/utils';
import { type Address, shortAddress } from '#rules/address.ts';
import type { CardPlace } from '#rules/cards.ts';
import type { Budget } from './chain.sui.calls.ts';
import { type Face, isWholeFace, readFace } from './chain.sui.face.ts';
import {
  BarrenKiosks,
  KIOSKS_PER_READING,
  KIOSKS_WITHOUT_A_LOOK,
  type KioskLook,
  type KioskRef,
} from './chain.sui.flood.ts';
import { answeredId } from './chain.sui.inputs.ts';
import {
  itemCount,
  KIOSK_TYPE,
  KioskContents,
  type KioskKey,
  kioskKeysOf,
} from './chain.sui.kiosks.ts';
import { LANES, type Reading, readObjects } from './chain.sui.objects.ts';
import { inParallel, readPages } from './chain.sui.pages.ts';
import { ChainUnreachable, type HeldCard } from './chain.ts';

interface Found {
  readonly id: Address;
  readonly type: string;
  readonly place: CardPlace;
  readonly kioskId: Address | null;
  readonly isListed: boolean;
  readonly isLocked: boolean;
  face: Face | null;
}

export interface CardReaderOptions {
  readonly network: string;
  /** Canonical. */
  readonly collectionTypes: readonly string[];
}

export class CardReader {
  readonly #reading: Reading;
  readonly #types: ReadonlySet<string>;
  readonly #keys: readonly KioskKey[];
  readonly #barren = new BarrenKiosks();
  /** Types seen without a whole display: their own fields are asked along from then on. */
  readonly #plainTypes = new Set<string>();

  constructor(reading: Reading, { network, collectionTypes }: CardReaderOptions) {
    this.#reading = reading;
    this.#types = new Set(collectionTypes);
    this.#keys = kioskKeysOf(network);
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
    for (const card of await this.#readKiosks([...kiosks.values()], budget)) keep(card);
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
          return { ...page, items: page.objects };
        },
        { budget },
      );
    return readPages(read, take);
  }

  async #readKiosks(kiosks: readonly KioskRef[], budget: Budget): Promise<Found[]> {
    const looks =
      kiosks.length > KIOSKS_WITHOUT_A_LOOK ? await this.#lookAt(kiosks, budget) : new Map();
    const worth = this.#barren.worthOpening(kiosks, looks);
    const opened = worth.slice(0, KIOSKS_PER_READING);
    const cards = await inParallel(opened, LANES, async (kiosk) => {
      const inside = await this.#openKiosk(kiosk, budget);
      const look = looks.get(kiosk.id);
      if (inside.length === 0 && look !== undefined) this.#barren.remember(kiosk.id, look);
      return inside;
    });
    if (opened.length < worth.length) {
      const left = worth.length - opened.length;
      throw new ChainUnreachable(
        `Sui kiosks: ${opened.length} opened, ${left} left for the next reading`,
      );
    }
    return cards.flat();
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

  async #openKiosk({ id: kioskId, place }: KioskRef, budget: Budget): Promise<Found[]> {
    const { access, calls } = this.#reading;
    const contents = new KioskContents();
    const withFields = this.#plainTypes.size > 0;
    await readPages(
      (cursor) => {
        const query = { kioskId, cursor, withFields };
        return calls.call('kiosk fields', () => access.kioskFields(query), { budget });
      },
      (field) => contents.add(field),
    );
    return contents.items
      .filter(({ type }) => this.#types.has(type))
      .map(({ id, type, face }) => {
        const isListed = contents.isListed(id);
        const isLocked = contents.isLocked(id);
        return { id, type, place, kioskId, isListed, isLocked, face: enough(face, withFields) };
      });
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
        card.face = readFace(object);
        if (!isWholeFace(readFace({ display: object.display }))) this.#plainTypes.add(card.type);
      }
    }
  }
}

/** The face, if nothing more can be learned about it. */
function enough(face: Face | null, hasFields: boolean): Face | null {
  return face !== null && (hasFields || isWholeFace(face)) ? face : null;
}

function heldCard({ face, ...card }: Found): HeldCard {
  return {
    ...card,
    name: face?.name ?? `Card ${shortAddress(card.id)}`,
    description: face?.description ?? null,
    imageUrl: face?.imageUrl ?? null,
  };
}
