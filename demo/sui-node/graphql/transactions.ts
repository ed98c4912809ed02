import { GrpcTypes } from '@mysten/sui/grpc';
import { fromBase64, toBase64 } from '@mysten/sui/utils';
import type { Client, NodeContext } from '../front.ts';
import { readTransaction } from '../grpc/transaction-request.ts';
import type { ExecutedTransaction, TransactionOutcome } from '../ledger/executed.ts';
import type { Json } from '../ledger/layouts.ts';
import { executeTransaction } from '../transactions/execute.ts';
import { OVER_BUDGET } from '../transactions/failures.ts';
import { simulateRequest } from '../transactions/resolve.ts';
import { effectsBcs } from '../transactions/run.ts';
import { badInput } from './pages.ts';

export async function execute(
  context: NodeContext,
  { transactionDataBcs, signatures }: { transactionDataBcs: string; signatures: string[] },
): Promise<object> {
  const bytes = readBase64(transactionDataBcs);
  const executed = await executeTransaction(context.ledger, bytes, signatures);
  // Checkpoint and time are only known once it has been indexed.
  return { effects: () => transactionSource(context, executed).effects() };
}

export function simulate(
  context: NodeContext,
  { transaction, doGasSelection }: { transaction: Json; doGasSelection?: boolean | null },
  client: Client,
): object {
  const asked = readTransaction(GrpcTypes.Transaction.fromJson(transaction));
  const outcome = simulateRequest(context.ledger, asked, { mayMockGas: !doGasSelection, client });
  return { effects: () => transactionSource(context, outcome).effects() };
}

/** type Transaction; `indexed` adds what only the indexer knows. */
export function transactionSource(
  context: NodeContext,
  outcome: TransactionOutcome,
  indexed?: ExecutedTransaction,
): { effects: () => object } {
  const signatures = 'signatures' in outcome ? (outcome as ExecutedTransaction).signatures : [];
  const source = {
    digest: outcome.digest,
    transactionBcs: () => toBase64(outcome.bytes),
    signatures: signatures.map((signatureBytes) => ({ signatureBytes })),
    effects: () => effectsSource(context, outcome, source, indexed),
  };
  return source;
}

function effectsSource(
  context: NodeContext,
  outcome: TransactionOutcome,
  transaction: object,
  indexed: ExecutedTransaction | undefined,
): object {
  return {
    digest: outcome.digest,
    status: outcome.isOverBudget ? 'FAILURE' : 'SUCCESS',
    executionError: outcome.isOverBudget ? OVER_BUDGET_SOURCE : null,
    epoch: { ...epochSource(context), epochId: Number(outcome.epoch) },
    checkpoint: indexed ? { sequenceNumber: Number(indexed.checkpoint) } : null,
    timestamp: indexed ? new Date(indexed.timestampMs).toISOString() : null,
    transaction,
    effectsBcs: () => toBase64(effectsBcs(outcome)),
  };
}

/** type Epoch, the current one, without what the system state says of validators, stakes and funds */
export function epochSource({ ledger }: NodeContext): object {
  return {
    epochId: Number(ledger.epoch),
    referenceGasPrice: ledger.referenceGasPrice.toString(),
    startTimestamp: new Date(ledger.epochStartMs).toISOString(),
    protocolConfigs: { protocolVersion: Number(ledger.protocolVersion) },
    systemState: { json: {} },
  };
}

const OVER_BUDGET_SOURCE = {
  message: OVER_BUDGET,
  abortCode: null,
  constant: null,
  function: null,
  identifier: null,
  instructionOffset: null,
  module: null,
  sourceLineNumber: null,
};

export function readBase64(text: string): Uint8Array {
  try {
    return fromBase64(text);
  } catch {
    throw badInput('Invalid Base64');
  }
}
