import { toBase64 } from '@mysten/sui/utils';
import {
  ASCII_STRING_TYPE,
  BALANCE_TYPE,
  COIN_TYPE,
  FIELD_TYPE,
  ID_TYPE,
  KIOSK_ITEM_TYPE,
  KIOSK_LISTING_TYPE,
  KIOSK_LOCK_TYPE,
  KIOSK_OWNER_CAP_TYPE,
  KIOSK_TYPE,
  OPTION_TYPE,
  ORIGIN_BYTE_OWNER_TOKEN_TYPE,
  PERSONAL_KIOSK_CAP_TYPE,
  STRING_TYPE,
  SUI_TYPE,
  splitTypeArguments,
  UID_TYPE,
  URL_TYPE,
  WRAPPER_TYPE,
} from './move-types.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The fields of a Move struct in order; `$0`, `$1` stand for its type arguments. */
type StructFields = Readonly<Record<string, string>>;

export type Ability = 'copy' | 'drop' | 'store' | 'key';

/** A struct as its module declares it. */
export interface Declared {
  readonly fields: StructFields;
  readonly abilities: readonly Ability[];
  /** How many type arguments it takes. */
  readonly typeParameters: number;
  /** The package that declared it first. */
  readonly definedIn: string;
}

/**
 * How a value is written as JSON: `plain` as gRPC and GraphQL do, `legacy` as JSON-RPC did
 * (structs as {type, fields}, UID as {id}, bytes as numbers).
 */
type JsonStyle = 'plain' | 'legacy';

const BUILT_IN: [type: string, fields: StructFields][] = [
  [UID_TYPE, { id: ID_TYPE }],
  [ID_TYPE, { bytes: 'address' }],
  [BALANCE_TYPE, { value: 'u64' }],
  [COIN_TYPE, { id: UID_TYPE, balance: `${BALANCE_TYPE}<$0>` }],
  [FIELD_TYPE, { id: UID_TYPE, name: '$0', value: '$1' }],
  [WRAPPER_TYPE, { name: '$0' }],
  [
    KIOSK_TYPE,
    {
      id: UID_TYPE,
      profits: `${BALANCE_TYPE}<${SUI_TYPE}>`,
      owner: 'address',
      item_count: 'u32',
      allow_extensions: 'bool',
    },
  ],
  [KIOSK_ITEM_TYPE, { id: ID_TYPE }],
  [KIOSK_LISTING_TYPE, { id: ID_TYPE, is_exclusive: 'bool' }],
  [KIOSK_LOCK_TYPE, { id: ID_TYPE }],
  [KIOSK_OWNER_CAP_TYPE, { id: UID_TYPE, for: ID_TYPE }],
  [PERSONAL_KIOSK_CAP_TYPE, { id: UID_TYPE, cap: `${OPTION_TYPE}<${KIOSK_OWNER_CAP_TYPE}>` }],
  [ORIGIN_BYTE_OWNER_TOKEN_TYPE, { id: UID_TYPE, kiosk: ID_TYPE, owner: 'address' }],
];

const UNSIGNED_BYTES: Record<string, number> = {
  u8: 1,
  u16: 2,
  u32: 4,
  u64: 8,
  u128: 16,
  u256: 32,
};
const TEXT_TYPES = new Set([STRING_TYPE, ASCII_STRING_TYPE, URL_TYPE]);
const utf8 = new TextDecoder();

/** The Move struct layouts this node knows; turns BCS into JSON and finds where a value ends. */
export class Layouts {
  readonly #structs = new Map(BUILT_IN);
  readonly #instances = new Map<string, Instance>();
  readonly #declared = new Map<string, Declared>();

  define(
    type: string,
    fields: StructFields,
    abilities: readonly Ability[] = ['store', 'key'],
    more: Partial<Declared> = {},
  ): void {
    this.#structs.set(type, fields);
    const definedIn = type.split('::', 1)[0] as string;
    this.#declared.set(type, { fields, abilities, typeParameters: 0, definedIn, ...more });
    this.#instances.clear();
  }

  /** A struct that was defined here; those of the framework are not told. */
  declared(type: string): Declared | undefined {
    return this.#declared.get(type);
  }

