import { coinContents } from '../ledger/coins.ts';
import type {
  GasUsed,
  ObjectChange,
  TransactionData,
  TransactionOutcome,
} from '../ledger/executed.ts';
import { idFromText } from '../ledger/hashes.ts';
import { finishDraft, type Ledger } from '../ledger/ledger.ts';
import { SUI_COIN_TYPE, SUI_TYPE } from '../ledger/move-types.ts';
import { addressOwner, coinBalance, type LedgerObject } from '../ledger/objects.ts';
import { type Program, runCommand } from './commands.ts';
import { ExecutionError } from './failures.ts';
import { computationCost, gasUsedBy, netGas } from './gas.ts';
import type { LoadedInputs } from './inputs.ts';
import { sealOutcome } from './outcome.ts';
import { Values } from './values.ts';
import { Workspace } from './workspace.ts';

export interface Prepared {
  readonly digest: string;
  readonly bytes: Uint8Array;
  readonly data: TransactionData;
  readonly program: Program;
  readonly inputs: LoadedInputs;
  /** The first pays, the others are merged into it. None: the payer's address balance pays. */
  readonly payment: readonly LedgerObject[];
}

/** Runs a checked transaction on a workspace. The ledger itself stays as it is. */
export function runTransaction(ledger: Ledger, prepared: Prepared): TransactionOutcome {
  const { digest, bytes, data, program, inputs, payment } = prepared;
  const gasCoinId = payment[0]?.id;
  const known = new Map([...inputs.objects, ...payment].map((object) => [object.id, object]));
  const space = new Workspace(ledger, digest, known);
  const version = [...known.values()].reduce((top, { version: v }) => (v > top ? v : top), 0n) + 1n;
  const budget = BigInt(data.gasData.budget);
  const computation = computationCost(program.commands.length, BigInt(data.gasData.price));

  let failure: ExecutionError | undefined;
  touchInputs(space, prepared);
  try {
    runProgram(space, prepared, budget);
    const used = gasUsedBy(computation, ...beforeAndAfter(space, version));
    if (netGas(used) > budget) throw new ExecutionError({ InsufficientGas: true });
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    failure = error;
    space.undo();
    touchInputs(space, prepared);
  }
  const gasUsed = chargeGas(space, gasCoinId, computation, version, failure === undefined, budget);
  const fee = { address: data.gasData.owner, coinType: SUI_TYPE, amount: -netGas(gasUsed) };
  return sealOutcome({
    digest,
    data,
    bytes,
    failure,
    epoch: ledger.epoch,
    gasUsed,
    gasObjectId: gasCoinId,
    addressBalanceChanges: gasCoinId === undefined ? [fee] : [],
    version,
    changes: changesOf(space, version),
    dependencies: [
      ...new Set([...known.values()].map(({ previousTransaction }) => previousTransaction)),
    ].sort(),
  });
}

/** Every mutable input gets a new version; the coins that pay become one. */
function touchInputs(space: Workspace, { inputs, payment }: Prepared): void {
  const [gasCoin, ...merged] = payment;
  space.write(...inputs.objects);
  if (gasCoin === undefined) return;
  space.write(gasCoin);
  const total = payment.reduce((sum, coin) => sum + (coinBalance(coin) ?? 0n), 0n);
  for (const { id } of merged) space.delete(id);
  setBalance(space, gasCoin.id, total);
}

function runProgram(space: Workspace, prepared: Prepared, budget: bigint): void {
  const { program, inputs, payment } = prepared;
  const gasCoinId = payment[0]?.id;
  const values = new Values(inputs.values, gasCoinId);
  // The budget is set aside while the program runs: it cannot spend its own gas.
  addBalance(space, gasCoinId, -budget);
  program.commands.forEach((command, index) => {
    try {
      values.addResults(runCommand(space, values, command));
    } catch (error) {
      throw error instanceof ExecutionError ? error.at(index) : error;
    }
  });
  values.refuseLeftovers();
  addBalance(space, gasCoinId, budget);
}

function chargeGas(
  space: Workspace,
  gasCoinId: string | undefined,
  computation: bigint,
  version: bigint,
  didSucceed: boolean,
  budget: bigint,
): GasUsed {
  const [before, after] = beforeAndAfter(space, version);
  const exact = gasUsedBy(computation, before, after);
  // A failed program pays for computation; its inputs are written back at the size they had.
  const used =
    didSucceed || netGas(exact) <= budget ? exact : { ...exact, computationCost: budget };
  addBalance(space, gasCoinId, -netGas(used));
  return used;
}

function beforeAndAfter(space: Workspace, version: bigint): [LedgerObject[], LedgerObject[]] {
  const changes = changesOf(space, version);
  return [
    changes.flatMap(({ before }) => before ?? []),
    changes.flatMap(({ after }) => after ?? []),
  ];
}

function changesOf(space: Workspace, version: bigint): ObjectChange[] {
  const written = space.written.map((draft): ObjectChange => {
    const after = finishDraft(draft, version, space.digest);
    return { id: draft.id, type: draft.type, before: space.before(draft.id), after };
  });
  const deleted = space.deleted.map((id): ObjectChange => {
    const before = space.before(id);
    return { id, type: before?.type ?? '', before, after: undefined };
  });
  return [...written, ...deleted].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Nothing to do where an address balance pays: it changes when all is over. */
function addBalance(space: Workspace, coinId: string | undefined, amount: bigint): void {
  if (coinId === undefined) return;
  setBalance(space, coinId, (coinBalance(space.get(coinId)) ?? 0n) + amount);
}

function setBalance(space: Workspace, coinId: string, amount: bigint): void {
  space.write({ ...space.get(coinId), contents: coinContents(coinId, amount) });
}

const MOCK_BALANCE = 1_000_000_000_000_000_000n;

/** The coin that pays for a simulation that names none; it never reaches the ledger. */
export function mockGasCoin(owner: string): LedgerObject {
  const id = idFromText('the-mainz mock gas coin');
  const contents = coinContents(id, MOCK_BALANCE);
  const draft = { id, owner: addressOwner(owner), type: SUI_COIN_TYPE, hasPublicTransfer: true };
  return finishDraft({ ...draft, contents }, 1n, '11111111111111111111111111111111');
}
