import { randomInt } from 'node:crypto';
import { bcs } from '@mysten/sui/bcs';
import type { TransactionOutcome } from '../ledger/executed.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { canonicalAddress, SUI_COIN_TYPE, SUI_TYPE } from '../ledger/move-types.ts';
import { coinBalance, objectDigest } from '../ledger/objects.ts';
import { simulateTransaction } from './execute.ts';
import { TransactionRefusedError } from './failures.ts';
import { estimateBudget, MAX_BUDGET, MAX_PAYMENT_COINS } from './gas.ts';
import { usesGasCoin } from './inputs.ts';

type TransactionInput = Parameters<typeof bcs.TransactionData.serialize>[0]['V1'];
type ProgramInput = Parameters<typeof bcs.ProgrammableTransaction.serialize>[0];
type CommandInput = ProgramInput['commands'] extends Iterable<infer One> ? One : never;
type Payment = { objectId: string; version: string; digest: string };

/** An object named by its id; version and digest are looked up unless both are given. */
export interface UnresolvedReference {
  readonly id: string;
  readonly version?: bigint;
  readonly digest?: string;
}

/** An input that may lack what the node can look up itself. */
export type UnresolvedInput =
  | { readonly kind: 'pure'; readonly bytes: Uint8Array }
  | ({ readonly kind: 'object' } & UnresolvedReference);

/** A transaction as clients send it to have it completed. */
export interface UnresolvedTransaction {
  readonly sender: string;
  readonly inputs: readonly UnresolvedInput[];
  readonly commands: readonly CommandInput[];
  readonly payment: readonly UnresolvedReference[];
  readonly gasOwner: string | undefined;
  readonly price: bigint | undefined;
  readonly budget: bigint | undefined;
  readonly expiration: TransactionInput['expiration'];
}

interface SimulationRequest {
  readonly transaction: Uint8Array | UnresolvedTransaction;
  /** Estimate a missing budget and choose the coins that pay. */
  readonly doGasSelection: boolean;
}

/** Completes a transaction where it has to, and runs it without effect. Throws TransactionRefusedError. */
export function simulateRequest(ledger: Ledger, request: SimulationRequest): TransactionOutcome {
  const { transaction, doGasSelection } = request;
  const mayMockGas = !doGasSelection;
  let input: TransactionInput;
  if (transaction instanceof Uint8Array) {
    if (mayMockGas) return simulateTransaction(ledger, transaction, mayMockGas);
    input = bcs.TransactionData.parse(transaction).V1;
  } else {
    input = resolveReferences(ledger, transaction);
    if (!mayMockGas && transaction.budget === undefined) {
      input = withBudget(input, estimate(ledger, input));
    }
  }
  if (!mayMockGas && [...input.gasData.payment].length === 0) input = selectPayment(ledger, input);
  return simulateTransaction(ledger, serialize(input), mayMockGas);
}

function serialize(input: TransactionInput): Uint8Array {
  return bcs.TransactionData.serialize({ V1: input }).toBytes();
}

function withBudget(input: TransactionInput, budget: bigint): TransactionInput {
  return { ...input, gasData: { ...input.gasData, budget } };
}

function estimate(ledger: Ledger, input: TransactionInput): bigint {
  const gasData = { ...input.gasData, payment: [], budget: MAX_BUDGET };
  const trial = simulateTransaction(ledger, serialize({ ...input, gasData }), true);
  const budget = estimateBudget(trial.gasUsed, ledger.referenceGasPrice);
  const hasPayment = [...input.gasData.payment].length > 0;
  const available = BigInt(input.gasData.budget);
  if (hasPayment && available < budget) {
    throw new TransactionRefusedError(
      'Insufficient gas balance to cover estimated transaction cost. Available gas balance: ' +
        `${available} MIST. Estimated gas budget required: ${budget} MIST`,
    );
  }
  return budget;
}

