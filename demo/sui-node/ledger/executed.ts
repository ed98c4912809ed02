import type { bcs } from '@mysten/sui/bcs';
import type { ObjectDraft } from './ledger.ts';

export type TransactionData = NonNullable<(typeof bcs.TransactionData.$inferType)['V1']>;

/** All in MIST. */
export interface GasUsed {
  readonly computationCost: bigint;
  readonly storageCost: bigint;
  readonly storageRebate: bigint;
  readonly nonRefundableStorageFee: bigint;
}

/** A transaction and everything it did; also for one that was only simulated. */
export interface TransactionOutcome {
  readonly digest: string;
  readonly data: TransactionData;
  /** BCS of the transaction data, as signed. */
  readonly bytes: Uint8Array;
  /** It cost more than its budget: everything is undone, and the budget is charged. The only way to fail here. */
  readonly isOverBudget: boolean;
  readonly epoch: bigint;
  readonly gasUsed: GasUsed;
  /** The version of everything it wrote. */
  readonly version: bigint;
  readonly writes: readonly ObjectDraft[];
  /** Ids. */
  readonly deletes: readonly string[];
  /** What the payer's address balance pays, in MIST; 0 where coins do. */
  readonly fromAddressBalance: bigint;
}

/** An outcome that stands on the ledger. */
export interface ExecutedTransaction extends TransactionOutcome {
  /** Serialized, base64. */
  readonly signatures: readonly string[];
  readonly checkpoint: bigint;
  readonly timestampMs: number;
}
