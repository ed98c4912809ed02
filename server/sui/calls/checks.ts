/** Checks of arguments and answers. Only one of the SDK's three clients checks its arguments. */
import { bcs } from '@mysten/sui/bcs';
import {
  fromBase64,
  isValidStructTag,
  isValidSuiAddress,
  isValidSuiNSName,
  isValidTransactionDigest,
  normalizeStructTag,
  normalizeSuiAddress,
  parseStructTag,
} from '@mysten/sui/utils';
import type { Address } from '#rules/address.ts';
import {
  ChainInputError,
  type CoinInfo,
  DRY_RUN_BUDGET,
  type MoveStruct,
} from '#server/sui/chain.ts';
import { MalformedAnswerError } from './failures.ts';

const LONGEST_SYMBOL = 12;

export function checkedAddress(text: string, what = 'address'): Address {
  if (!text.startsWith('0x') || !isValidSuiAddress(text)) {
    throw new ChainInputError(`Invalid Sui ${what}`);
  }
  return text.toLowerCase() as Address;
}

export const checkedObjectId = (text: string): Address => checkedAddress(text, 'object id');

export function checkedObjectIds(ids: readonly string[]): Address[] {
  const checked = ids.map(checkedObjectId);
  if (new Set(checked).size < checked.length) {
    throw new ChainInputError('Duplicate object ids in batch call');
  }
  return checked;
}

export function checkedDigest(text: string): string {
  if (!isValidTransactionDigest(text)) throw new ChainInputError('Invalid transaction digest');
  return text;
}

/** A Move struct type in its canonical spelling. Registry names are refused: the SDK would ask a server about them. */
export function checkedType(text: string): string {
  if (/[@/]/.test(text) || !isValidStructTag(text)) {
    throw new ChainInputError(`Invalid Move type ${text}`);
  }
  return normalizeStructTag(text);
}

/** Why no object ever has this type, though its package declares such a struct; null when it may. */
export function whyNoObject(type: string, declared: MoveStruct): string | null {
  const { address, module, name, typeParams } = parseStructTag(checkedType(type));
  const { definedIn, typeParameters } = declared;
  if (definedIn !== null && definedIn !== address) {
    return `${type} names an upgrade of its package, and the type of every card names the first: no card would be found. It is ${definedIn}::${module}::${name}`;
  }
  if (typeParams.length === typeParameters) return null;
  return `${type} has ${typeParams.length} type arguments and takes ${typeParameters}: no card would be found`;
}

export function checkedName(text: string): string {
  if (!isValidSuiNSName(text)) throw new ChainInputError('Invalid SuiNS name');
  return text.toLowerCase();
}

/** Returns `transaction` when it can be read as transaction data. */
export function checkedTransaction(transaction: Uint8Array): Uint8Array {
  transactionBudget(transaction);
  return transaction;
}

export function checkedTrial(transaction: Uint8Array): Uint8Array {
  if (transactionBudget(transaction) > DRY_RUN_BUDGET) {
    throw new ChainInputError(`A dry run takes a budget of ${DRY_RUN_BUDGET} MIST at most`);
  }
  return transaction;
}

function transactionBudget(transaction: Uint8Array): bigint {
  try {
    return BigInt(bcs.TransactionData.parse(transaction).V1.gasData.budget);
  } catch {
    throw new ChainInputError('Invalid transaction bytes');
  }
}

export function checkedSignatures(signatures: readonly string[]): string[] {
  if (signatures.length === 0 || !signatures.every(isBase64)) {
    throw new ChainInputError('Invalid signature');
  }
  return [...signatures];
}

export function isBase64(text: string): boolean {
  try {
    return fromBase64(text).length > 0;
  } catch {
    return false;
  }
}

/** A whole number in an answer, never negative. The SDK fills gaps with '' or undefined; these must not become 0. */
export function answeredAmount(text: string | null | undefined): bigint {
  if (typeof text !== 'string' || !/^\d+$/.test(text)) {
    throw new MalformedAnswerError('a number is missing');
  }
  return BigInt(text);
}

/** The number of a checkpoint. Rounds keep it for ever, and a larger one could not be read from the database any more. */
export function answeredCheckpoint(text: string | null | undefined): bigint {
  const checkpoint = answeredAmount(text);
  if (checkpoint > Number.MAX_SAFE_INTEGER) {
    throw new MalformedAnswerError('there is no such checkpoint');
  }
  return checkpoint;
}

/** Anybody can make a coin and choose its symbol, so unusual characters are removed. */
export function answeredCoinInfo(
  info: { readonly decimals: number; readonly symbol: string } | null,
): CoinInfo | null {
  if (info === null) return null;
  const { decimals } = info;
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255) {
    throw new MalformedAnswerError('decimals are missing');
  }
  const symbol = info.symbol.replace(/[^\p{L}\p{N}$._-]/gu, '').slice(0, LONGEST_SYMBOL);
  return { decimals, symbol: symbol === '' ? 'tokens' : symbol };
}

/** An id in an answer, in its canonical spelling. */
export function answeredId(text: string | null | undefined): Address {
  if (typeof text !== 'string' || !isValidSuiAddress(text)) {
    throw new MalformedAnswerError('an id is missing');
  }
  return normalizeSuiAddress(text) as Address;
}
