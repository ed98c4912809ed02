import { GrpcTypes } from '@mysten/sui/grpc';
import { toBase64 } from '@mysten/sui/utils';
import type { Client, NodeContext } from '../front.ts';
import { executeTransaction } from '../transactions/execute.ts';
import { TransactionRefusedError } from '../transactions/failures.ts';
import { simulateRequest } from '../transactions/resolve.ts';
import { ExecutedTransactionType, executedMessage, outcomeMessage } from './executed-message.ts';
import type { MessageType } from './message-type.ts';
import { readMask } from './paging.ts';
import { invalidArgument } from './status.ts';
import { readTransaction } from './transaction-request.ts';

const SimulateResponse =
  GrpcTypes.SimulateTransactionResponse as MessageType<GrpcTypes.SimulateTransactionResponse>;

/** sui.rpc.v2.TransactionExecutionService */
export const transactionExecutionMethods = {
  ExecuteTransaction: execute,
  SimulateTransaction: simulate,
};

async function execute({ ledger }: NodeContext, request: GrpcTypes.ExecuteTransactionRequest) {
  const mask = readMask(ExecutedTransactionType, request.readMask, ['effects']);
  const transaction = readTransaction(request.transaction);
  if (!(transaction instanceof Uint8Array)) throw invalidArgument('transaction.bcs', 'missing');
  const signatures = request.signatures.map(({ bcs }, index) => {
    if (bcs?.value === undefined) throw invalidArgument(`signatures[${index}]`, 'missing');
    return toBase64(bcs.value);
  });
  const executed = await executeTransaction(ledger, transaction, signatures).catch((error) => {
    if (!(error instanceof TransactionRefusedError)) throw error;
    throw new TransactionRefusedError(
      'Transaction is rejected as invalid by more than 1/3 of validators by stake (non-retriable). ' +
        `Non-retriable errors: [${error.message}].`,
    );
  });
  const message = executedMessage(executed, false);
  return { transaction: mask.trim(ExecutedTransactionType, message) };
}

function simulate(
  { ledger }: NodeContext,
  request: GrpcTypes.SimulateTransactionRequest,
  client: Client,
) {
  const mask = readMask(SimulateResponse, request.readMask, ['*']);
  const transaction = readTransaction(request.transaction);
  const outcome = simulateRequest(ledger, transaction, {
    mayMockGas: !request.doGasSelection,
    client,
  });
  const message = SimulateResponse.create({
    transaction: outcomeMessage(outcome),
    suggestedGasPrice: ledger.referenceGasPrice,
  });
  return mask.trim(SimulateResponse, message);
}
