import { GrpcTypes } from '@mysten/sui/grpc';
import { fromBase64 } from '@mysten/sui/utils';
import { accumulatorId, accumulatorType } from '../ledger/address-balances.ts';
import type {
  BalanceChange,
  ExecutedTransaction,
  Failure,
  FailureReason,
  ObjectChange,
  TransactionOutcome,
} from '../ledger/executed.ts';
import { objectDigest } from '../ledger/objects.ts';
import { describeFailure } from '../transactions/failures.ts';
import { ownerMessage } from './object-message.ts';
import type { MessageType } from './reflection.ts';
import { transactionMessage } from './transaction-message.ts';

export const ExecutedTransactionType =
  GrpcTypes.ExecutedTransaction as MessageType<GrpcTypes.ExecutedTransaction>;
const {
  AccumulatorWrite_AccumulatorOperation: Operation,
  ChangedObject_IdOperation: IdOperation,
  ChangedObject_InputObjectState: InputState,
  ChangedObject_OutputObjectState: OutputState,
  ExecutionError_ExecutionErrorKind: ErrorKind,
} = GrpcTypes;

/** What a simulation answers: everything but what only an executed transaction has. */
export function outcomeMessage(outcome: TransactionOutcome): GrpcTypes.ExecutedTransaction {
  return ExecutedTransactionType.create({
    transaction: transactionMessage(outcome.data, outcome.bytes, outcome.digest),
    effects: effectsMessage(outcome),
    balanceChanges: outcome.balanceChanges.map(({ address, coinType, amount }) => {
      return { address, coinType, amount: amount.toString() };
    }),
  });
}

/** An executed transaction. `isFinal` adds checkpoint and time, which the answer to its sending lacks. */
export function executedMessage(
  executed: ExecutedTransaction,
  isFinal: boolean,
): GrpcTypes.ExecutedTransaction {
  const signatures = executed.signatures.map((signature) => ({
    bcs: { name: 'UserSignatureBytes', value: fromBase64(signature) },
    signature: { oneofKind: undefined },
  }));
  return {
    ...outcomeMessage(executed),
    digest: executed.digest,
    signatures,
    ...(isFinal && {
      checkpoint: executed.checkpoint,
      timestamp: timestampMessage(executed.timestampMs),
    }),
  };
}

function effectsMessage(outcome: TransactionOutcome): GrpcTypes.TransactionEffects {
  const changedObjects = outcome.changes.map(changeMessage);
  const gasIndex = outcome.changes.findIndex(({ id }) => id === outcome.gasObjectId);
  const gasObject = changedObjects[gasIndex];
  return {
    bcs: { name: 'TransactionEffects', value: outcome.effectsBytes },
    digest: outcome.effectsDigest,
    version: 2,
    status:
      outcome.failure === undefined
        ? { success: true }
        : { success: false, error: errorMessage(outcome.failure) },
    epoch: outcome.epoch,
    gasUsed: { ...outcome.gasUsed },
    transactionDigest: outcome.digest,
    ...(gasObject && { gasObject }),
    dependencies: [...outcome.dependencies],
    lamportVersion: outcome.version,
    changedObjects: [...changedObjects, ...outcome.addressBalanceChanges.map(accumulatorMessage)],
    unchangedConsensusObjects: [],
    unchangedLoadedRuntimeObjects: [],
  };
}

function changeMessage({ id, type, before, after }: ObjectChange): GrpcTypes.ChangedObject {
  return {
    objectId: id,
    inputState: before ? InputState.EXISTS : InputState.DOES_NOT_EXIST,
    ...(before && {
      inputVersion: before.version,
      inputDigest: objectDigest(before),
      inputOwner: ownerMessage(before.owner),
    }),
    outputState: after ? OutputState.OBJECT_WRITE : OutputState.DOES_NOT_EXIST,
    ...(after && {
      outputVersion: after.version,
      outputDigest: objectDigest(after),
      outputOwner: ownerMessage(after.owner),
    }),
    idOperation: before ? (after ? IdOperation.NONE : IdOperation.DELETED) : IdOperation.CREATED,
    objectType: type,
  };
}

function accumulatorMessage({ address, coinType, amount }: BalanceChange): GrpcTypes.ChangedObject {
  return {
    objectId: accumulatorId(address, coinType),
    inputState: InputState.DOES_NOT_EXIST,
    outputState: OutputState.ACCUMULATOR_WRITE,
    idOperation: IdOperation.NONE,
    accumulatorWrite: {
      address,
      accumulatorType: accumulatorType(coinType),
      operation: amount < 0n ? Operation.SPLIT : Operation.MERGE,
      valueKind: GrpcTypes.AccumulatorWrite_AccumulatorValue.INTEGER,
      integerValue: amount < 0n ? -amount : amount,
      integerTuple: [],
      eventDigestValue: [],
    },
  };
}

function errorMessage({ reason, command }: Failure): GrpcTypes.ExecutionError {
  const name = Object.keys(reason)[0] ?? '';
  const kind = ErrorKind[screamingSnake(name) as keyof typeof ErrorKind];
  return {
    description: describeFailure(reason),
    kind: kind ?? ErrorKind.EXECUTION_ERROR_KIND_UNKNOWN,
    ...(command !== undefined && { command: BigInt(command) }),
    errorDetails: errorDetails(reason),
  };
}

function errorDetails(reason: FailureReason): GrpcTypes.ExecutionError['errorDetails'] {
  if ('CommandArgumentError' in reason) {
    const Kinds = GrpcTypes.CommandArgumentError_CommandArgumentErrorKind;
    const { argIdx, kind } = reason.CommandArgumentError;
    const name = screamingSnake(Object.keys(kind)[0] ?? '') as keyof typeof Kinds;
    return {
      oneofKind: 'commandArgumentError',
      commandArgumentError: { argument: argIdx, kind: Kinds[name] },
    };
  }
  return { oneofKind: undefined };
}

function screamingSnake(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}

export function timestampMessage(ms: number): { seconds: bigint; nanos: number } {
  return { seconds: BigInt(Math.floor(ms / 1_000)), nanos: (ms % 1_000) * 1_000_000 };
}
