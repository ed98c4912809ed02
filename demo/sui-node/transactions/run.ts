import { bcs } from '@mysten/sui/bcs';
import { coinContents } from '../ledger/coins.ts';
import type { TransactionData, TransactionOutcome } from '../ledger/executed.ts';
import { idFromText } from '../ledger/hashes.ts';
import { finishDraft, type Ledger } from '../ledger/ledger.ts';
import { SUI_COIN_TYPE } from '../ledger/move-types.ts';
import { addressOwner, coinBalance, type LedgerObject } from '../ledger/objects.ts';
import { OVER_BUDGET } from './failures.ts';
import { gasUsedBy, netGas, wholeBudget } from './gas.ts';
import type { Gift } from './inputs.ts';

interface Prepared {
  readonly digest: string;
  readonly bytes: Uint8Array;
  readonly data: TransactionData;
  readonly gift: Gift;
  /** The first pays, the others are merged into it. None: the payer's address balance pays. */
  readonly payment: readonly LedgerObject[];
}

/** Runs a checked transaction. The ledger itself stays as it is. */
export function runTransaction(ledger: Ledger, prepared: Prepared): TransactionOutcome {
  const { digest, bytes, data, gift, payment } = prepared;
  const [gasCoin, ...merged] = payment;
  const before = [...gift.objects, ...payment];
  const kept = gasCoin === undefined ? gift.objects : [...gift.objects, gasCoin];
  const budget = BigInt(data.gasData.budget);
  const exact = gasUsedBy(BigInt(data.gasData.price), before, kept);
  const isOverBudget = netGas(exact) > budget;
  const gasUsed = isOverBudget ? wholeBudget(budget) : exact;
  const fee = netGas(gasUsed);
  const given = gift.objects.map((object) => ({ ...object, owner: addressOwner(gift.to) }));
  // Every input gets a new version, also where the program is undone.
  const writes = isOverBudget ? gift.objects : given;
  return {
    digest,
    data,
    bytes,
    isOverBudget,
    epoch: ledger.epoch,
    gasUsed,
    version: ledger.versionAfter(before.map(({ id }) => id)),
    writes: gasCoin === undefined ? writes : [...writes, paidCoin(gasCoin, payment, fee)],
    deletes: merged.map(({ id }) => id),
    fromAddressBalance: gasCoin === undefined ? fee : 0n,
  };
}

/** The coins that pay become one, less the fee. */
function paidCoin(coin: LedgerObject, payment: readonly LedgerObject[], fee: bigint): LedgerObject {
  const total = payment.reduce((sum, one) => sum + (coinBalance(one) ?? 0n), 0n);
  return { ...coin, contents: coinContents(coin.id, total - fee) };
}

/** BCS effects, without what they say of each object that changed. */
export function effectsBcs(outcome: TransactionOutcome): Uint8Array {
  const error = { [OVER_BUDGET]: true } as const;
  return bcs.TransactionEffects.serialize({
    V2: {
      status: outcome.isOverBudget ? { Failure: { error, command: null } } : { Success: true },
      executedEpoch: outcome.epoch,
      gasUsed: outcome.gasUsed,
      transactionDigest: outcome.digest,
      gasObjectIndex: null,
      eventsDigest: null,
      dependencies: [],
      lamportVersion: outcome.version,
      changedObjects: [],
      unchangedConsensusObjects: [],
      auxDataDigest: null,
    },
  }).toBytes();
}

const MOCK_BALANCE = 1_000_000_000_000_000_000n;

/** The coin that pays for a simulation that names none; it never reaches the ledger. */
export function mockGasCoin(owner: string): LedgerObject {
  const id = idFromText('the-mainz mock gas coin');
  const contents = coinContents(id, MOCK_BALANCE);
  const draft = { id, owner: addressOwner(owner), type: SUI_COIN_TYPE, hasPublicTransfer: true };
  return finishDraft({ ...draft, contents }, 1n, '11111111111111111111111111111111');
}
