/** Kiosks in Sui's own layouts: whose they are, and what lies in them (H1). */
import { bcs, TypeTagSerializer } from '@mysten/sui/bcs';
import { normalizeStructTag } from '@mysten/sui/utils';
import { blake2b } from '@noble/hashes/blake2.js';
import type { Address } from '#rules/address.ts';
import type { CardPlace } from '#rules/cards.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import { MalformedAnswerError } from '#server/sui/calls/failures.ts';
import type { KioskField } from '#server/sui/transports/access.ts';
import { type CardDisplay, ifFinal } from './display.ts';

/** An object whose holder controls a kiosk. The `owner` field of the kiosk itself says nothing. */
export interface KioskKey {
  readonly type: string;
  readonly place: CardPlace;
  /** The kiosk that the key with this content opens; null while the cap inside is lent out. */
  kioskOf(content: Uint8Array): string | null;
}

/** Parses a copy: in a view of a longer buffer the SDK reads past the end of the view. */
function parse<T>(type: { parse(bytes: Uint8Array): T }, bytes: Uint8Array): T {
  return type.parse(new Uint8Array(bytes));
}

const OwnerCap = bcs.struct('KioskOwnerCap', { id: bcs.Address, for: bcs.Address });
const PersonalCap = bcs.struct('PersonalKioskCap', { id: bcs.Address, cap: bcs.option(OwnerCap) });
const OwnerToken = bcs.struct('OwnerToken', {
  id: bcs.Address,
  kiosk: bcs.Address,
  owner: bcs.Address,
});

const ORDINARY: KioskKey = {
  type: normalizeStructTag('0x2::kiosk::KioskOwnerCap'),
  place: 'kiosk',
  kioskOf: (content) => parse(OwnerCap, content).for,
};

function personal(packageId: string): KioskKey {
  return {
    type: `${packageId}::personal_kiosk::PersonalKioskCap`,
    place: 'personal-kiosk',
    kioskOf: (content) => parse(PersonalCap, content).cap?.for ?? null,
  };
}

function originByte(packageId: string): KioskKey {
  return {
    type: `${packageId}::ob_kiosk::OwnerToken`,
    place: 'originbyte-kiosk',
    kioskOf: (content) => parse(OwnerToken, content).kiosk,
  };
}

const TESTNET_KEYS: readonly KioskKey[] = [
  ORDINARY,
  personal('0x06f6bdd3f2e2e759d8a4b9c252f379f7a05e72dfe4c0b9311cdac27b8eb791b1'),
];

const MAINNET_KEYS: readonly KioskKey[] = [
  ORDINARY,
  personal('0x0cb4bcc0560340eb1a1b929cabe56b33fc6449820ec8c1980d69bb98b649b802'),
  originByte('0x95a441d389b07437d00dd07e0b6f05f513d7659b13fd7c5d3923c7d9d847199b'),
];

/** A private network gets mainnet's ids: if they do not exist there, nothing is found. */
export function kioskKeysOf(network: string): readonly KioskKey[] {
  return network === 'testnet' ? TESTNET_KEYS : MAINNET_KEYS;
}

const Kiosk = bcs.struct('Kiosk', {
  id: bcs.Address,
  profits: bcs.u64(),
  owner: bcs.Address,
  item_count: bcs.u32(),
  allow_extensions: bcs.bool(),
});

export const KIOSK_TYPE = normalizeStructTag('0x2::kiosk::Kiosk');

/** How many items lie in the kiosk with this content. */
export function itemCount(content: Uint8Array): number {
  return parse(Kiosk, content).item_count;
}

interface KioskCard {
  readonly id: Address;
  readonly type: string;
  /** Null while it may still be incomplete. */
  display: CardDisplay | null;
}

const ITEM = normalizeStructTag('0x2::kiosk::Item');
const LISTING = normalizeStructTag('0x2::kiosk::Listing');
const LOCK = normalizeStructTag('0x2::kiosk::Lock');
const ID_BYTES = 32;
/** As u64. */
const ID_LENGTH = '2000000000000000';

/** The object between a kiosk and an item in it. Contracts may keep objects at a kiosk in fields of their own. */
export const ITEM_FIELD = normalizeStructTag(
  '0x2::dynamic_field::Field<0x2::dynamic_object_field::Wrapper<0x2::kiosk::Item>, 0x2::object::ID>',
);

