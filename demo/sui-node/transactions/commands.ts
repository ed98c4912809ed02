import { bcs } from '@mysten/sui/bcs';
import { coinContents } from '../ledger/coins.ts';
import type { ObjectDraft } from '../ledger/ledger.ts';
import { coinTypeOf } from '../ledger/move-types.ts';
import { addressOwner } from '../ledger/objects.ts';
import { ExecutionError } from './failures.ts';
import { type Argument, badArgument, type Value, type Values } from './values.ts';
import type { Workspace } from './workspace.ts';

type TransactionKind = typeof bcs.TransactionKind.$inferType;
export type Program = NonNullable<TransactionKind['ProgrammableTransaction']>;
export type Command = Program['commands'][number];

/** Whether this node can run the command: no Move calls, no packages, no merging of coins. */
export function isRunnable({ SplitCoins, TransferObjects }: Command): boolean {
  return Boolean(SplitCoins ?? TransferObjects);
}

/** Runs one command and answers its results. Throws ExecutionError. */
export function runCommand(space: Workspace, values: Values, command: Command): Value[] {
  if (command.SplitCoins) return splitCoins(space, values, command.SplitCoins);
  if (command.TransferObjects) return transferObjects(space, values, command.TransferObjects);
  throw new ExecutionError({ FeatureNotYetSupported: true });
}

function splitCoins(
  space: Workspace,
  values: Values,
  { coin: coinArgument, amounts }: { coin: Argument; amounts: Argument[] },
): Value[] {
  const coin = objectArgument(space, values.use(coinArgument, 0, 'read'), 0);
  let rest = balanceOf(coin, 0);
  const parts = amounts.map((argument, index): Value => {
    const amount = u64(values.use(argument, index + 1, 'read'), index + 1);
    if (amount > rest) throw new ExecutionError({ InsufficientCoinBalance: true });
    rest -= amount;
    const id = space.newId();
    space.write({ ...coin, id, owner: NOBODY, contents: coinContents(id, amount) });
    return { kind: 'object', id };
  });
  space.write({ ...space.get(coin.id), contents: coinContents(coin.id, rest) });
  return parts;
}

function transferObjects(
  space: Workspace,
  values: Values,
  { objects, address }: { objects: Argument[]; address: Argument },
): Value[] {
  const to = addressArgument(values.use(address, objects.length, 'read'), objects.length);
  objects.forEach((argument, index) => {
    const object = objectArgument(space, values.use(argument, index, 'take'), index);
    if (!object.hasPublicTransfer) throw badArgument(index, { InvalidTransferObject: true });
    space.write({ ...object, owner: addressOwner(to) });
  });
  return [];
}

/** A coin just split belongs to nobody; a program that leaves it so fails. */
const NOBODY = addressOwner(`0x${'0'.repeat(64)}`);

function objectArgument(space: Workspace, value: Value, position: number): ObjectDraft {
  if (value.kind !== 'object') throw badArgument(position, { TypeMismatch: true });
  return space.get(value.id);
}

function addressArgument(value: Value, position: number): string {
  if (value.kind !== 'pure') throw badArgument(position, { TypeMismatch: true });
  if (value.bytes.length !== 32) throw badArgument(position, { InvalidBCSBytes: true });
  return bcs.Address.parse(value.bytes);
}

function u64(value: Value, position: number): bigint {
  if (value.kind !== 'pure') throw badArgument(position, { TypeMismatch: true });
  if (value.bytes.length !== 8) throw badArgument(position, { InvalidBCSBytes: true });
  return BigInt(bcs.U64.parse(value.bytes));
}

function balanceOf(draft: ObjectDraft, position: number): bigint {
  if (coinTypeOf(draft.type) === undefined) throw badArgument(position, { TypeMismatch: true });
  return BigInt(bcs.U64.parse(draft.contents.slice(32)));
}
