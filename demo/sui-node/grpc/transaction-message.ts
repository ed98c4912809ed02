import { GrpcTypes } from '@mysten/sui/grpc';
import { fromBase64 } from '@mysten/sui/utils';
import type { TransactionData } from '../ledger/executed.ts';
import type { Command } from '../transactions/commands.ts';
import type { Argument } from '../transactions/values.ts';
import type { MessageType } from './reflection.ts';

const Transaction = GrpcTypes.Transaction as MessageType<GrpcTypes.Transaction>;
const { Argument_ArgumentKind: ArgumentKind, Input_InputKind: InputKind } = GrpcTypes;
const ExpirationKind = GrpcTypes.TransactionExpiration_TransactionExpirationKind;
type CallArg = NonNullable<TransactionData['kind']['ProgrammableTransaction']>['inputs'][number];

/** Transaction data as a message, with its BCS and digest. */
export function transactionMessage(
  data: TransactionData,
  bytes: Uint8Array,
  digest: string,
): GrpcTypes.Transaction {
  const program = data.kind.ProgrammableTransaction;
  const { payment, owner, price, budget } = data.gasData;
  return Transaction.create({
    bcs: { name: 'TransactionData', value: bytes },
    digest,
    version: 1,
    kind: {
      kind: GrpcTypes.TransactionKind_Kind.PROGRAMMABLE_TRANSACTION,
      data: {
        oneofKind: 'programmableTransaction',
        programmableTransaction: {
          inputs: program?.inputs.map(inputMessage) ?? [],
          commands: program?.commands.map(commandMessage) ?? [],
        },
      },
    },
    sender: data.sender,
    gasPayment: {
      objects: payment.map(({ objectId, version, digest: objectDigest }) => {
        return { objectId, version: BigInt(version), digest: objectDigest };
      }),
      owner,
      price: BigInt(price),
      budget: BigInt(budget),
    },
    expiration: expirationMessage(data.expiration),
  });
}

function inputMessage(arg: CallArg): GrpcTypes.Input {
  if (arg.Pure) return { kind: InputKind.PURE, pure: fromBase64(arg.Pure.bytes) };
  const owned = arg.Object?.ImmOrOwnedObject ?? arg.Object?.Receiving;
  if (owned) {
    const kind = arg.Object?.Receiving ? InputKind.RECEIVING : InputKind.IMMUTABLE_OR_OWNED;
    const { objectId, version, digest } = owned;
    return { kind, objectId, version: BigInt(version), digest };
  }
  const shared = arg.Object?.SharedObject;
  if (shared === undefined) return { kind: InputKind.FUNDS_WITHDRAWAL };
  return {
    kind: InputKind.SHARED,
    objectId: shared.objectId,
    version: BigInt(shared.initialSharedVersion),
    mutable: shared.mutable,
  };
}

function argumentMessage(argument: Argument): GrpcTypes.Argument {
  if ('GasCoin' in argument) return { kind: ArgumentKind.GAS };
  if ('Input' in argument) return { kind: ArgumentKind.INPUT, input: argument.Input };
  if ('Result' in argument) return { kind: ArgumentKind.RESULT, result: argument.Result };
  const [result, subresult] = argument.NestedResult;
  return { kind: ArgumentKind.RESULT, result, subresult };
}

function commandMessage(command: Command): GrpcTypes.Command {
  const list = (args: Argument[]) => args.map(argumentMessage);
  if (command.SplitCoins) {
    const { coin, amounts } = command.SplitCoins;
    const splitCoins = { coin: argumentMessage(coin), amounts: list(amounts) };
    return { command: { oneofKind: 'splitCoins', splitCoins } };
  }
  if (command.TransferObjects) {
    const { objects, address } = command.TransferObjects;
    const transferObjects = { objects: list(objects), address: argumentMessage(address) };
    return { command: { oneofKind: 'transferObjects', transferObjects } };
  }
  // Transactions with other commands were refused before.
  throw new Error(`no message for the command ${Object.keys(command)[0]}`);
}

function expirationMessage(
  expiration: TransactionData['expiration'],
): GrpcTypes.TransactionExpiration {
  if (expiration.Epoch !== undefined) {
    return { kind: ExpirationKind.EPOCH, epoch: BigInt(expiration.Epoch) };
  }
  const window = expiration.ValidDuring ?? expiration.Validity;
  if (window === undefined) return { kind: ExpirationKind.NONE };
  return {
    kind: expiration.ValidDuring ? ExpirationKind.VALID_DURING : ExpirationKind.VALIDITY,
    ...(window.minEpoch !== null && { minEpoch: BigInt(window.minEpoch) }),
    ...(window.maxEpoch !== null && { epoch: BigInt(window.maxEpoch) }),
    chain: window.chain,
    nonce: window.nonce,
  };
}
