import { GrpcTypes } from '@mysten/sui/grpc';
import type { Json } from '../ledger/layouts.ts';

/** What is used of the message types of the SDK's protobuf runtime. */
export interface MessageType<T extends object = object> {
  readonly typeName: string;
  readonly fields: readonly FieldInfo[];
  create(value?: object): T;
  fromBinary(bytes: Uint8Array): T;
  toBinary(message: T): Uint8Array;
}

interface FieldInfo {
  /** As in a read mask: snake_case. */
  readonly name: string;
  readonly localName: string;
  readonly kind: string;
  readonly repeat: number;
  readonly oneof: string | undefined;
  readonly T?: unknown;
}

/** The message type of a field, undefined for scalars, enums and maps. */
export function fieldType(field: FieldInfo): MessageType | undefined {
  return field.kind === 'message' ? (field.T as () => MessageType)() : undefined;
}

type ProtoValue = NonNullable<GrpcTypes.Display['output']>;

// google.protobuf.Value is not exported by the SDK; the type of a field that holds one is.
const valueField = GrpcTypes.Display.fields.find((field) => field.name === 'output');
const Value = fieldType(valueField as FieldInfo) as unknown as {
  fromJson(json: Json): ProtoValue;
};

export function toProtoValue(json: Json): ProtoValue {
  return Value.fromJson(json);
}
