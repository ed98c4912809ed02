import { fromBase64 } from '@mysten/sui/utils';
import { accumulatorId } from '../ledger/address-balances.ts';
import type { TransactionData } from '../ledger/executed.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { SUI_COIN_TYPE, SUI_TYPE } from '../ledger/move-types.ts';
import { coinBalance, type LedgerObject, objectDigest } from '../ledger/objects.ts';
import type { Program } from './commands.ts';
import { TransactionRefusedError } from './failures.ts';
import { MAX_BUDGET, MAX_PAYMENT_COINS, minBudget } from './gas.ts';
import type { Value } from './values.ts';

type Reference = TransactionData['gasData']['payment'][number];

/** What a transaction may touch, as it stands before it runs. */
export interface LoadedInputs {
  readonly values: Value[];
  /** Each gets a new version even when the program leaves it as it is. */
  readonly objects: LedgerObject[];
}

/** Loads the inputs of a program; each must exist in the version named and belong to the sender. */
export function loadInputs(ledger: Ledger, program: Program, sender: string): LoadedInputs {
  const loaded: LoadedInputs = { values: [], objects: [] };
  for (const input of program.inputs) {
    if (input.Pure) {
      loaded.values.push({ kind: 'pure', bytes: fromBase64(input.Pure.bytes) });
      continue;
    }
    const reference = input.Object?.ImmOrOwnedObject;
    if (reference === undefined) {
      const kind = Object.keys(input.Object ?? input)[0];
      throw new TransactionRefusedError(`Feature is not supported: ${kind} inputs`);
    }
    const object = loadExact(ledger, reference);
    refuseForeign(object, sender);
    loaded.values.push({ kind: 'object', id: object.id });
    loaded.objects.push(object);
  }
  refuseRepeated(loaded.objects);
  return loaded;
}

/** Loads the coins that pay; all must be SUI of the gas owner and together cover the budget. */
export function loadPayment(ledger: Ledger, { gasData }: TransactionData): LedgerObject[] {
  refuseBadBudget(ledger, gasData);
  const { payment, owner, budget } = gasData;
  if (payment.length > MAX_PAYMENT_COINS) {
    throw new TransactionRefusedError(`Size limit exceeded: maximum number of gas payment objects`);
  }
  const coins = payment.map((reference) => {
    const coin = loadExact(ledger, reference);
    refuseForeign(coin, owner);
    if (coin.type !== SUI_COIN_TYPE) {
      throw new TransactionRefusedError(`Gas object is not an owned SUI coin: ${coin.id}`);
    }
    return coin;
  });
  const total = coins.reduce((sum, coin) => sum + (coinBalance(coin) ?? 0n), 0n);
  if (total < BigInt(budget)) {
    throw new TransactionRefusedError(
      `Balance of gas object ${total} is lower than the needed amount: ${budget}`,
    );
  }
  return coins;
}

/**
 * No coins named: the address balance of the gas owner pays. No object's version keeps such a transaction from being
 * sent again, so it must be good for two epochs at most, as long as its digest is remembered.
 */
export function refuseUnpaid(
  ledger: Ledger,
  { gasData, expiration }: TransactionData,
  program: Program,
): void {
  refuseBadBudget(ledger, gasData);
  if (program.commands.some(usesGasCoin)) {
    throw new TransactionRefusedError(
      'Feature is not supported: Gas coin cannot be used as an argument when gas is paid from address balance',
    );
  }
  const window = expiration.ValidDuring;
  if (window == null) throw new TransactionRefusedError('Missing gas payment');
  const { minEpoch, maxEpoch } = window;
  const isShort = minEpoch != null && maxEpoch != null && BigInt(maxEpoch) - BigInt(minEpoch) <= 1n;
  if (!isShort || window.minTimestamp != null || window.maxTimestamp != null) {
    throw new TransactionRefusedError(
      'Invalid expiration: address balance gas payments need a ValidDuring of one or two epochs',
    );
  }
  const available = ledger.addressBalances.amount(gasData.owner, SUI_TYPE);
  if (available < BigInt(gasData.budget)) {
    throw new TransactionRefusedError(
      `Invalid withdraw reservation: Available amount in account for object id ` +
        `${accumulatorId(gasData.owner, SUI_TYPE)} is less than requested: ${available} < ${gasData.budget}`,
    );
  }
}

