import { bcs } from '@mysten/sui/bcs';
import { addressBytes, dynamicFieldId } from './hashes.ts';
import type { Ledger, ObjectDraft } from './ledger.ts';
import { FIELD_TYPE, ID_TYPE, splitTypeArguments, WRAPPER_TYPE } from './move-types.ts';
import type { LedgerObject } from './objects.ts';

/** The id that every field begins with. */
const ADDRESS_BYTES = 32;

const nameTypeTags = new Map<string, Uint8Array>();

function nameTypeTag(type: string): Uint8Array {
  let tag = nameTypeTags.get(type);
  if (tag === undefined) {
    tag = bcs.TypeTag.serialize(type).toBytes();
    nameTypeTags.set(type, tag);
  }
  return tag;
}

interface FieldName {
  readonly type: string;
  readonly bcs: Uint8Array;
}

export function fieldId(parent: string, name: FieldName): string {
  return dynamicFieldId(parent, nameTypeTag(name.type), name.bcs);
}

export function objectFieldId(parent: string, name: FieldName): string {
  return fieldId(parent, { type: `${WRAPPER_TYPE}<${name.type}>`, bcs: name.bcs });
}

/** A dynamic field with a plain value. */
export function fieldDraft(
  parent: string,
  name: FieldName,
  value: { type: string; bcs: Uint8Array },
): ObjectDraft {
  const id = fieldId(parent, name);
  return {
    id,
    owner: { kind: 'object', id: parent },
    type: `${FIELD_TYPE}<${name.type},${value.type}>`,
    hasPublicTransfer: false,
    contents: Buffer.concat([addressBytes(id), name.bcs, value.bcs]),
  };
}

/** A dynamic object field: the field object, and the child that it owns. */
export function objectFieldDrafts(
  parent: string,
  name: FieldName,
  child: ObjectDraft,
): [field: ObjectDraft, child: ObjectDraft] {
  const wrapped = { type: `${WRAPPER_TYPE}<${name.type}>`, bcs: name.bcs };
  const value = { type: ID_TYPE, bcs: addressBytes(child.id) };
  const field = fieldDraft(parent, wrapped, value);
  return [field, { ...child, owner: { kind: 'object', id: field.id } }];
}

/** A dynamic field as clients list it. */
export interface FieldView {
  readonly field: LedgerObject;
  readonly kind: 'field' | 'object';
  /** For an object field the name inside the wrapper. */
  readonly name: FieldName;
  /** The value stored in the field; for an object field the id of the child. */
  readonly value: { readonly type: string; readonly bcs: Uint8Array };
  /** Only object fields have one. */
  readonly childId: string | undefined;
}

/** Reads a field object; undefined when the object is no dynamic field, or the layout of its value too large. */
export function fieldView(ledger: Ledger, object: LedgerObject): FieldView | undefined {
  if (!object.type.startsWith(`${FIELD_TYPE}<`)) return undefined;
  const [storedNameType = '', valueType = ''] = splitTypeArguments(object.type).args;
  if (ledger.layouts.tooLarge.has(valueType)) return undefined;
  const nameEnd = ledger.layouts.endOf(storedNameType, object.contents, ADDRESS_BYTES);
  const name = object.contents.slice(ADDRESS_BYTES, nameEnd);
  const value = { type: valueType, bcs: object.contents.slice(nameEnd) };
  const wrapper = splitTypeArguments(storedNameType);
  const isObject = wrapper.name === WRAPPER_TYPE;
  return {
    field: object,
    kind: isObject ? 'object' : 'field',
    name: { type: isObject ? (wrapper.args[0] as string) : storedNameType, bcs: name },
    value,
    childId: isObject ? `0x${Buffer.from(value.bcs).toString('hex')}` : undefined,
  };
}
