import { bcs } from '@mysten/sui/bcs';
import { deriveDynamicFieldID } from '@mysten/sui/utils';
import { describe, expect, it } from 'vitest';
import type { Address } from '#rules/address.ts';
import { itemFieldId, KioskContents, kioskKeysOf } from './kiosks.ts';

const ITEM_ID = `0x${'17'.repeat(32)}`;
const id = bcs.Address.serialize(ITEM_ID).toBytes();
const CARD = '0xa::card::Card';
const FULL_CARD = `0x${'a'.padStart(64, '0')}::card::Card`;

/** As a node's answer has it: more of the answer follows in memory. */
const cutShort = (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 12);

function field(nameType: string, valueType: string, name: Uint8Array = id) {
  return { nameType, name, valueType, display: null };
}

it('the id of an item in a kiosk is what the SDK derives', () => {
  const kiosk = `0x${'0a'.repeat(32)}` as Address;
  const name = '0x2::dynamic_object_field::Wrapper<0x2::kiosk::Item>';
  expect(itemFieldId(kiosk, ITEM_ID as Address)).toBe(deriveDynamicFieldID(kiosk, name, id));
});

describe('kioskKeysOf', () => {
  it('knows three kinds of key on mainnet and two on testnet, under other packages', () => {
    const types = (network: string) => kioskKeysOf(network).map(({ type }) => type);
    expect(types('mainnet')).toHaveLength(3);
    expect(types('localnet')).toEqual(types('mainnet'));
    expect(types('testnet')).toHaveLength(2);
    expect(types('testnet')[0]).toBe(types('mainnet')[0]);
    expect(types('testnet')[1]).not.toBe(types('mainnet')[1]);
  });

  it('reads a key, and refuses one that is cut short', () => {
    const [ordinary, personal, originByte] = kioskKeysOf('mainnet');
    const two = Uint8Array.of(...id, ...id);
    expect(ordinary?.kioskOf(two)).toBe(ITEM_ID);
    expect(() => ordinary?.kioskOf(id)).toThrow();
    expect(() => ordinary?.kioskOf(cutShort(two))).toThrow();
    expect(personal?.kioskOf(Uint8Array.of(...id, 0))).toBeNull();
    expect(personal?.kioskOf(Uint8Array.of(...id, 1, ...two))).toBe(ITEM_ID);
    expect(originByte?.kioskOf(Uint8Array.of(...two, ...id))).toBe(ITEM_ID);
  });
});

describe('KioskContents', () => {
  it('puts item, listing and lock together, in any order and spelling', () => {
    const contents = new KioskContents(new Set([FULL_CARD]));
    const full = `0x${'2'.padStart(64, '0')}`;
    contents.add(field(`${full}::kiosk::Lock`, 'bool'), false);
    contents.add(field('0x2::kiosk::Listing', 'u64', Uint8Array.of(...id, 1)), false);
    contents.add(field('0x2::kiosk::Item', CARD), false);
    contents.add(
      field('0x2::kiosk_extension::ExtensionKey<0xb::ext::Ext>', '0x2::bag::Bag'),
      false,
    );
    contents.add(field('u64', 'u64'), false);
    expect(contents.cards).toHaveLength(1);
    expect(contents.cards[0]).toMatchObject({
      id: ITEM_ID,
      type: FULL_CARD,
    });
    expect([contents.isListed(ITEM_ID), contents.isLocked(ITEM_ID)]).toEqual([true, true]);
    expect(contents.isLocked('0x1')).toBe(false);
  });

  it('refuses an item whose id is cut short', () => {
    const contents = new KioskContents(new Set([FULL_CARD]));
    expect(() => contents.add(field('0x2::kiosk::Item', CARD, cutShort(id)), false)).toThrow();
  });

  it('does not pass over an item whose type the node could not tell', () => {
    const contents = new KioskContents(new Set([FULL_CARD]));
    expect(() => contents.add(field('0x2::kiosk::Item', ''), false)).toThrow('without a type');
  });
});
