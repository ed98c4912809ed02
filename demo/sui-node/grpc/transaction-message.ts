import { GrpcTypes } from '@mysten/sui/grpc';
import { fromBase64 } from '@mysten/sui/utils';
import type { TransactionData, TransactionOutcome } from '../ledger/executed.ts';
import type { MessageType } from './message-type.ts';

const Transaction = GrpcTypes.Transaction as MessageType<GrpcTypes.Transaction>;
const { Argument_ArgumentKind: ArgumentKind, Input_InputKind: InputKind } = GrpcTypes;
const ExpirationKind = GrpcTypes.TransactionExpiration_TransactionExpirationKind;
type Program = NonNullable<TransactionData['kind']['ProgrammableTransaction']>;
type Transfer = NonNullable<Program['commands'][number]['TransferObjects']>;

/** Transaction data as a message, with its BCS and digest. Others than transfers were refused before. */
export function transactionMessage({
  data,
  bytes,
  digest,
}: TransactionOutcome): GrpcTypes.Transaction {
  const { inputs = [], commands = [] } = data.kind.ProgrammableTransaction ?? {};
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
          inputs: inputs.map(inputMessage),
          commands: commands.flatMap(({ TransferObjects }) =>
            TransferObjects ? transferMessage(TransferObjects) : [],
          ),
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

function inputMessage({ Pure, Object: object }: Program['inputs'][number]): GrpcTypes.Input {
  if (Pure) return { kind: InputKind.PURE, pure: fromBase64(Pure.bytes) };
  if (object?.SharedObject) {
    const { objectId, initialSharedVersion, mutable } = object.SharedObject;
    return { kind: InputKind.SHARED, objectId, version: BigInt(initialSharedVersion), mutable };
  }
  const { objectId, version = 0, digest } = object?.ImmOrOwnedObject ?? {};
  return {
    kind: InputKind.IMMUTABLE_OR_OWNED,
    version: BigInt(version),
    ...(objectId !== undefined && { objectId }),
    ...(digest !== undefined && { digest }),
  };
}

function argumentMessage(argument: Transfer['address']): GrpcTypes.Argument {
  return { kind: ArgumentKind.INPUT, ...('Input' in argument && { input: argument.Input }) };
}

function transferMessage({ objects, address }: Transfer): GrpcTypes.Command {
  const transferObjects = {
    objects: objects.map(argumentMessage),
    address: argumentMessage(address),
  };
  return { command: { oneofKind: 'transferObjects', transferObjects } };
}

function expirationMessage({
  ValidDuring,
  Validity,
}: TransactionData['expiration']): GrpcTypes.TransactionExpiration {
  const window = Validity ?? ValidDuring;
  if (!window) return { kind: ExpirationKind.NONE };
  const { epoch = 0, proposers } = Validity?.allowedProposers ?? {};
  return {
    kind: Validity ? ExpirationKind.VALIDITY : ExpirationKind.VALID_DURING,
    ...(proposers && { allowedProposers: { epoch: BigInt(epoch), proposers } }),
    ...(window.minEpoch !== null && { minEpoch: BigInt(window.minEpoch) }),
    ...(window.maxEpoch !== null && { epoch: BigInt(window.maxEpoch) }),
    chain: window.chain,
    nonce: window.nonce,
  };
}
