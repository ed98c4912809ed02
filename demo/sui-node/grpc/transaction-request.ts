import { GrpcTypes } from '@mysten/sui/grpc';
import type { UnresolvedTransaction } from '../transactions/resolve.ts';
import { requiredAddress } from './paging.ts';
import { invalidArgument } from './status.ts';

const { Argument_ArgumentKind: ArgumentKind, Input_InputKind: InputKind } = GrpcTypes;

/** Reads the transaction of a request: its BCS when it is given, else the one transfer to be completed. */
export function readTransaction(
  message: GrpcTypes.Transaction | undefined,
): Uint8Array | UnresolvedTransaction {
  if (message === undefined) throw invalidArgument('transaction', 'missing');
  if (message.bcs?.value !== undefined) return message.bcs.value;
  const data = message.kind?.data;
  if (data?.oneofKind !== 'programmableTransaction') {
    throw invalidArgument('transaction', 'only programmable transactions can be sent');
  }
  const sender = requiredAddress('transaction.sender', message.sender);
  const gas = message.gasPayment;
  const isPaid = gas?.budget !== undefined || (gas?.owner ?? sender) !== sender;
  if (isPaid || message.expiration !== undefined) {
    throw invalidArgument('transaction', 'only fee and end that the node finds');
  }
  const { inputs, commands } = data.programmableTransaction;
  const kind = {
    ProgrammableTransaction: { inputs: inputs.map(readInput), commands: commands.map(readCommand) },
  };
  return { sender, kind };
}

function readInput({ kind, pure, objectId, version, digest, mutable }: GrpcTypes.Input) {
  if (pure !== undefined) return { Pure: { bytes: pure } };
  if (kind === InputKind.SHARED && objectId !== undefined && version !== undefined) {
    const shared = { objectId, initialSharedVersion: version, mutable: mutable ?? false };
    return { Object: { SharedObject: shared } };
  }
  if (objectId === undefined || version === undefined || digest === undefined) {
    throw invalidArgument('transaction.inputs', 'only pure values and references can be used');
  }
  return { Object: { ImmOrOwnedObject: { objectId, version, digest } } };
}

function readArgument(argument: GrpcTypes.Argument | undefined) {
  if (argument?.kind === ArgumentKind.INPUT) return { Input: argument.input ?? 0 };
  throw invalidArgument('transaction.commands', 'only inputs as arguments');
}

function readCommand({ command }: GrpcTypes.Command) {
  if (command.oneofKind !== 'transferObjects') {
    throw invalidArgument('transaction.commands', 'only TransferObjects');
  }
  const { objects, address } = command.transferObjects;
  return {
    TransferObjects: { objects: objects.map(readArgument), address: readArgument(address) },
  };
}
