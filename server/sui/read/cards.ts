/** Every card of a wallet, from the wallet itself and from its kiosks (H1, H2, H5). */
import type { SuiClientTypes } from '@mysten/sui/client';
import { type Address, shortAddress } from '#rules/address.ts';
import { inParallel } from '#server/jobs/in-parallel.ts';
import type { Deadline } from '#server/sui/calls/calls.ts';
import { answeredId } from '#server/sui/calls/checks.ts';
import { MalformedAnswerError } from '#server/sui/calls/failures.ts';
import { fewerAfter, MOST_ITEMS, readPages } from '#server/sui/calls/pages.ts';
import { ChainUnreachableError, type HeldCard } from '#server/sui/chain.ts';
import { ifFinal, isComplete, readDisplay } from './display.ts';
import {
  createKioskReader,
  type FoundCard,
  KIOSK_PAGES_PER_READING,
  type KioskRef,
} from './kiosk-reader.ts';
import { itemFieldId, type KioskKey, kioskKeysOf } from './kiosks.ts';
import { createMissingCards } from './missing-cards.ts';
import {
  type Connection,
  owningAddress,
  parentOf,
  REQUESTS_AT_ONCE,
  readObjects,
  requireAsked,
} from './objects.ts';

/** How often the lists are read when one lacks a card that is still the wallet's, or shows one that has gone. */
const MOST_TRIES = 2;

interface CardReaderOptions {
  readonly network: string;
  /** Canonical. */
  readonly collectionTypes: readonly string[];
  readonly kioskPages?: number | undefined;
}

