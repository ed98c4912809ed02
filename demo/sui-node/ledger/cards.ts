import { addressBytes, lengthBytes, u64Bytes } from './hashes.ts';
import type { Ledger, ObjectDraft } from './ledger.ts';
import { canonicalType, STRING_TYPE, UID_TYPE } from './move-types.ts';
import { addressOwner } from './objects.ts';

export interface CardText {
  readonly name: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly number: number;
}

/** Makes a struct type known as a card type, with its layout. */
export function defineCardType(ledger: Ledger, type: string, hasDisplay = true): void {
  ledger.layouts.define(canonicalType(type), {
    id: UID_TYPE,
    name: STRING_TYPE,
    description: STRING_TYPE,
    image_url: STRING_TYPE,
    number: 'u64',
  });
  ledger.displays.set(canonicalType(type), hasDisplay);
}

/** A card not yet on the ledger; the owner is an address until it is placed elsewhere. */
export function cardDraft(type: string, owner: string, id: string, text: CardText): ObjectDraft {
  const contents = Buffer.concat([
    addressBytes(id),
    ...[text.name, text.description, text.imageUrl].flatMap(stringBcs),
    u64Bytes(BigInt(text.number)),
  ]);
  return {
    id,
    owner: addressOwner(owner),
    type: canonicalType(type),
    hasPublicTransfer: true,
    contents,
  };
}

function stringBcs(text: string): [Uint8Array, Uint8Array] {
  const bytes = Buffer.from(text);
  return [lengthBytes(bytes.length), bytes];
}
