/** Kiosks: whose they are, and what lies in them (SUI's own layouts; RULINGS H1). */
import { bcs } from '@mysten/sui/bcs';
import { normalizeStructTag } from '@mysten/sui/utils';
import type { Address } from '#rules/address.ts';
import type { CardPlace } from '#rules/cards.ts';
import type { KioskField } from './chain.sui.access.ts';
import type { Face } from './chain.sui.face.ts';
import { MisshapenAnswer } from './chain.sui.failures.ts';

/** An object whose holder controls a kiosk. The `owner` field of the kiosk itself says nothing. */
export interface KioskKey {
  readonly type: string;
  readonly place: CardPlace;
  /** The kiosk that the key with this content opens; null while the cap inside is lent out. */
  kioskOf(content: Uint8Array): string | null;
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
  kioskOf: (content) => OwnerCap.parse(content).for,
};

function personal(packageId: string): KioskKey {
  return {
    type: `${packageId}::personal_kiosk::PersonalKioskCap`,
    place: 'personal-kiosk',
    kioskOf: (content) => PersonalCap.parse(content).cap?.for ?? null,
  };
}

function originByte(packageId: string): KioskKey {
  return {
    type: `${packageId}::ob_kiosk::OwnerToken`,
    place: 'originbyte-kiosk',
    kioskOf: (content) => OwnerToken.parse(content).kiosk,
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

/** A network of one's own takes mainnet's ids: where they do not exist, nothing is found under them. */
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
  return Kiosk.parse(content).item_count;
}

export interface KioskItem {
  readonly id: Address;
  readonly type: string;
  readonly face: Face | null;
}

const ITEM = normalizeStructTag('0x2::kiosk::Item');
const LISTING = normalizeStructTag('0x2::kiosk::Listing');
const LOCK = normalizeStructTag('0x2::kiosk::Lock');
const ID_BYTES = 32;

/** Gathers a kiosk's fields. An item, its listing and its lock are separate fields, in any order. */
export class KioskContents {
  readonly items: KioskItem[] = [];
  readonly #listed = new Set<string>();
  readonly #locked = new Set<string>();
  readonly #spellings = new Map<string, string>();

  add(field: KioskField): void {
    const kind = this.#canonical(field.nameType);
    // Every one of these names begins with the item's id; a listing adds whether it is exclusive.
    if (kind === ITEM) {
      if (!field.valueType) throw new MisshapenAnswer('a kiosk item without a type');
      const type = this.#canonical(field.valueType);
      this.items.push({ id: idIn(field.name), type, face: field.face });
    } else if (kind === LISTING) this.#listed.add(idIn(field.name));
    else if (kind === LOCK) this.#locked.add(idIn(field.name));
  }

  isListed(id: string): boolean {
    return this.#listed.has(id);
  }

  isLocked(id: string): boolean {
    return this.#locked.has(id);
  }

  /** Transports spell types differently, and parsing each of ten thousand would show. */
  #canonical(type: string): string {
    let canonical = this.#spellings.get(type);
    if (canonical === undefined) {
      canonical = type.includes('::') ? normalizeStructTag(type) : type;
      this.#spellings.set(type, canonical);
    }
    return canonical;
  }
}

function idIn(name: Uint8Array): Address {
  return bcs.Address.parse(name.subarray(0, ID_BYTES)) as Address;
}
