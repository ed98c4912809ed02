import { bcs } from '@mysten/sui/bcs';
import { TransactionDataBuilder } from '@mysten/sui/transactions';
import type {
  ExecutedTransaction,
  TransactionData,
  TransactionOutcome,
} from '../ledger/executed.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerObject } from '../ledger/objects.ts';
import { isRunnable, type Program } from './commands.ts';
import { TransactionRefusedError } from './failures.ts';
import { loadInputs, loadPayment, refuseExpired, refuseRepeated, refuseUnpaid } from './inputs.ts';
import { mockGasCoin, type Prepared, runTransaction } from './run.ts';
import { checkSignature } from './signatures.ts';

/** Reads BCS transaction data; throws TransactionRefusedError when it is none, or not a program. */
function parseTransaction(bytes: Uint8Array): { data: TransactionData; program: Program } {
  let data: TransactionData;
  try {
    data = bcs.TransactionData.parse(bytes).V1;
  } catch (error) {
    throw new TransactionRefusedError(`invalid transaction: ${(error as Error).message}`);
  }
  const program = data.kind.ProgrammableTransaction;
  if (!program) throw new TransactionRefusedError('Only programmable transactions can be sent');
  const foreign = program.commands.find((command) => !isRunnable(command));
  if (foreign !== undefined) {
    throw new TransactionRefusedError(`Feature is not supported: ${Object.keys(foreign)[0]}`);
  }
  return { data, program };
}

/**
 * Checks and executes a signed transaction. Sent again, it answers what happened the first time.
 * Throws TransactionRefusedError when it cannot run at all; a program that fails is an answer, with its gas charged.
 */
export async function executeTransaction(
  ledger: Ledger,
  bytes: Uint8Array,
  signatures: readonly string[],
): Promise<ExecutedTransaction> {
  const { data } = parseTransaction(bytes);
  await refuseBadSignatures(ledger, bytes, data, signatures);
  return applyTransaction(ledger, bytes, signatures, ledger.now());
}

/** Executes a transaction whose signatures were checked before: also how a journal is replayed. */
export function applyTransaction(
  ledger: Ledger,
  bytes: Uint8Array,
  signatures: readonly string[],
  timestampMs: number,
): ExecutedTransaction {
  const digest = TransactionDataBuilder.getDigestFromBytes(bytes);
  const known = ledger.transactions.get(digest);
  if (known !== undefined) return known;
  const { data, program } = parseTransaction(bytes);
  refuseExpired(ledger, data);
  const payment = paymentOf(ledger, data, program);
  const prepared = prepare(ledger, bytes, data, program, payment);
  const outcome = runTransaction(ledger, prepared);
  ledger.commit(
    {
      writes: outcome.changes.flatMap(({ after }) => after ?? []),
      deletes: outcome.changes.flatMap(({ id, after }) => (after === undefined ? id : [])),
    },
    { digest, version: outcome.version },
  );
  for (const change of outcome.addressBalanceChanges) ledger.addressBalances.apply(change);
  const { checkpoint } = ledger;
  const executed = { ...outcome, signatures: [...signatures], checkpoint, timestampMs };
  ledger.transactions.set(digest, executed);
  ledger.onExecuted?.(executed);
  return executed;
}

/** The coins that pay; none when an address balance does. */
function paymentOf(ledger: Ledger, data: TransactionData, program: Program): LedgerObject[] {
  if (data.gasData.payment.length > 0) return loadPayment(ledger, data);
  refuseUnpaid(ledger, data, program);
  return [];
}

/** A transaction that was executed long enough ago to be found on a front with this index lag. */
export function findIndexed(
  ledger: Ledger,
  digest: string,
  lagMs: number,
): ExecutedTransaction | undefined {
  const executed = ledger.transactions.get(digest);
  return executed && ledger.now() - executed.timestampMs >= lagMs ? executed : undefined;
}

/**
 * Runs a transaction and forgets it.
 * @param mayMockGas without payment, pay with a coin that does not exist instead of refusing
 */
export function simulateTransaction(
  ledger: Ledger,
  bytes: Uint8Array,
  mayMockGas: boolean,
): TransactionOutcome {
  const { data, program } = parseTransaction(bytes);
  refuseExpired(ledger, data);
  const isMocked = mayMockGas && data.gasData.payment.length === 0;
  const payment = isMocked ? [mockGasCoin(data.sender)] : paymentOf(ledger, data, program);
  return runTransaction(ledger, prepare(ledger, bytes, data, program, payment));
}

function prepare(
  ledger: Ledger,
  bytes: Uint8Array,
  data: TransactionData,
  program: Program,
  payment: LedgerObject[],
): Prepared {
  const inputs = loadInputs(ledger, program, data.sender);
  refuseRepeated([...inputs.objects, ...payment]);
  const digest = TransactionDataBuilder.getDigestFromBytes(bytes);
  return { digest, bytes, data, program, inputs, payment };
}

/** Sender and, where another pays, payer must each have signed; nobody else may have. */
async function refuseBadSignatures(
  ledger: Ledger,
  bytes: Uint8Array,
  data: TransactionData,
  signatures: readonly string[],
): Promise<void> {
  const signers = [...new Set([data.sender, data.gasData.owner])];
  if (signatures.length !== signers.length) {
    throw new TransactionRefusedError(
      `Invalid user signature: Expect ${signers.length} signer signatures but got ${signatures.length}`,
    );
  }
  for (const signer of signers) {
    const verdicts = await Promise.all(
      signatures.map((signature) =>
        checkSignature(ledger, 'TransactionData', bytes, signature, signer),
      ),
    );
    if (verdicts.some(({ isValid }) => isValid)) continue;
    throw new TransactionRefusedError(
      `Invalid user signature: Required Signature from ${signer} is absent: ${verdicts[0]?.reason}`,
    );
  }
}
