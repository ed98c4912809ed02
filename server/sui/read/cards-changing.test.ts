/** A wallet that is read while cards and kiosks change hands: what it held all the time counts, what it never held does not. */
import { ObjectError } from '@mysten/sui/client';
import fc, { type GeneratorValue } from 'fast-check';
import { expect, it } from 'vitest';
import { createKiosk, personalCapContents } from '#demo/sui-node/ledger/kiosks.ts';
import type { Ledger } from '#demo/sui-node/ledger/ledger.ts';
import { PERSONAL_KIOSK_CAP_TYPE } from '#demo/sui-node/ledger/move-types.ts';
import { addressOwner, type LedgerObject } from '#demo/sui-node/ledger/objects.ts';
import { createEmptyWorld, DEMO_CARD_TYPE, mintMany } from '#demo/world.ts';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import { placeInKiosk, takeFromKiosk, transfer } from '#tests/sui-node/ledger-changes.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { createCallsOnce } from '#tests/support/sui-calls.ts';
import { createCardReader } from './cards.ts';
import { ITEM_FIELD } from './kiosks.ts';
import type { Connection } from './objects.ts';

const PEOPLE = ['0xab', '0x5'].map((short) => canonicalAddress(short) as Address);
const OWNER = PEOPLE[0]!;
/** Before and after a request; few readings have more. */
const MOMENTS = 20;
/** The second change during a reading comes so much later at most. With a third it may miss a card (decision 30). */
const APART = 4;
const CHANGES = ['hand over', 'place', 'give the key', 'new kiosk', 'new kind of key'] as const;
const RUNS = 150;
const READINGS = 6;

interface Kiosk {
  readonly id: string;
  readonly holder: Address;
  readonly capId: string;
  readonly isPersonal: boolean;
}

/** Where every card lies, beside the ledger that says so. */
class People {
  readonly #ledger: Ledger;
  readonly #draw: GeneratorValue;
  readonly #kiosks = new Map<string, Kiosk>();
  readonly #cards = new Map<
    Address,
    { readonly holder: Address; readonly kioskId: string | null }
  >();

  constructor(ledger: Ledger, draw: GeneratorValue) {
    this.#ledger = ledger;
    this.#draw = draw;
    for (const holder of PEOPLE) {
      for (const id of mintMany(ledger, holder, 3) as Address[]) {
        this.#cards.set(id, { holder, kioskId: null });
      }
      this.#openKiosk(holder);
    }
  }

  /** The wallet's cards, each with the key it lies behind. */
  held(): Map<Address, string> {
    const held = new Map<Address, string>();
    for (const [id, { holder, kioskId }] of this.#cards) {
      const kiosk = kioskId === null ? undefined : this.#kiosks.get(kioskId);
      if ((kiosk?.holder ?? holder) === OWNER) held.set(id, kiosk?.capId ?? 'none');
    }
    return held;
  }

  /** One transaction of somebody. */
  change(): void {
    const what = this.pick(CHANGES);
    if (what === 'give the key') this.#giveKey(this.pick([...this.#kiosks.values()]));
    else if (what === 'new kind of key') this.#makePersonal(this.pick([...this.#kiosks.values()]));
    else this.#moveCard(this.pick([...this.#cards.keys()]), what);
  }