export function createCardReader(connection: Connection, options: CardReaderOptions) {
  const { network, collectionTypes, kioskPages = KIOSK_PAGES_PER_READING } = options;
  const { access, calls } = connection;
  const types = new Set(collectionTypes);
  const keys = kioskKeysOf(network);
  const listsWithout = createMissingCards(connection, types);
  const kioskReader = createKioskReader(connection, { types, pagesPerReading: kioskPages });
  /** Types seen without a complete display: their own fields are requested too from then on. */
  const incompleteTypes = new Set<string>();

  function readOwned<const I extends SuiClientTypes.ObjectInclude>(
    owner: Address,
    type: string,
    include: I,
    deadline: Deadline,
    take: (object: SuiClientTypes.Object<I>) => void,
  ): Promise<void> {
    let limit = access.pageSize;
    const ask = (cursor: string | null) => async () => {
      const page = await access.core.listOwnedObjects({ owner, type, cursor, limit, include });
      for (const object of page.objects) requireAsked(object, { owner, type });
      return { ...page, items: page.objects };
    };
    const readPage = async (cursor: string | null): ReturnType<ReturnType<typeof ask>> => {
      try {
        return await calls.call('owned objects', ask(cursor), { deadline });
      } catch (error) {
        limit = fewerAfter(error, limit);
        return readPage(cursor);
      }
    };
    let listed = 0;
    return readPages(readPage, (object) => {
      listed += 1;
      if (listed > MOST_ITEMS) throw new MalformedAnswerError('a list does not end');
      take(object);
    });
  }

  async function readLoose(
    owner: Address,
    type: string,
    deadline: Deadline,
    keep: (card: FoundCard) => void,
  ): Promise<void> {
    const include = { display: true, json: incompleteTypes.has(type) };
    await readOwned(owner, type, include, deadline, (object) => {
      const id = answeredId(object.objectId);
      const display = ifFinal(readDisplay(object), include.json);
      const inWallet = {
        place: 'wallet',
        kioskId: null,
        isListed: false,
        isLocked: false,
      } as const;
      keep({ id, type, ...inWallet, display });
    });
  }

  async function readKeys(
    owner: Address,
    key: KioskKey,
    deadline: Deadline,
    kiosks: Map<string, KioskRef>,
  ): Promise<void> {
    await readOwned(owner, key.type, { content: true }, deadline, (object) => {
      const kioskId = key.kioskOf(object.content);
      if (kioskId === null || kiosks.has(kioskId)) return;
      const keyId = answeredId(object.objectId);
      kiosks.set(kioskId, { id: answeredId(kioskId), keyId, place: key.place });
    });
  }

  /**
   * Asks for the displays that no list contained, and for the keys of kiosks with new cards: whoever got the key
   * meanwhile may have put them in. A card that does not exist is dropped, and one that does not lie in the kiosk whose
   * list contains it.
   * @returns `outdated`: the kiosks of such lists, null standing for the wallet itself; `isWrong`: one lacks a card, or its key
   *   is somebody else's
   */
  async function completeDisplays(
    found: Map<Address, FoundCard>,
    { owner, withNew }: { owner: Address; withNew: readonly KioskRef[] },
    deadline: Deadline,
  ): Promise<{ outdated: Set<Address | null>; isWrong: boolean }> {
    const outdated = new Set<Address | null>();
    let isWrong = false;
    const incomplete = [...found.values()].filter(({ display }) => display === null);
    const ids = [...incomplete.map(({ id }) => id), ...withNew.map(({ keyId }) => keyId)];
    const include = { display: true, json: true };
    const objects = await readObjects(connection, ids, include, deadline);
    for (const [index, { id }] of withNew.entries()) {
      const key = objects[incomplete.length + index] ?? null;
      if (key !== null && owningAddress(key.owner) === owner) continue;
      outdated.add(id);
      // A key that is unknown, though it is listed twice, is too new for the node that was asked: it lags behind.
      isWrong ||= key !== null;
    }
    for (const [index, card] of incomplete.entries()) {
      const object = objects[index] ?? null;
      const { id, kioskId } = card;
      const field = kioskId === null ? null : itemFieldId(kioskId, id);
      if (object === null || (field !== null && parentOf(object) !== field)) {
        found.delete(id);
        outdated.add(kioskId);
        isWrong ||= object === null;
        continue;
      }
      // A card must not look different for the way it was read: a complete display alone, as in lists.
      const shown = readDisplay({ display: object.display });
      card.display = isComplete(shown) ? shown : readDisplay(object);
      if (!isComplete(shown)) incompleteTypes.add(card.type);
    }
    return { outdated, isWrong };
  }

  /**
   * All of them or a throw. Lists are not one snapshot: a card that moves while they are read is kept
   * once, by its id, where it was seen last.
   */
  return async function readCards(
    owner: Address,
    before: readonly Address[],
    deadline: Deadline,
  ): Promise<HeldCard[]> {
    const keylessBefore = new Set<Address>();
    for (let tries = 1; ; tries++) {
      const isLast = tries >= MOST_TRIES;
      const { found, kiosks, outdated, isWrong } = await readLists(owner, before, deadline);
      const gone = before.filter((id) => !found.has(id));
      const { lists, keyless } = await listsWithout(gone, { owner, kiosks }, deadline);
      for (const kioskId of [...outdated, ...lists]) {
        if (kioskId !== null) kioskReader.forget(kioskId);
      }
      // Cards may go on moving while they are read; but what is listed twice, and is not there, is a node's fault.
      const isSound = outdated.size === 0 || (isLast && !isWrong);
      // A kiosk can be new, or get another kind of key, while they are read; twice in no list its key is somebody else's.
      const hasKeys = tries > MOST_TRIES || keyless.every((id) => keylessBefore.has(id));
      if (lists.size === 0 && isSound && hasKeys) {
        return [...found.values()].map(heldCard).sort((a, b) => (a.id < b.id ? -1 : 1));
      }
      if (isLast && hasKeys) {
        throw new ChainUnreachableError('Sui: what the lists say of cards is not so');
      }
      for (const id of keyless) keylessBefore.add(id);
      // Asked at once, nodes that lag behind each other would differ again.
      await calls.letNodesCatchUp(deadline);
    }
  };

  async function readLists(owner: Address, before: readonly Address[], deadline: Deadline) {
    const found = new Map<Address, FoundCard>();
    const keep = (card: FoundCard) => found.set(card.id, card);
    const kiosks = new Map<string, KioskRef>();
    const looseLists = [...types].map((type) => () => readLoose(owner, type, deadline, keep));
    const lists = [
      ...looseLists,
      ...keys.map((key) => () => readKeys(owner, key, deadline, kiosks)),
    ];
    await inParallel(lists, REQUESTS_AT_ONCE, (read) => read());
    const isShort = found.size <= access.pageSize;
    const withFields = incompleteTypes.size > 0;
    const inKiosks = await kioskReader.read([...kiosks.values()], withFields, deadline);
    for (const card of inKiosks) keep(card);
    // A card can go from a kiosk to the wallet between the two lists. A known one is then missed (`listsWithout`), a new one
    // is not: so the wallet is listed again.
    if (kiosks.size > 0 && (isShort || before.length === 0)) {
      await inParallel(looseLists, REQUESTS_AT_ONCE, (read) => read());
    }
    const known = new Set(before);
    const news = new Set(inKiosks.flatMap(({ id, kioskId }) => (known.has(id) ? [] : kioskId)));
    const withNew = [...kiosks.values()].filter(({ id }) => news.has(id));
    return { found, kiosks, ...(await completeDisplays(found, { owner, withNew }, deadline)) };
  }
}

function heldCard({ display, ...card }: FoundCard): HeldCard {
  return {
    ...card,
    name: display?.name ?? `Card ${shortAddress(card.id)}`,
    description: display?.description ?? null,
    imageUrl: display?.imageUrl ?? null,
  };
}