/** Whether a command, however deep in it, names the gas coin. */
export function usesGasCoin(command: unknown): boolean {
  if (typeof command !== 'object' || command === null) return false;
  return 'GasCoin' in command || Object.values(command).some(usesGasCoin);
}

function refuseBadBudget(ledger: Ledger, { price, budget }: TransactionData['gasData']): void {
  if (BigInt(price) < ledger.referenceGasPrice) {
    throw new TransactionRefusedError(
      `Gas price ${price} under reference gas price (RGP) ${ledger.referenceGasPrice}`,
    );
  }
  const least = minBudget(BigInt(price));
  if (BigInt(budget) > MAX_BUDGET) {
    throw new TransactionRefusedError(`Gas budget: ${budget} is higher than max: ${MAX_BUDGET}`);
  }
  if (BigInt(budget) < least) {
    throw new TransactionRefusedError(`Gas budget: ${budget} is lower than min: ${least}`);
  }
}

/** An expired transaction, or one made for another chain, is refused. */
export function refuseExpired(ledger: Ledger, { expiration }: TransactionData): void {
  const { epoch, chainIdentifier } = ledger;
  const window = expiration.ValidDuring ?? expiration.Validity;
  const last = expiration.Epoch ?? window?.maxEpoch;
  const first = window?.minEpoch;
  if (last != null && BigInt(last) < epoch)
    throw new TransactionRefusedError('Transaction expired');
  if (first != null && BigInt(first) > epoch) {
    throw new TransactionRefusedError('Transaction is not yet valid');
  }
  if (window !== undefined && window.chain !== chainIdentifier) {
    throw new TransactionRefusedError(`Transaction is for chain ${window.chain}`);
  }
}

export function refuseRepeated(objects: readonly LedgerObject[]): void {
  const seen = new Set<string>();
  for (const { id } of objects) {
    if (seen.has(id)) {
      throw new TransactionRefusedError(
        `Mutable object ${id} cannot appear more than one in one transaction`,
      );
    }
    seen.add(id);
  }
}

function loadExact(ledger: Ledger, { objectId, version, digest }: Reference): LedgerObject {
  const object = ledger.store.get(objectId);
  const current = object?.version ?? ledger.store.tombstone(objectId)?.version;
  if (current === undefined) {
    throw new TransactionRefusedError(
      `Could not find the referenced object ${objectId} at version ${version}`,
    );
  }
  if (object === undefined || object.version !== BigInt(version)) {
    throw new TransactionRefusedError(
      `Transaction needs to be rebuilt because object ${objectId} version ${hex(version)} is ` +
        `unavailable for consumption, current version: ${hex(current)}`,
    );
  }
  if (objectDigest(object) !== digest) {
    throw new TransactionRefusedError(
      `Invalid Object digest for object ${objectId}. Expected digest : ${objectDigest(object)}`,
    );
  }
  return object;
}

function refuseForeign({ id, owner }: LedgerObject, signer: string): void {
  if (owner.kind === 'address' && owner.address === signer) return;
  if (owner.kind === 'object') {
    throw new TransactionRefusedError(
      `Object ${id} is owned by object ${owner.id}. Objects owned by other objects cannot be used as input arguments`,
    );
  }
  if (owner.kind === 'shared') {
    throw new TransactionRefusedError(`Shared object ${id} is used as an owned one`);
  }
  throw new TransactionRefusedError(
    `Transaction was not signed by the correct sender: Object ${id} is owned by account address ` +
      `${owner.address}, but given owner/signer address is ${signer}`,
  );
}

function hex(version: bigint | string): string {
  return `0x${BigInt(version).toString(16)}`;
}
