import { normalizeStructTag, parseStructTag } from '@mysten/sui/utils';

const ADDRESS = /^0x[0-9a-fA-F]{1,64}$/;
const IDENTIFIER = /^[a-zA-Z][a-zA-Z0-9_]*$/;

/** The canonical spelling of an address: 0x and 64 lower-case hex digits. Undefined when it is none. */
export function canonicalAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || !ADDRESS.test(text)) return undefined;
  return `0x${text.slice(2).toLowerCase().padStart(64, '0')}`;
}

/** The canonical spelling of a Move struct type, all addresses with 64 hex digits. Throws when malformed. */
export function canonicalType(text: string): string {
  const tag = parseStructTag(text);
  if (!ADDRESS.test(tag.address) || !IDENTIFIER.test(tag.module) || !IDENTIFIER.test(tag.name)) {
    throw new Error(`invalid struct tag: ${text}`);
  }
  return normalizeStructTag(tag);
}

/** Splits `a::b::C<X,Y>` into the part before the bracket and its type arguments. */
export function splitTypeArguments(type: string): { name: string; args: string[] } {
  const open = type.indexOf('<');
  if (open < 0) return { name: type, args: [] };
  const args: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = start; at < type.length; at++) {
    const char = type[at];
    if (char === '<') depth++;
    else if (char === '>' && depth > 0) depth--;
    else if ((char === ',' && depth === 0) || char === '>') {
      args.push(type.slice(start, at).trim());
      start = at + 1;
      if (char === '>') break;
    }
  }
  return { name: type.slice(0, open), args };
}

/**
 * A struct type as a filter: without arguments it matches every instantiation. Throws when malformed. Whole modules and
 * packages, which nodes take as well, are not provided.
 */
export function typeFilter(text: string): (type: string) => boolean {
  const wanted = canonicalType(text);
  if (wanted.includes('<')) return (type) => type === wanted;
  return (type) => type === wanted || type.startsWith(`${wanted}<`);
}

const MOVE_STDLIB = canonicalAddress('0x1');
const SUI_FRAMEWORK = canonicalAddress('0x2');

export const STRING_TYPE = `${MOVE_STDLIB}::string::String`;
export const UID_TYPE = `${SUI_FRAMEWORK}::object::UID`;
export const ID_TYPE = `${SUI_FRAMEWORK}::object::ID`;
export const COIN_TYPE = `${SUI_FRAMEWORK}::coin::Coin`;
export const SUI_TYPE = `${SUI_FRAMEWORK}::sui::SUI`;
export const SUI_COIN_TYPE = `${COIN_TYPE}<${SUI_TYPE}>`;
export const FIELD_TYPE = `${SUI_FRAMEWORK}::dynamic_field::Field`;
export const WRAPPER_TYPE = `${SUI_FRAMEWORK}::dynamic_object_field::Wrapper`;
export const KIOSK_TYPE = `${SUI_FRAMEWORK}::kiosk::Kiosk`;
export const KIOSK_ITEM_TYPE = `${SUI_FRAMEWORK}::kiosk::Item`;
export const KIOSK_LISTING_TYPE = `${SUI_FRAMEWORK}::kiosk::Listing`;
export const KIOSK_LOCK_TYPE = `${SUI_FRAMEWORK}::kiosk::Lock`;
export const KIOSK_OWNER_CAP_TYPE = `${SUI_FRAMEWORK}::kiosk::KioskOwnerCap`;

/** Mainnet package of the kiosk extension that binds a kiosk to its owner. */
export const PERSONAL_KIOSK_CAP_TYPE =
  '0x0cb4bcc0560340eb1a1b929cabe56b33fc6449820ec8c1980d69bb98b649b802::personal_kiosk::PersonalKioskCap';
/** Mainnet package of the OriginByte kiosk. */
export const ORIGIN_BYTE_OWNER_TOKEN_TYPE =
  '0x95a441d389b07437d00dd07e0b6f05f513d7659b13fd7c5d3923c7d9d847199b::ob_kiosk::OwnerToken';

/** The coin type inside `Coin<T>`, undefined for every other type. */
export function coinTypeOf(type: string): string | undefined {
  return type.startsWith(`${COIN_TYPE}<`) ? type.slice(COIN_TYPE.length + 1, -1) : undefined;
}