  pick<T>(of: readonly T[]): T {
    return of[this.#draw(fc.nat, { max: of.length - 1 })]!;
  }

  #moveCard(id: Address, what: 'hand over' | 'place' | 'new kiosk'): void {
    const ledger = this.#ledger;
    const { holder: last, kioskId } = this.#cards.get(id)!;
    const holder = (kioskId !== null && this.#kiosks.get(kioskId)?.holder) || last;
    const to = what === 'hand over' ? this.pick(PEOPLE) : holder;
    if (kioskId === null) transfer(ledger, id, to);
    else takeFromKiosk(ledger, kioskId, id, to);
    this.#cards.set(id, { holder: to, kioskId: null });
    if (what === 'hand over') return;
    const own = [...this.#kiosks.values()].filter((kiosk) => kiosk.holder === to);
    if (what === 'place' && own.length === 0) return;
    const into = what === 'place' ? this.pick(own).id : this.#openKiosk(to);
    placeInKiosk(ledger, into, id);
    this.#cards.set(id, { holder: to, kioskId: into });
  }

  #openKiosk(holder: Address): string {
    const { kioskId, capId } = createKiosk(this.#ledger, holder);
    this.#kiosks.set(kioskId, { id: kioskId, capId, holder, isPersonal: false });
    return kioskId;
  }

  #giveKey(kiosk: Kiosk): void {
    if (kiosk.isPersonal) return; // it stays with its owner
    const holder = this.pick(PEOPLE);
    transfer(this.#ledger, kiosk.capId, holder);
    this.#kiosks.set(kiosk.id, { ...kiosk, holder });
  }

  #makePersonal(kiosk: Kiosk): void {
    if (kiosk.isPersonal) return;
    const capId = this.#ledger.nextId();
    const personal = {
      id: capId,
      owner: addressOwner(kiosk.holder),
      type: PERSONAL_KIOSK_CAP_TYPE,
      hasPublicTransfer: false,
      contents: personalCapContents(capId, kiosk.id),
    };
    this.#ledger.commit({ writes: [personal], deletes: [kiosk.capId] });
    this.#kiosks.set(kiosk.id, { ...kiosk, capId, isPersonal: true });
  }
}

interface Asked {
  readonly cursor: string | null;
  readonly limit: number;
}

const CARD_LOOKS = { name: 'A card', description: null, imageUrl: 'https://cards.example/1.png' };

/** A node in this process. Each of its answers is of one moment; `between` is called before and after it. */
function openNode(
  { store }: Ledger,
  limits: { page: number; batch: number; areLooksListed: boolean },
  between: () => void,
) {
  const answer = async <T>(make: () => T): Promise<T> => {
    between();
    await null;
    const made = make();
    between();
    return made;
  };
  const looks = { output: { name: 'A card', image_url: 'https://cards.example/1.png' } };
  const shown = ({ id, type, owner, version, contents }: LedgerObject) => ({
    objectId: id,
    type,
    version: String(version),
    content: contents,
    display: type === DEMO_CARD_TYPE ? looks : null,
    owner:
      owner.kind === 'address'
        ? { $kind: 'AddressOwner', AddressOwner: owner.address }
        : owner.kind === 'object'
          ? { $kind: 'ObjectOwner', ObjectOwner: owner.id }
          : { $kind: 'Shared' },
  });
  function pageOf(all: Iterable<LedgerObject>, { cursor, limit }: Asked) {
    const left = [...all].filter(({ id }) => cursor === null || id > cursor);
    const objects = left.slice(0, Math.min(limit, limits.page));
    return {
      objects,
      cursor: objects.at(-1)?.id ?? null,
      hasNextPage: left.length > objects.length,
    };
  }
  const core = {
    listOwnedObjects: (asked: Asked & { owner: string; type: string }) =>
      answer(() => {
        const page = pageOf(
          store.listOwned(asked.owner, (type) => type === asked.type),
          asked,
        );
        return { ...page, objects: page.objects.map(shown) };
      }),
    getObjects: ({ objectIds }: { objectIds: string[] }) =>
      answer(() => ({
        objects: objectIds.map((id) => {
          const object = store.get(id);
          return object ? shown(object) : new ObjectError('', 'none', { reason: 'notFound' });
        }),
      })),
  };
  const kioskFields = (asked: Asked & { kioskId: string }) =>
    answer(() => {
      const { objects, ...page } = pageOf(store.listChildren(asked.kioskId, undefined), asked);
      const items = objects
        .filter(({ type }) => type === ITEM_FIELD)
        .map(({ contents }) => {
          const name = contents.slice(32, 64);
          return {
            nameType: '0x2::kiosk::Item',
            name,
            valueType: DEMO_CARD_TYPE,
            display: limits.areLooksListed ? CARD_LOOKS : null,
          };
        });
      return { ...page, items };
    });
  return { core, kioskFields, pageSize: limits.page, objectBatch: limits.batch };
}

const calls = createCallsOnce();

/** A reading that finds no rest may fail openly: the wallet keeps what it had. */
function unlessItMayFail(fault: unknown): null {
  if (fault instanceof ChainUnreachableError) return null;
  throw fault;
}

it('a wallet is read rightly whatever changes between the requests of a reading', {
  tags: 'H2',
}, async () => {
  let failed = 0;
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (draw) => {
      const ledger = createEmptyWorld();
      const people = new People(ledger, draw);
      let between = () => {};
      const limits = {
        page: people.pick([50, 2]),
        batch: people.pick([50, 2]),
        areLooksListed: people.pick([false, true]),
      };
      const access = openNode(ledger, limits, () => between());
      const options = { network: 'mainnet', collectionTypes: [DEMO_CARD_TYPE] };
      const readCards = createCardReader({ access, calls } as unknown as Connection, options);
      let before: Address[] = [];
      for (let count = 0; count < READINGS; count += 1) {
        for (let change = 0; change < 3; change += 1) people.change();
        const always = people.held();
        const unmoved = new Map(always);
        const ever = new Set(always.keys());
        let moment = 0;
        const first = draw(fc.nat, { max: MOMENTS });
        // Most that goes wrong takes two changes soon after each other.
        const changes = [first, first + draw(fc.nat, { max: APART })];
        between = () => {
          const due = changes.filter((at) => at === moment).length;
          moment += 1;
          if (due === 0) return;
          for (let change = 0; change < due; change += 1) people.change();
          const now = people.held();
          for (const card of now.keys()) ever.add(card);
          for (const card of always.keys()) if (!now.has(card)) always.delete(card);
          for (const [card, key] of unmoved) if (now.get(card) !== key) unmoved.delete(card);
        };
        const deadline = calls.startDeadline(60_000);
        const reading = readCards(OWNER, before, deadline).finally(deadline.end);
        const cards = await reading.catch(unlessItMayFail);
        between = () => {};
        if (cards === null) {
          failed += 1;
          continue; // what was read before stands
        }
        const read = cards.map(({ id }) => id);
        expect([...ever]).toEqual(expect.arrayContaining(read));
        expect(read).toEqual(expect.arrayContaining(before.filter((card) => always.has(card))));
        expect(read).toEqual(expect.arrayContaining([...unmoved.keys()]));
        before = read;
      }
    }),
    { numRuns: RUNS, seed: 1 },
  );
  expect(failed).toBeLessThan(RUNS / 10);
});

