import { randomInt } from 'node:crypto';
import { bcs } from '@mysten/sui/bcs';
import type { Client } from '../front.ts';
import type { TransactionOutcome } from '../ledger/executed.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { SUI_COIN_TYPE } from '../ledger/move-types.ts';
import { coinBalance, objectDigest } from '../ledger/objects.ts';
import { simulateTransaction } from './execute.ts';
import { TransactionRefusedError } from './failures.ts';
import { estimateBudget, MAX_BUDGET, MAX_PAYMENT_COINS } from './gas.ts';

type TransactionInput = Parameters<typeof bcs.TransactionData.serialize>[0]['V1'];
type Kind = TransactionInput['kind'];

/** A transaction as clients send it to have it completed: its sender pays, for a fee not known yet. */
export interface UnresolvedTransaction {
  readonly sender: string;
  readonly kind: Kind;
}

/** Who can read types of this protocol version gets transactions that only some validators may propose. */
const FIRST_WITH_PROPOSERS = 136;

interface SimulateOptions {
  readonly mayMockGas: boolean;
  readonly client: Client;
}

/** Runs a transaction without effect, and completes it first where it has to. Throws TransactionRefusedError. */
export function simulateRequest(
  ledger: Ledger,
  transaction: Uint8Array | UnresolvedTransaction,
  { mayMockGas, client }: SimulateOptions,
): TransactionOutcome {
  if (transaction instanceof Uint8Array) {
    return simulateTransaction(ledger, transaction, mayMockGas);
  }
  const { kind, sender } = transaction;
  const price = ledger.referenceGasPrice;
  const draft: TransactionInput = {
    kind,
    sender,
    gasData: { payment: [], owner: sender, price, budget: MAX_BUDGET },
    expiration: { None: true },
  };
  const trial = simulateTransaction(ledger, serialize(draft), true);
  const budget = estimateBudget(trial.gasUsed, price);
  const gasData = { ...draft.gasData, budget };
  const paid = withPayment(ledger, { ...draft, gasData });
  const complete =
    client.protocolVersion >= FIRST_WITH_PROPOSERS ? withProposers(ledger, paid) : paid;
  return simulateTransaction(ledger, serialize(complete), false);
}

function serialize(input: TransactionInput): Uint8Array {
  return bcs.TransactionData.serialize({ V1: input }).toBytes();
}

/** The address balance pays if it alone covers the budget; else coins, richest first, as many as may pay. */
function withPayment(ledger: Ledger, input: TransactionInput): TransactionInput {
  const owner = input.sender as string;
  const budget = BigInt(input.gasData.budget);
  const inAddress = ledger.addressBalances.get(owner) ?? 0n;
  // Good for this epoch and the next, and different from every other: nothing else keeps it from being sent twice.
  if (inAddress >= budget) return { ...input, expiration: { ValidDuring: windowOf(ledger) } };
  const coins = [...ledger.store.listOwned(owner, (type) => type === SUI_COIN_TYPE)];
  const paying = coins.slice(0, MAX_PAYMENT_COINS);
  if (paying.reduce((sum, coin) => sum + (coinBalance(coin) ?? 0n), 0n) < budget) {
    throw new TransactionRefusedError(
      'Unable to perform gas selection due to insufficient SUI balance (in address balance or coins) ' +
        `for account ${owner} to satisfy required budget ${budget}.`,
    );
  }
  const payment = paying.map((coin) => {
    return { objectId: coin.id, version: coin.version, digest: objectDigest(coin) };
  });
  return { ...input, gasData: { ...input.gasData, payment } };
}

function withProposers(ledger: Ledger, input: TransactionInput): TransactionInput {
  const allowedProposers = { epoch: ledger.epoch, proposers: [3, 14, 15] };
  return { ...input, expiration: { Validity: { ...windowOf(ledger), allowedProposers } } };
}

function windowOf({ epoch, chainIdentifier: chain }: Ledger) {
  const window = { minEpoch: epoch, maxEpoch: epoch + 1n, minTimestamp: null, maxTimestamp: null };
  return { ...window, chain, nonce: randomInt(2 ** 32) };
}
