import { bcs } from '@mysten/sui/bcs';
import { TransactionDataBuilder } from '@mysten/sui/transactions';
import { fundAddress } from '../ledger/coins.ts';
import type {
  ExecutedTransaction,
  TransactionData,
  TransactionOutcome,
} from '../ledger/executed.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerObject } from '../ledger/objects.ts';
import { TransactionRefusedError } from './failures.ts';
import { loadGift, loadPayment, refuseUnpaid } from './inputs.ts';
import { mockGasCoin, runTransaction } from './run.ts';
import { checkSignature } from './signatures.ts';

/** Reads BCS transaction data; throws TransactionRefusedError when it is none. */
function parseTransaction(bytes: Uint8Array): TransactionData {
  try {
    return bcs.TransactionData.parse(bytes).V1;
  } catch (error) {
    throw new TransactionRefusedError(`invalid transaction: ${(error as Error).message}`);
  }
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
  await refuseBadSignature(ledger, bytes, parseTransaction(bytes), signatures);
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
  const data = parseTransaction(bytes);
  const outcome = run(ledger, bytes, data, paymentOf(ledger, data));
  ledger.commit(outcome, outcome);
  fundAddress(ledger, data.gasData.owner, -outcome.fromAddressBalance);
  const { checkpoint } = ledger;
  const executed = { ...outcome, signatures: [...signatures], checkpoint, timestampMs };
  ledger.transactions.set(digest, executed);
  ledger.onExecuted?.(executed);
  return executed;
}

/** The coins that pay; none when an address balance does. */
function paymentOf(ledger: Ledger, data: TransactionData): LedgerObject[] {
  if (data.gasData.payment.length > 0) return loadPayment(ledger, data);
  refuseUnpaid(ledger, data);
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
  const data = parseTransaction(bytes);
  const isMocked = mayMockGas && data.gasData.payment.length === 0;
  return run(ledger, bytes, data, isMocked ? [mockGasCoin(data.sender)] : paymentOf(ledger, data));
}

function run(
  ledger: Ledger,
  bytes: Uint8Array,
  data: TransactionData,
  payment: LedgerObject[],
): TransactionOutcome {
  const gift = loadGift(ledger, data);
  const digest = TransactionDataBuilder.getDigestFromBytes(bytes);
  return runTransaction(ledger, { digest, bytes, data, gift, payment });
}

/** The sender must have signed, and pays. */
async function refuseBadSignature(
  ledger: Ledger,
  bytes: Uint8Array,
  data: TransactionData,
  signatures: readonly string[],
): Promise<void> {
  const [signature = '', ...more] = signatures;
  if (data.gasData.owner !== data.sender || more.length > 0) {
    throw new TransactionRefusedError('Feature is not supported: somebody else who pays');
  }
  const { sender } = data;
  const verdict = await checkSignature(ledger, 'TransactionData', bytes, signature, sender);
  if (verdict.isValid) return;
  throw new TransactionRefusedError(
    `Invalid user signature: Required Signature from ${sender} is absent: ${verdict.reason}`,
  );
}