/** Reads the owner's wallet from this node. */
function readFrom(access: object, before: Address[] = [], by = calls) {
  const connection = { access, calls: by } as unknown as Connection;
  const options = { network: 'mainnet', collectionTypes: [DEMO_CARD_TYPE] };
  const deadline = by.startDeadline(60_000);
  const reading = createCardReader(connection, options)(OWNER, before, deadline);
  return reading.finally(deadline.end);
}

/** A wallet with one card, which lies in a kiosk, and a node that lists the looks of cards. */
function oneInKiosk() {
  const ledger = createEmptyWorld();
  const [card] = mintMany(ledger, OWNER, 1) as [Address];
  const { kioskId, capId } = createKiosk(ledger, OWNER);
  placeInKiosk(ledger, kioskId, card);
  const node = openNode(ledger, { page: 50, batch: 50, areLooksListed: true }, () => {});
  return { ledger, card, kioskId, capId, node };
}

it('a card stays counted that goes on into a second new kiosk while the first is looked for', {
  tags: 'H2',
}, async () => {
  const { ledger, card, node, ...first } = oneInKiosk();
  let { kioskId } = first;
  let moves = 0;
  const kioskFields: typeof node.kioskFields = (asked) => {
    // The keys have been listed by now.
    if (moves < 2) {
      takeFromKiosk(ledger, kioskId, card, OWNER);
      ({ kioskId } = createKiosk(ledger, OWNER));
      placeInKiosk(ledger, kioskId, card);
      moves += 1;
    }
    return node.kioskFields(asked);
  };
  const cards = await readFrom({ ...node, kioskFields }, [card]);
  expect(cards).toMatchObject([{ id: card, kioskId }]);
});

it('a card that its owner put into a new kiosk stays counted while the nodes asked for keys lag behind', {
  tags: 'H2',
}, async () => {
  const { card, node } = oneInKiosk();
  const clock = new ManualClock({ skipsSleep: true });
  const listOwnedObjects: typeof node.core.listOwnedObjects = async (asked) => {
    const page = await node.core.listOwnedObjects(asked);
    return clock.slept.length > 0 ? page : { ...page, objects: [], hasNextPage: false };
  };
  const lagging = { ...node, core: { ...node.core, listOwnedObjects } };
  const cards = await readFrom(lagging, [card], createCallsOnce(clock));
  expect(cards).toMatchObject([{ id: card }]);
});

it('a card in a new kiosk is counted, also by a node that knows nothing of its key yet when it is asked', {
  tags: 'H1',
}, async () => {
  const { card, kioskId, capId, node } = oneInKiosk();
  const getObjects: typeof node.core.getObjects = async ({ objectIds }) => {
    const { objects } = await node.core.getObjects({ objectIds });
    const none = new ObjectError('', 'none', { reason: 'notFound' });
    return { objects: objects.map((one, at) => (objectIds[at] === capId ? none : one)) };
  };
  const cards = await readFrom({ ...node, core: { ...node.core, getObjects } });
  expect(cards).toMatchObject([{ id: card, kioskId }]);
});
