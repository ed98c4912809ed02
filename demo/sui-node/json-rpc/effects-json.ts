import { accumulatorId, accumulatorType } from '../ledger/address-balances.ts';
import type { BalanceChange, ObjectChange, TransactionOutcome } from '../ledger/executed.ts';
import type { Json } from '../ledger/layouts.ts';
import { type LedgerObject, objectDigest } from '../ledger/objects.ts';
import { describeFailure } from '../transactions/failures.ts';
import { ownerJson, shortType } from './object-json.ts';

/** Effects in the old JSON form. */
export function effectsJson(outcome: TransactionOutcome): Json {
  const { changes, failure, gasUsed } = outcome;
  const gasObject = changes.find(({ id }) => id === outcome.gasObjectId)?.after;
  return {
    messageVersion: 'v1',
    status:
      failure === undefined
        ? { status: 'success' }
        : {
            status: 'failure',
            error: describeFailure(failure.reason) + inCommand(failure.command),
          },
    executedEpoch: outcome.epoch.toString(),
    gasUsed: {
      computationCost: gasUsed.computationCost.toString(),
      storageCost: gasUsed.storageCost.toString(),
      storageRebate: gasUsed.storageRebate.toString(),
      nonRefundableStorageFee: gasUsed.nonRefundableStorageFee.toString(),
    },
    modifiedAtVersions: changes.flatMap(({ id, before }) =>
      before ? [{ objectId: id, sequenceNumber: before.version.toString() }] : [],
    ),
    transactionDigest: outcome.digest,
    created: changes.flatMap(({ before, after }) => (before ? [] : ownedReference(after))),
    mutated: changes.flatMap(({ before, after }) => (before ? ownedReference(after) : [])),
    deleted: changes.flatMap(({ id, after }) =>
      after ? [] : [{ objectId: id, version: Number(outcome.version), digest: DELETED_DIGEST }],
    ),
    gasObject: ownedReference(gasObject)[0] ?? NO_GAS_OBJECT,
    accumulatorEvents: outcome.addressBalanceChanges.map(accumulatorEvent),
    dependencies: [...outcome.dependencies],
  };
}

/** The digest under which a deleted object is listed. */
const DELETED_DIGEST = '7gyGAp71YXQRoxmFBaHxofQXAipvgHyBKPyxmdSJxyvz';

/** What stands for the gas object when an address balance paid. */
const NO_GAS_OBJECT: Json = {
  owner: { AddressOwner: `0x${'0'.repeat(64)}` },
  reference: { objectId: `0x${'0'.repeat(64)}`, version: 0, digest: '1'.repeat(32) },
};

function accumulatorEvent({ address, coinType, amount }: BalanceChange): Json {
  return {
    accumulatorObj: accumulatorId(address, coinType),
    address,
    ty: shortType(accumulatorType(coinType)),
    operation: amount < 0n ? 'split' : 'merge',
    value: { integer: (amount < 0n ? -amount : amount).toString() },
  };
}

function inCommand(command: number | undefined): string {
  return command === undefined ? '' : ` in command ${command}`;
}

function ownedReference(object: LedgerObject | undefined): Json[] {
  if (object === undefined) return [];
  const { id: objectId, version } = object;
  const reference = { objectId, version: Number(version), digest: objectDigest(object) };
  return [{ owner: ownerJson(object.owner), reference }];
}

export function objectChangesJson({ changes, data, version }: TransactionOutcome): Json {
  return changes.map((change): Json => {
    const common = {
      sender: data.sender,
      objectId: change.id,
      objectType: shortType(change.type),
      version: version.toString(),
    };
    const { before, after } = change;
    if (after === undefined) return { type: 'deleted', ...common };
    const digest = objectDigest(after);
    const owner = ownerJson(after.owner);
    if (before === undefined) return { type: 'created', owner, digest, ...common };
    if (isTransfer(change)) return { type: 'transferred', recipient: owner, digest, ...common };
    const previousVersion = before.version.toString();
    return { type: 'mutated', owner, digest, previousVersion, ...common };
  });
}

function isTransfer({ before, after }: ObjectChange): boolean {
  return (
    JSON.stringify(before && ownerJson(before.owner)) !==
    JSON.stringify(after && ownerJson(after.owner))
  );
}
