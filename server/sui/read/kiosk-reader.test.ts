import { bcs } from '@mysten/sui/bcs';
import { ObjectError } from '@mysten/sui/client';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Address } from '#rules/address.ts';
import { ClassifiedError } from '#server/sui/calls/failures.ts';
import type { KioskFieldQuery, SuiAccess } from '#server/sui/transports/access.ts';
import { createCallsOnce } from '#tests/support/sui-calls.ts';
import type { CardDisplay } from './display.ts';
import { createKioskReader, type FoundCard } from './kiosk-reader.ts';
import { KIOSK_TYPE } from './kiosks.ts';

const CARD = `0x${'a'.repeat(64)}::card::Card`;
const idOf = (digit: string) => `0x${digit.repeat(64)}` as Address;
const kiosk = { id: idOf('1'), keyId: idOf('2'), place: 'kiosk' as const };

/** A node with one kiosk; `asked` are the cursors it was asked for. */
function createNode() {
  const asked: (string | null)[] = [];
  const node = { version: '7', items: 4, itemCount: 4, asked, display: null as CardDisplay | null };
  const isKnown = (_cursor: string | null) => true;
  /** Whether the kiosk is an object of its own, and not inside another one. */
  const isSeen = true;
  /** Most items of which an answer is not too long. */
  const most = Infinity;
  const limits: number[] = [];
  return { ...node, perPage: 1, isKnown, isSeen, most, limits };
}

let node: ReturnType<typeof createNode>;
beforeEach(() => {
  node = createNode();
  const access = {
    objectBatch: 50,
    pageSize: 50,
    kioskFields: async ({ cursor, limit }: KioskFieldQuery) => {
      node.limits.push(limit);
      if (limit > node.most) throw new ClassifiedError('too-long', 'a long answer');
      node.asked.push(cursor);
      if (!node.isKnown(cursor)) throw new ClassifiedError('refused', 'unknown cursor');
      const at = Number(cursor ?? 0);
      const { display, perPage } = node;
      const items = Array.from({ length: perPage }, (_, index) => {
        const name = bcs.Address.serialize(`0x${at + index + 1}`).toBytes();
        return { nameType: '0x2::kiosk::Item', name, valueType: CARD, display };
      });
      const next = at + perPage;
      return { items, cursor: String(next), hasNextPage: next < node.items };
    },
    core: {
      getObjects: async () => {
        const { version, itemCount } = node;
        const none = new ObjectError('', 'none', { reason: 'notFound' });
        if (!node.isSeen) return { objects: [none] };
        const rest = bcs.tuple([bcs.u64(), bcs.Address, bcs.u32(), bcs.bool()]);
        const tail = rest.serialize([0, '0x5', itemCount, false]).toBytes();
        const content = Uint8Array.of(...bcs.Address.serialize(kiosk.id).toBytes(), ...tail);
        return { objects: [{ objectId: kiosk.id, type: KIOSK_TYPE, version, content }] };
      },
    },
  };
  const calls = createCallsOnce();
  const connection = { access: access as unknown as SuiAccess, calls };
  reader = createKioskReader(connection, { types: new Set([CARD]), pagesPerReading: 4 });
  readOnce = async () => {
    node.asked = [];
    const deadline = calls.startDeadline(1_000);
    found = await reader.read([kiosk], false, deadline).finally(deadline.end);
    return found.length;
  };
});
let reader: ReturnType<typeof createKioskReader>;
let readOnce: () => Promise<number>;
/** What the last reading found. */
let found: readonly FoundCard[];

describe('kiosk reader', () => {
  it('begins anew when the node has forgotten where the last reading stopped', async () => {
    await expect(readOnce()).rejects.toThrow('4 pages read'); // the first page is read twice
    node.isKnown = (cursor) => cursor === null;
    await expect(readOnce()).rejects.toThrow('refused');
    expect(node.asked).toEqual(['3', null, '1']);
    node.isKnown = () => true;
    expect(await readOnce()).toBe(4);
    expect(node.asked).toEqual(['1', '2', '3']);
  });

  it('takes no list for whole whose kiosk changed before its last part was read', {
    tags: 'H1',
  }, async () => {
    await expect(readOnce()).rejects.toThrow('4 pages read');
    node.isKnown = () => {
      node.version = '8';
      return true;
    };
    await expect(readOnce()).rejects.toThrow('changed while it was read');
    expect([await readOnce(), node.asked]).toEqual([4, [null, '1', '2', '3']]);
  });

  it('remembers no list of another length than the kiosk says: the node that made it may lag', async () => {
    [node.items, node.itemCount] = [3, 4];
    expect(await readOnce()).toBe(3);
    node.items = 4;
    await expect(readOnce()).rejects.toThrow('4 pages read');
    expect(await readOnce()).toBe(4);
    node.asked = [];
    expect(await readOnce()).toBe(4);
    expect(node.asked).toEqual([]);
  });

  it('gives up a list of many more items than the kiosk says, and reads on at once when it has an end', {
    tags: 'H2',
  }, async () => {
    [node.items, node.itemCount, node.perPage] = [Infinity, 3, 600];
    await expect(readOnce()).rejects.toThrow('more than lies in it');
    expect(node.asked).toEqual([null, null, '600']);
    [node.items, node.perPage] = [3, 1];
    expect(await readOnce()).toBe(3);
  });

  it('remembers no display: it may change while the kiosk does not', async () => {
    [node.items, node.itemCount] = [2, 2];
    node.display = { name: 'Card', description: null, imageUrl: 'https://pictures/1' };
    expect(await readOnce()).toBe(2);
    expect(found.map(({ display }) => display)).toEqual([node.display, node.display]);
    await readOnce();
    expect([node.asked, found.map(({ display }) => display)]).toEqual([[], [null, null]]);
  });

  it('remembers what lies in a kiosk that nobody sees for some minutes, since it has no version', {
    tags: 'H1',
  }, async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    onTestFinished(() => now.mockRestore());
    [node.isSeen, node.items] = [false, 3];
    expect(await readOnce()).toBe(3);
    node.items = 4;
    expect([await readOnce(), node.asked]).toEqual([3, []]);
    now.mockReturnValue(11 * 60 * 1000);
    expect(await readOnce()).toBe(4);
  });

  it('lists a kiosk again when it is told to forget it', async () => {
    node.items = 3;
    node.itemCount = 3;
    expect(await readOnce()).toBe(3);
    await readOnce();
    expect(node.asked).toEqual([]);
    reader.forget(kiosk.id);
    expect(await readOnce()).toBe(3);
    expect(node.asked).not.toEqual([]);
  });

  it('asks for fewer items when an answer is too long: the owner of a kiosk may give it fields with long names', {
    tags: 'H2',
  }, async () => {
    [node.items, node.itemCount, node.most] = [1, 1, 7];
    expect(await readOnce()).toBe(1);
    expect(node.limits).toEqual([50, 7]);
    node.most = 0;
    await expect(readOnce()).rejects.toThrow('too-long');
    expect(node.limits.slice(2)).toEqual([50, 7, 1]);
  });
});
