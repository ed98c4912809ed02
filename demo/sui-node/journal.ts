import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { fromBase64, toBase64 } from '@mysten/sui/utils';
import type { ExecutedTransaction } from './ledger/executed.ts';
import type { Ledger } from './ledger/ledger.ts';
import { applyTransaction } from './transactions/execute.ts';
import { TransactionRefusedError } from './transactions/failures.ts';

interface Line {
  /** BCS of the transaction data, base64. */
  readonly bytes: string;
  /** Serialized, base64. */
  readonly signatures: string[];
  readonly timestampMs: number;
}

/**
 * Lets what was executed outlive a restart: replays the journal onto a ledger set up the same way as before, then
 * appends every further transaction. A torn last line is dropped; a transaction that no longer fits, because the
 * set-up has changed since, is passed over. Answers how many were replayed.
 */
export function keepJournal(ledger: Ledger, file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  const replayed = existsSync(file) ? replay(ledger, file) : 0;
  ledger.onExecuted = (executed) => appendFileSync(file, `${JSON.stringify(toLine(executed))}\n`);
  return replayed;
}

function replay(ledger: Ledger, file: string): number {
  const content = readFileSync(file);
  const whole = content.lastIndexOf(0x0a) + 1;
  // Otherwise the next line would be glued to the torn one.
  if (whole < content.length) truncateSync(file, whole);
  const before = ledger.transactions.size;
  for (const text of content.subarray(0, whole).toString('utf8').split('\n')) {
    const line = readLine(text);
    if (line !== undefined) apply(ledger, line);
  }
  return ledger.transactions.size - before;
}

function apply(ledger: Ledger, { bytes, signatures, timestampMs }: Line): void {
  try {
    applyTransaction(ledger, fromBase64(bytes), signatures, timestampMs);
  } catch (error) {
    if (!(error instanceof TransactionRefusedError)) throw error;
  }
}

function readLine(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Partial<Line>;
    const isWhole = typeof line.bytes === 'string' && Array.isArray(line.signatures);
    return isWhole && typeof line.timestampMs === 'number' ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}

function toLine({ bytes, signatures, timestampMs }: ExecutedTransaction): Line {
  return { bytes: toBase64(bytes), signatures: [...signatures], timestampMs };
}
