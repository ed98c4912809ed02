import type { bcs } from '@mysten/sui/bcs';
import type { LedgerObject } from './objects.ts';

export type TransactionData = NonNullable<(typeof bcs.TransactionData.$inferType)['V1']>;

type EffectsInput = Parameters<typeof bcs.TransactionEffects.serialize>[0];
type StatusInput = Extract<EffectsInput, { V2: unknown }>['V2']['status'];
/** Why a program failed, in the shape the BCS effects take. */
export type FailureReason = Extract<StatusInput, { Failure: unknown }>['Failure']['error'];

/** Why a program failed, and at which of its commands, if a single one did. */
export interface Failure {
  readonly reason: FailureReason;
  readonly command: number | undefined;
}

/** All in MIST. */
export interface GasUsed {
  readonly computationCost: bigint;
  readonly storageCost: bigint;
  readonly storageRebate: bigint;
  readonly nonRefundableStorageFee: bigint;
}

export interface ObjectChange {
  readonly id: string;
  readonly type: string;
  /** As it was; undefined when the transaction created it. */
  readonly before: LedgerObject | undefined;
  /** As it is now; undefined when the transaction deleted it. */
  readonly after: LedgerObject | undefined;
}

export interface BalanceChange {
  readonly address: string;
  readonly coinType: string;
  /** In the coin's smallest unit; negative when it went away. */
  readonly amount: bigint;
}

/** A transaction and everything it did; also for one that was only simulated. */
export interface TransactionOutcome {
  readonly digest: string;
  readonly data: TransactionData;
  /** BCS of the transaction data, as signed. */
  readonly bytes: Uint8Array;
  /** Undefined when it succeeded. */
  readonly failure: Failure | undefined;
  readonly epoch: bigint;
  readonly gasUsed: GasUsed;
  /** Undefined when an address balance paid. */
  readonly gasObjectId: string | undefined;
  /** The version of everything it wrote. */
  readonly version: bigint;
  /** In the order of ids. */
  readonly changes: readonly ObjectChange[];
  /** Digests of the transactions that wrote its inputs. */
  readonly dependencies: readonly string[];
  /** What came into address balances and went out of them. */
  readonly addressBalanceChanges: readonly BalanceChange[];
  /** Those of coins and of address balances together. */
  readonly balanceChanges: readonly BalanceChange[];
  readonly effectsBytes: Uint8Array;
  readonly effectsDigest: string;
}

/** An outcome that stands on the ledger. */
export interface ExecutedTransaction extends TransactionOutcome {
  /** Serialized, base64. */
  readonly signatures: readonly string[];
  readonly checkpoint: bigint;
  readonly timestampMs: number;
}