/** Looks up versions and digests, and how each object is owned and used. */
function resolveReferences(ledger: Ledger, wanted: UnresolvedTransaction): TransactionInput {
  const owner = wanted.gasOwner ?? wanted.sender;
  const payment = wanted.payment.map((coin) => reference(ledger, coin));
  const inHand = wanted.payment.reduce(
    (sum, { id }) => sum + (coinBalance(ledger.object(id)) ?? 0n),
    0n,
  );
  const most = payment.length > 0 && inHand < MAX_BUDGET ? inHand : MAX_BUDGET;
  return {
    kind: {
      ProgrammableTransaction: {
        inputs: wanted.inputs.map((input) =>
          input.kind === 'pure'
            ? { Pure: { bytes: input.bytes } }
            : { Object: { ImmOrOwnedObject: reference(ledger, input) } },
        ),
        commands: wanted.commands,
      },
    },
    sender: wanted.sender,
    gasData: {
      payment,
      owner,
      price: wanted.price ?? ledger.referenceGasPrice,
      budget: wanted.budget ?? most,
    },
    expiration: wanted.expiration,
  };
}

function reference(ledger: Ledger, { id, version, digest }: UnresolvedReference): Payment {
  const objectId = canonicalAddress(id);
  const object = objectId === undefined ? undefined : ledger.store.get(objectId);
  if (objectId === undefined || object === undefined) {
    throw new TransactionRefusedError(`Could not find the referenced object ${id}`);
  }
  // What the caller knows stands, also when it is out of date: then the transaction is refused.
  const isKnown = version !== undefined && digest !== undefined;
  if (isKnown) return { objectId, version: version.toString(), digest };
  return { objectId, version: object.version.toString(), digest: objectDigest(object) };
}

/**
 * The address balance pays if it alone covers the budget and the program does not touch the gas coin; else coins of the
 * payer that no input uses, richest first, as many as may pay.
 */
function selectPayment(ledger: Ledger, input: TransactionInput): TransactionInput {
  const owner = canonicalAddress(input.gasData.owner) ?? '';
  const budget = BigInt(input.gasData.budget);
  const program = (input.kind as { ProgrammableTransaction: ProgramInput }).ProgrammableTransaction;
  const isCovered = ledger.addressBalances.amount(owner, SUI_TYPE) >= budget;
  if (isCovered && ![...program.commands].some(usesGasCoin)) return withWindow(ledger, input);
  const used = new Set(
    [...program.inputs].map((arg) =>
      'Object' in arg && arg.Object && 'ImmOrOwnedObject' in arg.Object
        ? canonicalAddress(arg.Object.ImmOrOwnedObject?.objectId)
        : undefined,
    ),
  );
  const payment: Payment[] = [];
  let total = 0n;
  for (const coin of ledger.store.listOwned(owner, (type) => type === SUI_COIN_TYPE)) {
    if (used.has(coin.id)) continue;
    payment.push(reference(ledger, { id: coin.id }));
    total += coinBalance(coin) ?? 0n;
    if (payment.length === MAX_PAYMENT_COINS) break;
  }
  if (total < budget) {
    throw new TransactionRefusedError(
      'Unable to perform gas selection due to insufficient SUI balance (in address balance or coins) ' +
        `for account ${owner} to satisfy required budget ${budget}.`,
    );
  }
  return { ...input, gasData: { ...input.gasData, payment } };
}

/** Good for this epoch and the next, and different from every other: nothing else keeps it from being sent twice. */
function withWindow(ledger: Ledger, input: TransactionInput): TransactionInput {
  if (input.expiration !== null && !('None' in input.expiration)) return input;
  const { epoch, chainIdentifier: chain } = ledger;
  const window = { minEpoch: epoch, maxEpoch: epoch + 1n, minTimestamp: null, maxTimestamp: null };
  const ValidDuring = { ...window, chain, nonce: randomInt(2 ** 32) };
  return { ...input, expiration: { ValidDuring } };
}
