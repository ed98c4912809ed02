import { toBase64 } from '@mysten/sui/utils';
import { encodeCursor, takePage } from '../cursors.ts';
import type { NodeContext } from '../front.ts';
import { type Balance, balancesOf, NO_BALANCE } from '../ledger/coins.ts';
import { fieldView } from '../ledger/dynamic-fields.ts';
import type { Json } from '../ledger/layouts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { COIN_TYPE, coinTypeOf, typeFilter } from '../ledger/move-types.ts';
import { listKey } from '../ledger/object-store.ts';
import { coinBalance, type LedgerObject, objectDigest } from '../ledger/objects.ts';
import { type ObjectOptions, objectJson, objectResponse, shortType } from './object-json.ts';
import {
  addressParam,
  cursorParam,
  invalidParams,
  JSON_RPC_CODE,
  JsonRpcFaultError,
  limitParam,
  type Params,
  textParam,
  typeParam,
} from './params.ts';

type Method = (context: NodeContext, params: Params) => Json;

/** Methods that read what an address or an object holds, and the chain itself. */
export const READ_METHODS: Readonly<Record<string, Method>> = {
  sui_multiGetObjects({ ledger, limits }, params) {
    const ids = params[0];
    if (!Array.isArray(ids)) throw invalidParams('object ids must be a list');
    if (ids.length > limits.jsonRpcMaxBatch) {
      throw invalidParams(`input contains more than ${limits.jsonRpcMaxBatch} object ids`);
    }
    const options = optionsParam(params[1]);
    return ids.map((_, index) => objectResponse(ledger, addressParam(ids, index), options));
  },

  sui_getNormalizedMoveStruct({ ledger }, params) {
    const name = [0, 1, 2].map((index) => textParam(params, index)).join('::');
    const declared = ledger.layouts.declared(typeParam([name], 0));
    if (declared === undefined) {
      const words = `No struct was found with struct name ${name}`;
      throw new JsonRpcFaultError(JSON_RPC_CODE.INTERNAL_ERROR, words);
    }
    return {
      abilities: {
        abilities: declared.abilities.map((one) => one[0]!.toUpperCase() + one.slice(1)),
      },
      fields: Object.entries(declared.fields).map(([field, type]) => ({ name: field, type })),
      typeParameters: Array.from({ length: declared.typeParameters }, () => ({
        constraints: { abilities: [] },
        isPhantom: false,
      })),
    };
  },

  suix_getOwnedObjects(context, params) {
    const { ledger, limits } = context;
    const owner = addressParam(params, 0);
    const query = (params[1] ?? {}) as { filter?: unknown; options?: unknown };
    const options = optionsParam(query.options);
    const after = cursorParam(params, 2);
    const limit = limitParam(params, 3, limits.jsonRpcMaxPage);
    const list = ledger.store.listOwned(owner, ownedFilter(query.filter), after);
    return pageJson(takePage(list, after, limit), (object) => ({
      data: objectJson(ledger, object, options),
    }));
  },

  suix_getCoins: (context, params) =>
    coins(context, addressParam(params, 0), typeParam(params, 1), params.slice(2)),

  suix_getBalance({ ledger }, params) {
    const coinType = typeParam(params, 1);
    const balance = balancesOf(ledger, addressParam(params, 0)).get(coinType);
    return balanceJson(coinType, balance ?? NO_BALANCE);
  },

  suix_getCoinMetadata({ ledger }, params) {
    const metadata = ledger.coinMetadata.get(typeParam(params, 0));
    return metadata === undefined ? null : { ...metadata };
  },

  suix_getDynamicFields({ ledger, limits }, params) {
    const parent = addressParam(params, 0);
    const after = cursorParam(params, 1);
    const limit = limitParam(params, 2, limits.jsonRpcMaxPage);
    const list = withView(ledger, ledger.store.listChildren(parent, after?.id));
    return pageJson(takePage(list, after, limit), (object) => fieldJson(ledger, object));
  },

  suix_resolveNameServiceAddress: ({ ledger }, params) =>
    ledger.addressOf(String(params[0])) ?? null,

  suix_getReferenceGasPrice: ({ ledger }) => ledger.referenceGasPrice.toString(),

  sui_getLatestCheckpointSequenceNumber: ({ ledger }) => ledger.checkpoint.toString(),

  sui_getCheckpoint({ ledger }, params) {
    const id = String(params[0]);
    const isNewest = id === ledger.checkpoint.toString();
    if (id !== '0' && !isNewest) throw invalidParams('only the first and the newest one are kept');
    return {
      digest: ledger.chainIdentifier,
      epoch: '0',
      sequenceNumber: id,
      timestampMs: (isNewest ? ledger.now() : ledger.epochStartMs).toString(),
      networkTotalTransactions: '0',
      transactions: [],
      checkpointCommitments: [],
    };
  },

  /** Without what it says of validators, stakes and funds. */
  suix_getLatestSuiSystemState: ({ ledger }) => ({
    epoch: ledger.epoch.toString(),
    protocolVersion: ledger.protocolVersion.toString(),
    referenceGasPrice: ledger.referenceGasPrice.toString(),
    epochStartTimestampMs: ledger.epochStartMs.toString(),
  }),
};

