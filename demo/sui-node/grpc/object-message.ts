import { GrpcTypes } from '@mysten/sui/grpc';
import type { Json } from '../ledger/layouts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { coinBalance, type LedgerObject, type Owner, objectDigest } from '../ledger/objects.ts';
import { type MessageType, toProtoValue } from './message-type.ts';
import type { ReadMask } from './read-mask.ts';

const ObjectType = GrpcTypes.Object as MessageType<GrpcTypes.Object>;
const { Owner_OwnerKind: OwnerKind } = GrpcTypes;

function ownerMessage(owner: Owner): GrpcTypes.Owner {
  switch (owner.kind) {
    case 'address':
      return { kind: OwnerKind.ADDRESS, address: owner.address };
    case 'object':
      return { kind: OwnerKind.OBJECT, address: owner.id };
    case 'shared':
      return { kind: OwnerKind.SHARED, version: owner.initialVersion };
    case 'party': {
      const { address, startVersion: version } = owner;
      return { kind: OwnerKind.CONSENSUS_ADDRESS, address, version };
    }
  }
}

const MESSAGE_FIELDS: {
  readonly [field: string]: (ledger: Ledger, object: LedgerObject) => Partial<GrpcTypes.Object>;
} = {
  object_id: (_, object) => ({ objectId: object.id }),
  version: (_, object) => ({ version: object.version }),
  digest: (_, object) => ({ digest: objectDigest(object) }),
  owner: (_, object) => ({ owner: ownerMessage(object.owner) }),
  object_type: (_, object) => ({ objectType: object.type }),
  contents: (_, object) => ({ contents: { name: object.type, value: object.contents } }),
  balance: (_, object) => {
    const balance = coinBalance(object);
    return balance === undefined ? {} : { balance };
  },
  json: (ledger, object) => {
    const json = ledger.layouts.toJson(object.type, object.contents);
    return json === undefined ? {} : { json: toProtoValue(json) };
  },
  display: (ledger, object) => {
    const display = ledger.displays.of(object);
    return display === null ? {} : { display: displayMessage(display) };
  },
};

function displayMessage(display: { output: Json; errors: Json }): GrpcTypes.Display {
  return {
    ...(display.output !== null && { output: toProtoValue(display.output) }),
    ...(display.errors !== null && { errors: toProtoValue(display.errors) }),
  };
}

/** An object as a message with the fields wanted. Only those are computed. */
export function objectMessage(
  ledger: Ledger,
  object: LedgerObject,
  mask: ReadMask,
): GrpcTypes.Object {
  const message = ObjectType.create();
  for (const [field, render] of Object.entries(MESSAGE_FIELDS)) {
    if (mask.has(field)) Object.assign(message, render(ledger, object));
  }
  return mask.trim(ObjectType, message);
}

export function objectBytes(ledger: Ledger, object: LedgerObject, mask: ReadMask): Uint8Array {
  return ObjectType.toBinary(objectMessage(ledger, object, mask));
}
