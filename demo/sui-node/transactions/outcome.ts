import { bcs } from '@mysten/sui/bcs';
import { toBase58 } from '@mysten/sui/utils';
import { blake2b } from '@noble/hashes/blake2.js';
import { accumulatorId, accumulatorType } from '../ledger/address-balances.ts';
import type { BalanceChange, ObjectChange, TransactionOutcome } from '../ledger/executed.ts';
import { coinTypeOf } from '../ledger/move-types.ts';
import { bcsOwner, coinBalance, type LedgerObject, objectDigest } from '../ledger/objects.ts';

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
    balanceChanges: balanceChanges(outcome),
  };
}

function effectsBcs(outcome: Unsealed): Uint8Array {
  const { failure, changes, gasUsed } = outcome;
  const command = failure?.command;
  const gasIndex = changes.findIndex(({ id }) => id === outcome.gasObjectId);
  return bcs.TransactionEffects.serialize({
    V2: {
      status:
        failure === undefined
          ? { Success: true }
          : { Failure: { error: failure.reason, command: command ?? null } },
      executedEpoch: outcome.epoch,
      gasUsed,
      transactionDigest: outcome.digest,
      gasObjectIndex: outcome.gasObjectId === undefined ? null : gasIndex,
      eventsDigest: null,
      dependencies: outcome.dependencies,
      lamportVersion: outcome.version,
      changedObjects: [
        ...changes.map((change) => [change.id, changeBcs(change)] as const),
        ...outcome.addressBalanceChanges.map(accumulatorBcs),
      ],
      unchangedConsensusObjects: [],
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

function accumulatorBcs({ address, coinType, amount }: BalanceChange) {
  const write = {
    address: { address, ty: accumulatorType(coinType) },
    operation: amount < 0n ? { Split: true } : { Merge: true },
    value: { Integer: amount < 0n ? -amount : amount },
  };
  const states = { inputState: { NotExist: true }, outputState: { AccumulatorWriteV1: write } };
  return [accumulatorId(address, coinType), { ...states, idOperation: { None: true } }] as const;
}

function balanceChanges({ changes, addressBalanceChanges }: Unsealed): BalanceChange[] {
  const sums = new Map<string, BalanceChange>();
  for (const change of addressBalanceChanges) {
    sums.set(`${change.address} ${change.coinType}`, change);
  }
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
