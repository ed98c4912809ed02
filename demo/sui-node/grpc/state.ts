import { GrpcTypes } from '@mysten/sui/grpc';
import type { NodeContext } from '../front.ts';
import { balancesOf, NO_BALANCE } from '../ledger/coins.ts';
import { type FieldView, fieldView } from '../ledger/dynamic-fields.ts';
import { canonicalType, SUI_TYPE, typeFilter } from '../ledger/move-types.ts';
import { listKey } from '../ledger/object-store.ts';
import type { MessageType } from './message-type.ts';
import { objectBytes, objectMessage } from './object-message.ts';
import {
  decodePageToken,
  encodePage,
  encodePageToken,
  readMask,
  requiredAddress,
} from './paging.ts';
import type { ReadMask } from './read-mask.ts';
import { invalidArgument, notFound } from './status.ts';

const DynamicField = GrpcTypes.DynamicField as MessageType<GrpcTypes.DynamicField>;
const FieldKind = GrpcTypes.DynamicField_DynamicFieldKind;

/** sui.rpc.v2.StateService: what an address or an object holds. */
export const stateMethods = {
  ListOwnedObjects: listOwnedObjects,
  ListDynamicFields: listDynamicFields,
  GetBalance: getBalance,
  GetCoinInfo: getCoinInfo,
};

function listOwnedObjects(context: NodeContext, request: GrpcTypes.ListOwnedObjectsRequest) {
  const { ledger } = context;
  const owner = requiredAddress('owner', request.owner);
  const accepts = ownedTypeFilter(request.objectType);
  const mask = readMask(GrpcTypes.Object, request.readMask, [
    'object_id',
    'version',
    'object_type',
  ]);
  const madeFor = { owner, objectType: request.objectType ?? '' };
  const token = decodePageToken(request.pageToken, madeFor);
  const from = token && {
    type: token.type ?? '',
    balance: BigInt(token.balance ?? 0),
    id: token.id ?? '',
  };
  return encodePage(
    context,
    request.pageSize,
    ledger.store.listOwned(owner, accepts, from),
    (object) => objectBytes(ledger, object, mask),
    (object) => {
      const { type, balance, id } = listKey(object);
      return encodePageToken({ ...madeFor, type, balance: balance.toString(), id });
    },
  );
}

function ownedTypeFilter(objectType: string | undefined): ((type: string) => boolean) | undefined {
  if (objectType === undefined) return undefined;
  try {
    return typeFilter(objectType);
  } catch {
    throw invalidArgument('object_type', 'invalid object_type');
  }
}

function listDynamicFields(context: NodeContext, request: GrpcTypes.ListDynamicFieldsRequest) {
  const { ledger } = context;
  const parent = requiredAddress('parent', request.parent);
  const mask = readMask(DynamicField, request.readMask, ['parent', 'field_id']);
  const token = decodePageToken(request.pageToken, { parent });
  return encodePage(
    context,
    request.pageSize,
    ledger.store.listChildren(parent, token?.id),
    (object) => {
      const view = fieldView(ledger, object);
      return view && DynamicField.toBinary(dynamicFieldMessage(context, parent, view, mask));
    },
    (object) => encodePageToken({ parent, id: object.id }),
  );
}

function dynamicFieldMessage(
  { ledger }: NodeContext,
  parent: string,
  view: FieldView,
  mask: ReadMask,
): GrpcTypes.DynamicField {
  const child = view.childId === undefined ? undefined : ledger.store.get(view.childId);
  const valueType = view.kind === 'object' ? child?.type : view.value.type;
  const fieldMask = mask.below('field_object');
  const childMask = mask.below('child_object');
  const message = DynamicField.create({
    kind: view.kind === 'object' ? FieldKind.OBJECT : FieldKind.FIELD,
    parent,
    fieldId: view.field.id,
    name: { name: view.name.type, value: view.name.bcs },
    value: { name: view.value.type, value: view.value.bcs },
    ...(valueType !== undefined && { valueType }),
    ...(view.childId !== undefined && { childId: view.childId }),
    ...(fieldMask && { fieldObject: objectMessage(ledger, view.field, fieldMask) }),
    ...(childMask && child && { childObject: objectMessage(ledger, child, childMask) }),
  });
  return mask.trim(DynamicField, message);
}

function getBalance({ ledger }: NodeContext, request: GrpcTypes.GetBalanceRequest) {
  const owner = requiredAddress('owner', request.owner);
  const coinType = coinTypeField(request.coinType ?? SUI_TYPE);
  const { inCoins, inAddress } = balancesOf(ledger, owner).get(coinType) ?? NO_BALANCE;
  const balance = inCoins + inAddress;
  return { balance: { coinType, balance, coinBalance: inCoins, addressBalance: inAddress } };
}

function getCoinInfo({ ledger }: NodeContext, request: GrpcTypes.GetCoinInfoRequest) {
  const coinType = coinTypeField(request.coinType);
  const metadata = ledger.coinMetadata.get(coinType);
  if (metadata === undefined) throw notFound(`Coin type ${coinType}`);
  const { iconUrl, ...rest } = metadata;
  return { coinType, metadata: { ...rest, ...(iconUrl !== null && { iconUrl }) } };
}

function coinTypeField(text: string | undefined): string {
  if (text === undefined) throw invalidArgument('coin_type', 'missing');
  try {
    return canonicalType(text);
  } catch {
    throw invalidArgument('coin_type', 'invalid coin_type');
  }
}
