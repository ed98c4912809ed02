import { coinContents } from '../ledger/coins.ts';
import type {
  GasUsed,
  ObjectChange,
  TransactionData,
  TransactionOutcome,
} from '../ledger/executed.ts';
import { idFromText } from '../ledger/hashes.ts';
import { finishDraft, type Ledger, type ObjectDraft } from '../ledger/ledger.ts';
import { SUI_COIN_TYPE } from '../ledger/move-types.ts';
import { addressOwner, coinBalance, type LedgerObject } from '../ledger/objects.ts';
import { type Program, runCommand } from './commands.ts';
import { computationCost, gasUsedBy, netGas } from './gas.ts';
import type { LoadedInputs } from './inputs.ts';
import { sealOutcome } from './outcome.ts';
import { ExecutionFailed } from './refusal.ts';
import { Values } from './values.ts';
import { Workspace } from './workspace.ts';

export interface Prepared {
  readonly digest: string;
  readonly bytes: Uint8Array;
  readonly data: TransactionData;
  readonly program: Program;
  readonly inputs: LoadedInputs;
  /** The first pays, the others are merged into it. */
  readonly payment: readonly LedgerObject[];
}

type CommandResult = TransactionOutcome['commandResults'][number];

/** Runs a checked transaction on a workspace. The ledger itself stays as it is. */
export function runTransaction(ledger: Ledger, prepared: Prepared): TransactionOutcome {
  const { digest, bytes, data, program, inputs, payment } = prepared;
  const gasCoin = payment[0] as LedgerObject;
  const known = new Map([...inputs.all, ...payment].map((object) => [object.id, object]));
  const space = new Workspace(ledger, digest, data.sender, known);
  const version = [...known.values()].reduce((top, { version: v }) => (v > top ? v : top), 0n) + 1n;
  const budget = BigInt(data.gasData.budget);
  const computation = computationCost(program.commands.length, BigInt(data.gasData.price));

  let failure: ExecutionFailed | undefined;
  let commandResults: CommandResult[] = [];
  touchInputs(space, prepared);
  try {
    commandResults = runProgram(space, prepared, budget);
    const used = gasUsedBy(computation, ...beforeAndAfter(space, version));
    if (netGas(used) > budget) throw new ExecutionFailed({ InsufficientGas: true });
  } catch (error) {
    if (!(error instanceof ExecutionFailed)) throw error;
    failure = error;
    commandResults = [];
    space.undo();
    touchInputs(space, prepared);
  }
  const gasUsed = chargeGas(space, gasCoin.id, computation, version, failure === undefined, budget);
  return sealOutcome({
    digest,
    data,
    bytes,
    failure,
    epoch: ledger.epoch,
    gasUsed,
    gasObjectId: gasCoin.id,
    version,
    changes: changesOf(space, version),
    readShared: inputs.readShared,
    dependencies: [
      ...new Set([...known.values()].map(({ previousTransaction }) => previousTransaction)),
    ].sort(),
    commandResults,
  });
}

/** Every mutable input gets a new version; the coins that pay become one. */
function touchInputs(space: Workspace, { inputs, payment }: Prepared): void {
  space.write(...inputs.mutable, ...payment.slice(0, 1));
  const total = payment.reduce((sum, coin) => sum + (coinBalance(coin) ?? 0n), 0n);
  for (const { id } of payment.slice(1)) space.delete(id);
  setBalance(space, (payment[0] as LedgerObject).id, total);
}

function runProgram(space: Workspace, prepared: Prepared, budget: bigint): CommandResult[] {
  const { program, inputs, payment } = prepared;
  const gasCoinId = (payment[0] as LedgerObject).id;
  const values = new Values(inputs.values, gasCoinId);
  // The budget is set aside while the program runs: it cannot spend its own gas.
  setBalance(space, gasCoinId, balance(space.get(gasCoinId)) - budget);
  const results = program.commands.map((command, index) => {
    try {
      const returned = runCommand(space, values, command);
      values.addResults(returned);
      return returned.map((value) => {
        if (value.kind === 'pure') return { type: undefined, bcs: value.bytes };
        const { type, contents } = space.get(value.id);
        return { type, bcs: contents };
      });
    } catch (error) {
      throw error instanceof ExecutionFailed ? error.at(index) : error;
    }
  });
  values.refuseLeftovers();
  setBalance(space, gasCoinId, balance(space.get(gasCoinId)) + budget);
  return results;
}

function chargeGas(
  space: Workspace,
  gasCoinId: string,
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
  setBalance(space, gasCoinId, balance(space.get(gasCoinId)) - netGas(used));
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

function balance(coin: ObjectDraft): bigint {
  return coinBalance(coin) ?? 0n;
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
