import { bcs } from '@mysten/sui/bcs';
import { toBase58 } from '@mysten/sui/utils';
import { blake2b } from '@noble/hashes/blake2.js';
import { coinTypeOf } from '../ledger/move-types.ts';
import { bcsOwner, coinBalance, type LedgerObject, objectDigest } from '../ledger/objects.ts';
import type { GasUsed } from './gas.ts';
import type { TransactionData } from './inputs.ts';
import type { ExecutionFailed } from './refusal.ts';

/** What happened to one object. */
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
  readonly failure: ExecutionFailed | undefined;
  readonly epoch: bigint;
  readonly gasUsed: GasUsed;
  readonly gasObjectId: string;
  /** The version of everything it wrote. */
  readonly version: bigint;
  /** In the order of ids. */
  readonly changes: readonly ObjectChange[];
  readonly readShared: readonly LedgerObject[];
  /** Digests of the transactions that wrote its inputs. */
  readonly dependencies: readonly string[];
  readonly balanceChanges: readonly BalanceChange[];
  readonly effectsBytes: Uint8Array;
  readonly effectsDigest: string;
  /** BCS of what each command returned. */
  readonly commandResults: readonly (readonly { type: string | undefined; bcs: Uint8Array }[])[];
}

/** An outcome that stands on the ledger. */
export interface ExecutedTransaction extends TransactionOutcome {
  /** Serialized, base64. */
  readonly signatures: readonly string[];
  readonly checkpoint: bigint;
  readonly timestampMs: number;
}

type Unsealed = Omit<TransactionOutcome, 'effectsBytes' | 'effectsDigest' | 'balanceChanges'>;

/** Adds what follows from the changes: BCS effects, their digest, and who gained or lost which coins. */
export function sealOutcome(outcome: Unsealed): TransactionOutcome {
  const effectsBytes = effectsBcs(outcome);
  const domain = new TextEncoder().encode('TransactionEffects::');
  const hash = blake2b.create({ dkLen: 32 }).update(domain).update(effectsBytes);
  return {
    ...outcome,
    effectsBytes,
    effectsDigest: toBase58(hash.digest()),
    balanceChanges: balanceChanges(outcome.changes),
  };
}

function effectsBcs(outcome: Unsealed): Uint8Array {
  const { failure, changes, gasUsed } = outcome;
  const command = failure?.command;
  return bcs.TransactionEffects.serialize({
    V2: {
      status:
        failure === undefined
          ? { Success: true }
          : { Failure: { error: failure.reason, command: command ?? null } },
      executedEpoch: outcome.epoch,
      gasUsed,
      transactionDigest: outcome.digest,
      gasObjectIndex: changes.findIndex(({ id }) => id === outcome.gasObjectId),
      eventsDigest: null,
      dependencies: outcome.dependencies,
      lamportVersion: outcome.version,
      changedObjects: changes.map((change) => [change.id, changeBcs(change)] as const),
      unchangedConsensusObjects: outcome.readShared.map(
        (object) =>
          [object.id, { ReadOnlyRoot: [object.version, objectDigest(object)] as const }] as const,
      ),
      auxDataDigest: null,
    },
  } as unknown as EffectsInput).toBytes();
}

// The inferred input type wants mutable tuples; the data is the same.
type EffectsInput = Parameters<typeof bcs.TransactionEffects.serialize>[0];

function changeBcs({ before, after }: ObjectChange) {
  const inputState =
    before === undefined
      ? { NotExist: true }
      : { Exist: [[before.version, objectDigest(before)], bcsOwner(before.owner)] };
  const outputState =
    after === undefined
      ? { NotExist: true }
      : { ObjectWrite: [objectDigest(after), bcsOwner(after.owner)] };
  const idOperation =
    before === undefined
      ? { Created: true }
      : after === undefined
        ? { Deleted: true }
        : { None: true };
  return { inputState, outputState, idOperation };
}

function balanceChanges(changes: readonly ObjectChange[]): BalanceChange[] {
  const sums = new Map<string, BalanceChange>();
  const add = (object: LedgerObject | undefined, sign: bigint) => {
    const coinType = object && coinTypeOf(object.type);
    if (object?.owner.kind !== 'address' || coinType === undefined) return;
    const { address } = object.owner;
    const key = `${address} ${coinType}`;
    const amount = (sums.get(key)?.amount ?? 0n) + sign * (coinBalance(object) ?? 0n);
    sums.set(key, { address, coinType, amount });
  };
  for (const { before, after } of changes) {
    add(before, -1n);
    add(after, 1n);
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n);
}