function optionsParam(options: unknown): ObjectOptions {
  return (options ?? {}) as ObjectOptions;
}

function ownedFilter(filter: unknown): ((type: string) => boolean) | undefined {
  if (filter === undefined || filter === null) return undefined;
  try {
    return typeFilter(String((filter as { StructType?: unknown }).StructType));
  } catch (error) {
    throw invalidParams((error as Error).message);
  }
}

function pageJson(
  { items, hasNext }: { items: LedgerObject[]; hasNext: boolean },
  render: (object: LedgerObject) => Json,
): Json {
  const last = items.at(-1);
  const nextCursor = last === undefined ? null : encodeCursor(listKey(last));
  return { data: items.map(render), hasNextPage: hasNext, nextCursor };
}

function coins(context: NodeContext, owner: string, coinType: string, rest: Params) {
  const { ledger, limits } = context;
  const after = cursorParam(rest, 0);
  const limit = limitParam(rest, 1, limits.jsonRpcMaxPage);
  const isWanted = (type: string) => type === `${COIN_TYPE}<${coinType}>`;
  const list = ledger.store.listOwned(owner, isWanted, after);
  return pageJson(takePage(list, after, limit), (coin) => ({
    coinType: shortType(coinTypeOf(coin.type) ?? ''),
    coinObjectId: coin.id,
    version: coin.version.toString(),
    digest: objectDigest(coin),
    balance: (coinBalance(coin) ?? 0n).toString(),
    previousTransaction: coin.previousTransaction,
  }));
}

function balanceJson(coinType: string, { inCoins, coinCount, inAddress }: Balance): Json {
  return {
    coinType: shortType(coinType),
    coinObjectCount: coinCount,
    totalBalance: (inCoins + inAddress).toString(),
    lockedBalance: {},
    fundsInAddressBalance: inAddress.toString(),
  };
}

function* withView(ledger: Ledger, fields: Iterable<LedgerObject>): Generator<LedgerObject> {
  for (const field of fields) if (fieldView(ledger, field) !== undefined) yield field;
}

function fieldJson(ledger: Ledger, object: LedgerObject): Json {
  const view = fieldView(ledger, object);
  if (view === undefined) return {};
  const child = view.childId === undefined ? undefined : ledger.store.get(view.childId);
  const named = child ?? object;
  return {
    name: { type: shortType(view.name.type) },
    bcsEncoding: 'base64',
    bcsName: toBase64(view.name.bcs),
    type: view.kind === 'object' ? 'DynamicObject' : 'DynamicField',
    objectType: shortType(child?.type ?? view.value.type),
    objectId: named.id,
    version: Number(named.version),
    digest: objectDigest(named),
  };
}
