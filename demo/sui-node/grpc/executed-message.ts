import { GrpcTypes } from '@mysten/sui/grpc';
import type { ExecutedTransaction, TransactionOutcome } from '../ledger/executed.ts';
import { OVER_BUDGET } from '../transactions/failures.ts';
import { effectsBcs } from '../transactions/run.ts';
import type { MessageType } from './message-type.ts';
import { transactionMessage } from './transaction-message.ts';

export const ExecutedTransactionType =
  GrpcTypes.ExecutedTransaction as MessageType<GrpcTypes.ExecutedTransaction>;

/** What a simulation answers: everything but what only an executed transaction has. */
export function outcomeMessage(outcome: TransactionOutcome): GrpcTypes.ExecutedTransaction {
  return ExecutedTransactionType.create({
    transaction: transactionMessage(outcome),
    effects: effectsMessage(outcome),
  });
}

/** An executed transaction. `isFinal` adds checkpoint and time, which the answer to its sending lacks. */
export function executedMessage(
  executed: ExecutedTransaction,
  isFinal: boolean,
): GrpcTypes.ExecutedTransaction {
  return {
    ...outcomeMessage(executed),
    digest: executed.digest,
    ...(isFinal && {
      checkpoint: executed.checkpoint,
      timestamp: timestampMessage(executed.timestampMs),
    }),
  };
}

/** Without what effects say of each object that changed. */
function effectsMessage(outcome: TransactionOutcome): Partial<GrpcTypes.TransactionEffects> {
  return {
    bcs: { name: 'TransactionEffects', value: effectsBcs(outcome) },
    version: 2,
    status: outcome.isOverBudget
      ? { success: false, error: overBudgetMessage() }
      : { success: true },
    epoch: outcome.epoch,
    gasUsed: { ...outcome.gasUsed },
    transactionDigest: outcome.digest,
    lamportVersion: outcome.version,
  };
}

function overBudgetMessage(): GrpcTypes.ExecutionError {
  return {
    description: OVER_BUDGET,
    kind: GrpcTypes.ExecutionError_ExecutionErrorKind.INSUFFICIENT_GAS,
    errorDetails: { oneofKind: undefined },
  };
}

export function timestampMessage(ms: number): { seconds: bigint; nanos: number } {
  return { seconds: BigInt(Math.floor(ms / 1_000)), nanos: (ms % 1_000) * 1_000_000 };
}
