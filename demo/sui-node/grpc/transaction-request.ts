import { GrpcTypes } from '@mysten/sui/grpc';
import { canonicalAddress } from '../ledger/move-types.ts';
import type {
  UnresolvedInput,
  UnresolvedReference,
  UnresolvedTransaction,
} from '../transactions/resolve.ts';
import type { Argument } from '../transactions/values.ts';
import { invalidArgument } from './status.ts';

const { Argument_ArgumentKind: ArgumentKind, Input_InputKind: InputKind } = GrpcTypes;
const ExpirationKind = GrpcTypes.TransactionExpiration_TransactionExpirationKind;
type CommandInput = UnresolvedTransaction['commands'][number];

/** Reads the transaction of a request: its BCS when it is given, else the parts to be completed. */
export function readTransaction(
  message: GrpcTypes.Transaction | undefined,
): Uint8Array | UnresolvedTransaction {
  if (message === undefined) throw invalidArgument('transaction', 'missing');
  if (message.bcs?.value !== undefined) return message.bcs.value;
  const data = message.kind?.data;
  if (data?.oneofKind !== 'programmableTransaction') {
    throw invalidArgument('transaction', 'only programmable transactions can be sent');
  }
  const { inputs, commands } = data.programmableTransaction;
  const sender = canonicalAddress(message.sender);
  if (sender === undefined) throw invalidArgument('transaction.sender', 'missing or invalid');
  const gas = message.gasPayment;
  return {
    sender,
    inputs: inputs.map(readInput),
    commands: commands.map(readCommand),
    payment: gas?.objects.map(readReference) ?? [],
    gasOwner: canonicalAddress(gas?.owner),
    price: gas?.price,
    budget: gas?.budget,
    expiration: readExpiration(message.expiration),
  };
}

function readReference(message: GrpcTypes.ObjectReference): UnresolvedReference {
  return {
    id: message.objectId ?? '',
    ...(message.version !== undefined && { version: message.version }),
    ...(message.digest !== undefined && { digest: message.digest }),
  };
}

function readInput(input: GrpcTypes.Input): UnresolvedInput {
  if (input.pure !== undefined) return { kind: 'pure', bytes: input.pure };
  if (input.kind === InputKind.FUNDS_WITHDRAWAL || input.objectId === undefined) {
    throw invalidArgument('transaction.inputs', 'only pure values and objects can be used');
  }
  return { kind: 'object', ...readReference(input) };
}

function readArgument(argument: GrpcTypes.Argument | undefined): Argument {
  const { kind, input = 0, result = 0, subresult } = argument ?? {};
  if (kind === ArgumentKind.GAS) return { GasCoin: true };
  if (kind === ArgumentKind.INPUT) return { Input: input };
  if (kind !== ArgumentKind.RESULT) throw invalidArgument('transaction.commands', 'argument kind');
  return subresult === undefined ? { Result: result } : { NestedResult: [result, subresult] };
}

function readCommand({ command }: GrpcTypes.Command): CommandInput {
  const list = (args: GrpcTypes.Argument[]) => args.map(readArgument);
  switch (command.oneofKind) {
    case 'splitCoins': {
      const { coin, amounts } = command.splitCoins;
      return { SplitCoins: { coin: readArgument(coin), amounts: list(amounts) } };
    }
    case 'transferObjects': {
      const { objects, address } = command.transferObjects;
      return { TransferObjects: { objects: list(objects), address: readArgument(address) } };
    }
    default:
      throw invalidArgument('transaction.commands', 'only SplitCoins and TransferObjects');
  }
}

function readExpiration(
  message: GrpcTypes.TransactionExpiration | undefined,
): UnresolvedTransaction['expiration'] {
  if (message?.kind === ExpirationKind.EPOCH) return { Epoch: Number(message.epoch ?? 0n) };
  if (message?.kind !== ExpirationKind.VALID_DURING) return { None: true };
  return {
    ValidDuring: {
      minEpoch: message.minEpoch ?? null,
      maxEpoch: message.epoch ?? null,
      minTimestamp: null,
      maxTimestamp: null,
      chain: message.chain ?? '',
      nonce: message.nonce ?? 0,
    },
  };
}
