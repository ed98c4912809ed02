import {
  COIN_TYPE,
  ID_TYPE,
  KIOSK_ITEM_TYPE,
  KIOSK_LISTING_TYPE,
  KIOSK_LOCK_TYPE,
  STRING_TYPE,
  splitTypeArguments,
  UID_TYPE,
  WRAPPER_TYPE,
} from './move-types.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The fields of a Move struct in order. */
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

/** Coins, and the names of what lies in a kiosk. */
const BUILT_IN: [type: string, fields: StructFields][] = [
  [COIN_TYPE, { id: UID_TYPE, balance: 'u64' }],
  [KIOSK_ITEM_TYPE, { id: ID_TYPE }],
  [KIOSK_LISTING_TYPE, { id: ID_TYPE, is_exclusive: 'bool' }],
  [KIOSK_LOCK_TYPE, { id: ID_TYPE }],
];

const utf8 = new TextDecoder();

/** The Move struct layouts this node knows: of cards, coins and the names of dynamic fields. */
export class Layouts {
  readonly #structs = new Map(BUILT_IN);
  readonly #declared = new Map<string, Declared>();
  /** Structs made of more others than a node lays out; the chain itself allows more. */
  readonly tooLarge = new Set<string>();

  define(
    type: string,
    fields: StructFields,
    abilities: readonly Ability[] = ['store', 'key'],
    more: Partial<Declared> = {},
  ): void {
    this.#structs.set(type, fields);
    const definedIn = type.split('::', 1)[0] as string;
    this.#declared.set(type, { fields, abilities, typeParameters: 0, definedIn, ...more });
  }

  /** A struct that was defined here; undefined for those of the framework. */
  declared(type: string): Declared | undefined {
    return this.#declared.get(type);
  }

  /** The structs of a package, each with the id of the package that declared it first. */
  originsOf(packageId: string): { module: string; struct: string; definingId: string }[] {
    return [...this.#declared].flatMap(([type, { definedIn }]) => {
      const [address, module = '', struct = ''] = type.split('::');
      return address === packageId ? [{ module, struct, definingId: definedIn }] : [];
    });
  }

  /** The JSON of a value, as gRPC and GraphQL write it; undefined when its layout is unknown. */
  toJson(type: string, bytes: Uint8Array): Json | undefined {
    try {
      return this.#read(type, { bytes, at: 0 });
    } catch {
      return undefined;
    }
  }

  /** The end of a value that begins at `start`. Throws when the layout of its type is unknown. */
  endOf(type: string, bytes: Uint8Array, start: number): number {
    const cursor = { bytes, at: start };
    this.#read(type, cursor);
    return cursor.at;
  }

  #read(type: string, cursor: Cursor): Json {
    if (type === 'u64') return Buffer.from(take(cursor, 8)).readBigUInt64LE().toString();
    if (type === 'bool') return take(cursor, 1)[0] === 1;
    if (type === ID_TYPE || type === UID_TYPE) {
      return `0x${Buffer.from(take(cursor, 32)).toString('hex')}`;
    }
    if (type === STRING_TYPE) return utf8.decode(take(cursor, readLength(cursor)));
    const { name, args } = splitTypeArguments(type);
    if (name === 'vector') {
      return Array.from({ length: readLength(cursor) }, () => this.#read(args[0] ?? '', cursor));
    }
    if (name === WRAPPER_TYPE) return this.#read(args[0] ?? '', cursor);
    const fields = this.#structs.get(name);
    if (fields === undefined) throw new Error(`no layout for ${type}`);
    const values = Object.entries(fields).map(([field, fieldType]) => {
      return [field, this.#read(fieldType, cursor)] as const;
    });
    return Object.fromEntries(values);
  }
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
