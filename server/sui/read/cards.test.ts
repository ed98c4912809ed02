import { beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '#rules/address.ts';
import { ClassifiedError } from '#server/sui/calls/failures.ts';
import { createCallsOnce } from '#tests/support/sui-calls.ts';
import { createCardReader } from './cards.ts';
import type { Connection } from './objects.ts';

const CARD = `0x${'a'.padStart(64, '0')}::card::Card`;
const addressOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}` as Address;
const OWNER = addressOf(0xab);
const CARDS = 20;

const NONE = { objects: [], cursor: null, hasNextPage: false };
const cardOf = (objectId: Address) => ({
  objectId,
  type: CARD,
  owner: { $kind: 'AddressOwner', AddressOwner: OWNER },
  display: null,
});

/** How many cards this node shows. */
async function countFrom(core: object): Promise<number> {
  const calls = createCallsOnce();
  const access = { core, pageSize: 50, objectBatch: 50 };
  const options = { network: 'mainnet', collectionTypes: [CARD] };
  const readCards = createCardReader({ access, calls } as unknown as Connection, options);
  const deadline = calls.startDeadline(60_000);
  return (await readCards(OWNER, [], deadline).finally(deadline.end)).length;
}

/** Most cards of which an answer is not too long. */
let most: number;
let read: () => Promise<number>;
beforeEach(() => {
  most = Infinity;
  const ids = Array.from({ length: CARDS }, (_, n) => addressOf(n + 1));
  const tell = (asked: Address[], limit: number) => {
    if (limit > most) throw new ClassifiedError('too-long', 'a long answer');
    return asked.map(cardOf);
  };
  const core = {
    async listOwnedObjects(asked: { type: string; cursor: string | null; limit: number }) {
      const { type, cursor, limit } = asked;
      if (type !== CARD) return NONE;
      const from = Number(cursor ?? 0);
      const objects = tell(ids.slice(from, from + limit), limit);
      return { objects, cursor: String(from + limit), hasNextPage: from + limit < CARDS };
    },
    getObjects: async ({ objectIds }: { objectIds: Address[] }) => ({
      objects: tell(objectIds, objectIds.length),
    }),
  };
  read = () => countFrom(core);
});

it('a list of ever more cards is given up before it fills the memory', { tags: 'H2' }, async () => {
  const [perPage, pages] = [1_000, 120];
  let page = 0;
  const listOwnedObjects = async ({ type }: { type: string }) => {
    if (type !== CARD) return NONE;
    const objects = Array.from({ length: perPage }, (_, n) =>
      cardOf(addressOf(page * perPage + n)),
    );
    page += 1;
    // It ends after all, so that this does either way.
    return { objects, cursor: String(page), hasNextPage: page < pages };
  };
  const getObjects = async ({ objectIds }: { objectIds: Address[] }) => ({
    objects: objectIds.map(cardOf),
  });
  await expect(countFrom({ listOwnedObjects, getObjects })).rejects.toThrow('does not end');
  expect(page).toBeLessThan(pages);
});

describe('cards that carry their picture on the chain', () => {
  it.each([20, 3, 1])('are counted in answers of at most %i of them', async (fitting) => {
    most = fitting;
    expect(await read()).toBe(CARDS);
  });

  it('cannot be counted when one alone is too long', async () => {
    most = 0;
    await expect(read()).rejects.toThrow('too-long');
  });
});
