import { toBase64 } from '@mysten/sui/utils';
import { GraphQLError } from 'graphql';
import type { NodeContext } from '../front.ts';
import { type Balance, balancesOf, NO_BALANCE } from '../ledger/coins.ts';
import { type FieldView, fieldView } from '../ledger/dynamic-fields.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { canonicalType, typeFilter } from '../ledger/move-types.ts';
import { listKey } from '../ledger/object-store.ts';
import { type LedgerObject, type Owner, objectDigest } from '../ledger/objects.ts';
import { badInput, connection, type PageArguments } from './pages.ts';

/** type Address: what it holds and, when it is an object's, what hangs below it. */
export function addressSource(context: NodeContext, address: string): object {
  const { ledger, limits } = context;
  return {
    __typename: 'Address',
    id: address,
    address,
    balance: ({ coinType }: { coinType: string }) => {
      const type = typeArgument(coinType);
      return balanceSource(type, balancesOf(ledger, address).get(type) ?? NO_BALANCE);
    },
    objects: ({ filter, ...page }: PageArguments & { filter?: { type?: string | null } | null }) =>
      connection(
        limits,
        page,
        (after) => ledger.store.listOwned(address, ownedFilter(filter?.type), after),
        listKey,
        (object) => moveObjectSource(context, object),
      ),
    dynamicFields: (page: PageArguments) => dynamicFields(context, address, page),
  };
}

function ownedFilter(type: string | null | undefined): ((type: string) => boolean) | undefined {
  if (type == null) return undefined;
  try {
    return typeFilter(type);
  } catch (error) {
    throw badInput((error as Error).message);
  }
}

export function typeArgument(text: string): string {
  try {
    return canonicalType(text);
  } catch {
    throw badInput(`Invalid type: ${text}`);
  }
}

function balanceSource(coinType: string, { inCoins, inAddress }: Balance): object {
  return {
    coinType: { repr: coinType },
    totalBalance: (inCoins + inAddress).toString(),
    coinBalance: inCoins.toString(),
    addressBalance: inAddress.toString(),
  };
}

function commonFields(context: NodeContext, object: LedgerObject) {
  return {
    id: object.id,
    address: object.id,
    version: Number(object.version),
    digest: () => objectDigest(object),
    storageRebate: object.storageRebate.toString(),
    owner: () => ownerSource(context, object.owner),
    previousTransaction: { digest: object.previousTransaction },
    dynamicFields: (page: PageArguments) => dynamicFields(context, object.id, page),
  };
}

/** type Object */
export function objectSource(context: NodeContext, object: LedgerObject): object {
  return {
    __typename: 'Object',
    ...commonFields(context, object),
    asMoveObject: () => moveObjectSource(context, object),
    asMovePackage: null,
  };
}

/** type MoveObject */
function moveObjectSource(context: NodeContext, object: LedgerObject): object {
  return {
    __typename: 'MoveObject',
    ...commonFields(context, object),
    hasPublicTransfer: object.hasPublicTransfer,
    contents: {
      ...valueSource(context.ledger, object.type, object.contents),
      display: () => context.ledger.displays.of(object),
    },
  };
}

/** type MoveValue, of anything but a whole object */
function valueSource(ledger: Ledger, type: string, bytes: Uint8Array): object {
  return {
    __typename: 'MoveValue',
    type: { repr: type },
    bcs: () => toBase64(bytes),
    json: () => ledger.layouts.toJson(type, bytes) ?? null,
    display: null,
  };
}

function ownerSource(context: NodeContext, owner: Owner): object {
  switch (owner.kind) {
    case 'address':
      return { __typename: 'AddressOwner', address: addressSource(context, owner.address) };
    case 'object':
      return { __typename: 'ObjectOwner', address: addressSource(context, owner.id) };
    case 'shared':
      return { __typename: 'Shared', initialSharedVersion: Number(owner.initialVersion) };
    case 'party': {
      const address = addressSource(context, owner.address);
      const startVersion = Number(owner.startVersion);
      return { __typename: 'ConsensusAddressOwner', address, startVersion };
    }
  }
}

function dynamicFields(context: NodeContext, parent: string, page: PageArguments): object {
  const { ledger, limits } = context;
  return connection(
    limits,
    page,
    (after) => ledger.store.listChildren(parent, after?.id),
    listKey,
    (object) => fieldSource(context, object, fieldView(ledger, object)),
  );
}

function fieldSource(
  context: NodeContext,
  object: LedgerObject,
  view: FieldView | undefined,
): object {
  const { ledger } = context;
  const child = view?.childId === undefined ? undefined : ledger.store.get(view.childId);
  return {
    __typename: 'DynamicField',
    ...commonFields(context, object),
    contents: valueSource(ledger, object.type, object.contents),
    name: () => {
      if (view === undefined) throw tooLarge();
      return valueSource(ledger, view.name.type, view.name.bcs);
    },
    value: () => {
      if (view === undefined) throw tooLarge();
      if (child !== undefined) return moveObjectSource(context, child);
      return valueSource(ledger, view.value.type, view.value.bcs);
    },
  };
}

/** An error of this field alone: the others are answered. */
function tooLarge(): GraphQLError {
  const words = 'More than 256 struct definitions required to resolve type';
  return new GraphQLError(words, { extensions: { code: 'RESOURCE_EXHAUSTED' } });
}

export function nullable<T, R>(value: T | undefined, render: (value: T) => R): R | null {
  return value === undefined ? null : render(value);
}