/** The objects that say what lies in a kiosk, what of it is listed, and what is locked. */
const KIOSK_FIELDS: ReadonlySet<string> = new Set([
  ITEM_FIELD,
  normalizeStructTag(`0x2::dynamic_field::Field<${LISTING}, u64>`),
  normalizeStructTag(`0x2::dynamic_field::Field<${LOCK}, bool>`),
]);

/** Whether an object of this type is one of the kiosk's own, and not what somebody else attached to it. */
export function isKioskField(type: string): boolean {
  return KIOSK_FIELDS.has(canonical(type));
}

const ITEM_NAME = bcs.TypeTag.serialize(
  TypeTagSerializer.parseFromStr('0x2::dynamic_object_field::Wrapper<0x2::kiosk::Item>'),
).toHex();

/** The id of that object, as `deriveDynamicFieldID` of the SDK, in a quarter of its time: a wallet has thousands. */
export function itemFieldId(kioskId: Address, itemId: Address): Address {
  const name = itemId.slice(2);
  const hashed = `f0${kioskId.slice(2)}${ID_LENGTH}${name}${ITEM_NAME}`;
  const id = blake2b(Buffer.from(hashed, 'hex'), { dkLen: 32 });
  return `0x${Buffer.from(id).toString('hex')}` as Address;
}

/** What a kiosk's fields say. An item, its listing and its lock are separate fields, in any order. */
export class KioskContents {
  readonly cards: KioskCard[] = [];
  readonly #types: ReadonlySet<string>;
  #listed = new Set<string>();
  #locked = new Set<string>();
  #itemCount = 0;
  #withoutDisplay = 0;

  /** `types` are those of cards, canonical; other items are only counted. */
  constructor(types: ReadonlySet<string>) {
    this.#types = types;
  }

  /** @param hasFields whether the display was also taken from the item's own fields */
  add(field: KioskField, hasFields: boolean): void {
    const kind = canonical(field.nameType);
    // Each of these names begins with the item's id.
    if (kind === ITEM) this.#addItem(field, hasFields);
    else if (kind === LISTING) this.#listed.add(idIn(field.name));
    else if (kind === LOCK) this.#locked.add(idIn(field.name));
  }

  #addItem({ valueType, name, display }: KioskField, hasFields: boolean): void {
    if (!valueType) throw new MalformedAnswerError('a kiosk item without a type');
    this.#itemCount += 1;
    const type = canonical(valueType);
    if (!this.#types.has(type)) return;
    const card = { id: idIn(name), type, display: ifFinal(display, hasFields) };
    if (card.display === null) this.#withoutDisplay += 1;
    this.cards.push(card);
  }

  /** Items of whatever type. */
  get itemCount(): number {
    return this.#itemCount;
  }

  /** Cards whose display was not in the list. */
  get withoutDisplay(): number {
    return this.#withoutDisplay;
  }

  /** How many ids are kept here. */
  get size(): number {
    return this.cards.length + this.#listed.size + this.#locked.size;
  }

  isListed(id: string): boolean {
    return this.#listed.has(id);
  }

  isLocked(id: string): boolean {
    return this.#locked.has(id);
  }

  /** Drops what is not about cards, and the displays: they may change while the kiosk does not. */
  keepCardsOnly(): void {
    const ids = this.cards.map(({ id }) => id);
    this.#listed = new Set(ids.filter((id) => this.#listed.has(id)));
    this.#locked = new Set(ids.filter((id) => this.#locked.has(id)));
    for (const card of this.cards) card.display = null;
  }
}

/** Bounded: anybody can invent types and put them into a kiosk. */
const spellings = new BoundedCache<string, string>(1_000);

/** Transports spell types differently; parsing ten thousand of them each time would be slow. */
function canonical(type: string): string {
  let known = spellings.get(type);
  if (known === undefined) {
    known = isStruct(type) ? normalizeStructTag(type) : type;
    spellings.set(type, known);
  }
  return known;
}

/** The name of a field can have any type, also a vector of structs, and the SDK throws at that. */
function isStruct(type: string): boolean {
  return type.includes('::') && !type.startsWith('vector<');
}

function idIn(name: Uint8Array): Address {
  return parse(bcs.Address, name.subarray(0, ID_BYTES)) as Address;
}
