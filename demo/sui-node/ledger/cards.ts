import { bcs } from '@mysten/sui/bcs';
import type { DisplayTemplate } from './displays.ts';
import type { Ledger, ObjectDraft } from './ledger.ts';
import { canonicalType, STRING_TYPE, UID_TYPE } from './move-types.ts';
import { addressOwner, type LedgerObject } from './objects.ts';

export interface CardText {
  readonly name: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly number: number;
}

const Card = bcs.struct('Card', {
  id: bcs.Address,
  name: bcs.string(),
  description: bcs.string(),
  image_url: bcs.string(),
  number: bcs.u64(),
});

const CARD_DISPLAY: DisplayTemplate = {
  name: '{name}',
  description: '{description}',
  image_url: '{image_url}',
  number: '{number}',
};

/** Makes a struct type known as a card type, with its layout and, unless null, its display template. */
export function defineCardType(
  ledger: Ledger,
  type: string,
  display: DisplayTemplate | null = CARD_DISPLAY,
): void {
  ledger.layouts.define(canonicalType(type), [
    ['id', UID_TYPE],
    ['name', STRING_TYPE],
    ['description', STRING_TYPE],
    ['image_url', STRING_TYPE],
    ['number', 'u64'],
  ]);
  ledger.displays.set(canonicalType(type), display);
}

/** A card not yet on the ledger; the owner is an address until it is placed elsewhere. */
export function cardDraft(type: string, owner: string, id: string, text: CardText): ObjectDraft {
  const { name, description, imageUrl, number } = text;
  const contents = Card.serialize({ id, name, description, image_url: imageUrl, number }).toBytes();
  return {
    id,
    owner: addressOwner(owner),
    type: canonicalType(type),
    hasPublicTransfer: true,
    contents,
  };
}

/** Mints a card to an address. */
export function mintCard(
  ledger: Ledger,
  type: string,
  owner: string,
  text: CardText,
  id: string = ledger.nextId(),
): LedgerObject {
  return ledger.commit({ writes: [cardDraft(type, owner, id, text)] })[0] as LedgerObject;
}