  /** Where the structs were declared first that were defined here under this address. */
  originsOf(packageId: string): { module: string; struct: string; definingId: string }[] {
    return [...this.#declared].flatMap(([type, { definedIn }]) => {
      const [address, module = '', struct = ''] = type.split('::');
      return address === packageId ? [{ module, struct, definingId: definedIn }] : [];
    });
  }

  /** The JSON of a value; undefined when its layout is unknown. */
  toJson(type: string, bytes: Uint8Array, style: JsonStyle): Json | undefined {
    try {
      return this.#read(type, { bytes, at: 0 }, style);
    } catch {
      return undefined;
    }
  }

  /** Where the value of this type ends that begins at `start`. Throws when its layout is unknown. */
  endOf(type: string, bytes: Uint8Array, start: number): number {
    const cursor = { bytes, at: start };
    this.#read(type, cursor, 'plain');
    return cursor.at;
  }

  #read(type: string, cursor: Cursor, style: JsonStyle): Json {
    const unsigned = UNSIGNED_BYTES[type];
    if (unsigned !== undefined) return readUnsigned(cursor, unsigned);
    if (type === 'bool') return take(cursor, 1)[0] === 1;
    if (type === 'address' || type === ID_TYPE) return readAddress(cursor);
    if (TEXT_TYPES.has(type)) return utf8.decode(take(cursor, readLength(cursor)));
    if (type === UID_TYPE) {
      const id = readAddress(cursor);
      return style === 'legacy' ? { id } : id;
    }
    const { name, args, fields } = this.#instance(type);
    if (name === BALANCE_TYPE) return readUnsigned(cursor, 8);
    if (name === 'vector') return this.#readVector(args[0] ?? '', cursor, style);
    if (name === OPTION_TYPE) {
      return readLength(cursor) === 0 ? null : this.#read(args[0] ?? '', cursor, style);
    }
    if (fields === undefined) throw new Error(`no layout for ${name}`);
    const isOutermost = cursor.at === 0;
    const json: Record<string, Json> = {};
    for (const [field, fieldType] of Object.entries(fields)) {
      json[field] = this.#read(fieldType, cursor, style);
    }
    return style === 'legacy' && !isOutermost ? { type, fields: json } : json;
  }

  /** A type taken apart, with its type arguments put into its fields. */
  #instance(type: string): Instance {
    let instance = this.#instances.get(type);
    if (instance === undefined) {
      const { name, args } = splitTypeArguments(type);
      const declared = this.#structs.get(name);
      const filled = (type: string) =>
        type.replace(/\$(\d)/g, (_, index) => args[Number(index)] ?? '');
      const fields =
        declared &&
        Object.fromEntries(
          Object.entries(declared).map(([field, fieldType]) => [field, filled(fieldType)]),
        );
      instance = { name, args, fields };
      this.#instances.set(type, instance);
    }
    return instance;
  }

  #readVector(element: string, cursor: Cursor, style: JsonStyle): Json {
    const length = readLength(cursor);
    if (element === 'u8') {
      const bytes = take(cursor, length);
      return style === 'legacy' ? [...bytes] : toBase64(bytes);
    }
    return Array.from({ length }, () => this.#read(element, cursor, style));
  }
}

interface Instance {
  readonly name: string;
  readonly args: readonly string[];
  /** Undefined when the layout is unknown. */
  readonly fields: StructFields | undefined;
}

interface Cursor {
  bytes: Uint8Array;
  at: number;
}

function take(cursor: Cursor, length: number): Uint8Array {
  const end = cursor.at + length;
  if (end > cursor.bytes.length) throw new Error('value ends early');
  const part = cursor.bytes.subarray(cursor.at, end);
  cursor.at = end;
  return part;
}

function readLength(cursor: Cursor): number {
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = take(cursor, 1)[0] ?? 0;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return length;
  }
}

function readAddress(cursor: Cursor): string {
  return `0x${Buffer.from(take(cursor, 32)).toString('hex')}`;
}

/** Up to u32 a JSON number, above a string, as nodes write them. */
function readUnsigned(cursor: Cursor, length: number): number | string {
  let value = 0n;
  const bytes = take(cursor, length);
  for (let index = length - 1; index >= 0; index--)
    value = (value << 8n) | BigInt(bytes[index] ?? 0);
  return length <= 4 ? Number(value) : value.toString();
}
