import { bcs } from '@mysten/sui/bcs';
import { fromBase64 } from '@mysten/sui/utils';
import type { TransactionData } from '../ledger/executed.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { SUI_COIN_TYPE } from '../ledger/move-types.ts';
import { coinBalance, type LedgerObject, objectDigest } from '../ledger/objects.ts';
import { TransactionRefusedError } from './failures.ts';

type Reference = TransactionData['gasData']['payment'][number];
type Program = NonNullable<TransactionData['kind']['ProgrammableTransaction']>;
type Argument = NonNullable<Program['commands'][number]['TransferObjects']>['address'];
type ObjectInput = NonNullable<Program['inputs'][number]['Object']>;

/** All that a program may do on this node: give objects of its sender to one address. */
export interface Gift {
  /** As they stand before. */
  readonly objects: readonly LedgerObject[];
  readonly to: string;
}

/** Reads a program that is one gift; each object must exist as it is named and belong to the sender. */
export function loadGift(ledger: Ledger, { kind, sender }: TransactionData): Gift {
  const program = kind.ProgrammableTransaction;
  const [command, ...more] = program?.commands ?? [];
  if (!command?.TransferObjects || more.length > 0) throw unsupported('anything but one transfer');
  const inputOf = (argument: Argument) =>
    'Input' in argument ? program?.inputs[argument.Input] : undefined;
  const to = inputOf(command.TransferObjects.address)?.Pure;
  if (to === undefined) throw unsupported('an address that is no pure input');
  const objects = command.TransferObjects.objects.map((argument) => {
    const input = inputOf(argument)?.Object;
    const object = input && loadInput(ledger, input);
    if (object === undefined) throw unsupported('objects that are no inputs of an owner');
    refuseForeign(object, sender);
    return object;
  });
  return { objects, to: bcs.Address.parse(fromBase64(to.bytes)) };
}

function loadInput(
  ledger: Ledger,
  { ImmOrOwnedObject, SharedObject }: ObjectInput,
): LedgerObject | undefined {
  if (ImmOrOwnedObject) {
    const object = loadExact(ledger, ImmOrOwnedObject);
    if (object.owner.kind === 'address') return object;
    throw new TransactionRefusedError(`Object ${object.id} is not owned by an address`);
  }
  if (!SharedObject) return undefined;
  const object = ledger.store.get(SharedObject.objectId);
  if (object?.owner.kind !== 'party') return undefined;
  if (object.owner.startVersion === BigInt(SharedObject.initialSharedVersion)) {
    return SharedObject.mutable ? object : undefined;
  }
  throw new TransactionRefusedError(`The start version of object ${object.id} is another one`);
}

function unsupported(feature: string): TransactionRefusedError {
  return new TransactionRefusedError(`Feature is not supported: ${feature}`);
}

/** Loads the coins that pay; all must be SUI of the gas owner and together cover the budget. */
export function loadPayment(ledger: Ledger, { gasData }: TransactionData): LedgerObject[] {
  const { payment, owner, budget } = gasData;
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

/** No coins named: the address balance of the gas owner pays, which takes an end of the transaction. */
export function refuseUnpaid(ledger: Ledger, { gasData, expiration }: TransactionData): void {
  if (expiration.ValidDuring == null) throw new TransactionRefusedError('Missing gas payment');
  const available = ledger.addressBalances.get(gasData.owner) ?? 0n;
  if (available < BigInt(gasData.budget)) {
    throw new TransactionRefusedError(
      `Invalid withdraw reservation: Available amount in account is less than requested: ` +
        `${available} < ${gasData.budget}`,
    );
  }
}

function loadExact(ledger: Ledger, { objectId, version, digest }: Reference): LedgerObject {
  const object = ledger.store.get(objectId);
  if (object?.version !== BigInt(version)) {
    throw new TransactionRefusedError(
      `Transaction needs to be rebuilt because object ${objectId} version ${version} is ` +
        `unavailable for consumption, current version: ${object?.version}`,
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
  if ('address' in owner && owner.address === signer) return;
  throw new TransactionRefusedError(
    `Transaction was not signed by the correct sender: Object ${id} is not owned by ${signer}`,
  );
}
