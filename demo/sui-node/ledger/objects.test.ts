import { bcs } from '@mysten/sui/bcs';
import { expect, test } from 'vitest';
import {
  mintCard,
  placeInKiosk,
  transfer,
  transferToParty,
} from '#tests/sui-node/ledger-changes.ts';
import { coinContents, mintCoin } from './coins.ts';
import { createKiosk } from './kiosks.ts';
import { Ledger } from './ledger.ts';
import { SUI_COIN_TYPE } from './move-types.ts';
import { meteredSize, type Owner, objectBcs, objectDigest } from './objects.ts';

const TYPE = `0x${'ab'.repeat(32)}::genesis::Card`;
const owner = `0x${'1'.repeat(64)}`;

test('objects serialize as the SDK reads them, whoever owns them', () => {
  const ledger = new Ledger();
  const text = { name: 'n', description: 'd'.repeat(300), imageUrl: 'ipfs://x', number: 7 };
  const card = mintCard(ledger, TYPE, owner, text);
  const coin = mintCoin(ledger, owner, 5n);
  const { kioskId } = createKiosk(ledger, owner);
  placeInKiosk(ledger, kioskId, card.id, true);
  const field = ledger.object(card.id).owner;
  const ids = [card.id, coin.id, kioskId, field.kind === 'object' ? field.id : ''];
  const ofParty = transferToParty(ledger, mintCard(ledger, TYPE, owner, text).id, owner);
  const objects = [card, ofParty, ...ids.map((id) => ledger.object(id))];
  expect(new Set(objects.map((object) => object.owner.kind)).size).toBe(4);
  for (const object of objects) {
    const parsed = bcs.Object.parse(objectBcs(object));
    expect(parsed.data.Move).toMatchObject({
      hasPublicTransfer: object.hasPublicTransfer,
      version: object.version.toString(),
    });
    expect(Buffer.from(parsed.data.Move?.contents ?? [])).toEqual(Buffer.from(object.contents));
    expect(parsed.owner).toMatchObject(parsedOwner(object.owner));
    expect(parsed.previousTransaction).toBe(object.previousTransaction);
    expect(parsed.storageRebate).toBe(object.storageRebate.toString());
    expect(Buffer.from(bcs.Object.serialize(parsed).toBytes())).toEqual(
      Buffer.from(objectBcs(object)),
    );
  }
});

function parsedOwner(of: Owner): object {
  if (of.kind === 'address') return { AddressOwner: of.address };
  if (of.kind === 'object') return { ObjectOwner: of.id };
  if (of.kind === 'shared') {
    return { Shared: { initialSharedVersion: of.initialVersion.toString() } };
  }
  const startVersion = of.startVersion.toString();
  return { ConsensusAddressOwner: { startVersion, owner: of.address } };
}

test('a card is written as its Move struct', () => {
  const Card = bcs.struct('Card', {
    id: bcs.Address,
    name: bcs.string(),
    description: bcs.string(),
    image_url: bcs.string(),
    number: bcs.u64(),
  });
  const text = { name: 'Æther', description: 'd'.repeat(300), imageUrl: 'ipfs://x', number: 7 };
  const { id, contents } = mintCard(new Ledger(), TYPE, owner, text);
  expect(Card.parse(new Uint8Array(contents))).toEqual({
    id,
    name: text.name,
    description: text.description,
    image_url: text.imageUrl,
    number: '7',
  });
});

test('every version of an object has a digest of its own', () => {
  const ledger = new Ledger();
  const coin = mintCoin(ledger, owner, 5n);
  const moved = transfer(ledger, coin.id, owner);
  expect(objectDigest(moved)).not.toBe(objectDigest(coin));
  expect(objectDigest(coin)).toBe(objectDigest({ ...coin }));
});

test('a SUI coin is charged for 130 bytes: 988,000 MIST of rebate', () => {
  expect(meteredSize(SUI_COIN_TYPE, coinContents(owner, 1n))).toBe(130);
  expect(mintCoin(new Ledger(), owner, 1n).storageRebate).toBe(988_000n);
});
