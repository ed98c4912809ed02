import type { FailureReason } from '../ledger/executed.ts';
import { ExecutionError } from './failures.ts';

/** What an argument or a result is: an object on the ledger, or plain bytes. */
export type Value =
  | { readonly kind: 'object'; readonly id: string }
  | { readonly kind: 'pure'; readonly bytes: Uint8Array };

/** How a command uses an argument. */
type Use = 'read' | 'take';

/** An argument as transactions write it. */
export type Argument =
  | { GasCoin: true }
  | { Input: number }
  | { Result: number }
  | { NestedResult: [number, number] };

interface Slot {
  value: Value | undefined;
}

/** The inputs and results of a program; a value that was taken cannot be used again. */
export class Values {
  readonly #inputs: Slot[];
  readonly #gas: Slot;
  readonly #results: Slot[][] = [];

  /** Without a gas coin the program cannot name it. */
  constructor(inputs: readonly Value[], gasCoinId: string | undefined) {
    this.#inputs = inputs.map((value) => ({ value }));
    this.#gas = { value: gasCoinId === undefined ? undefined : { kind: 'object', id: gasCoinId } };
  }

  addResults(values: readonly Value[]): void {
    this.#results.push(values.map((value) => ({ value })));
  }

  /** `position` is the argument's place in its command, named when it is refused. */
  use(argument: Argument, position: number, use: Use): Value {
    const slot = this.#find(argument, position);
    const { value } = slot;
    if (value === undefined) throw badArgument(position, { InvalidValueUsage: true });
    if (use === 'take' && value.kind === 'object') slot.value = undefined;
    return value;
  }

  /** Objects that a program made or took out, but gave to nobody, cannot be dropped. */
  refuseLeftovers(): void {
    this.#results.forEach((slots, resultIdx) => {
      slots.forEach((slot, secondaryIdx) => {
        if (slot.value?.kind === 'object') {
          throw new ExecutionError({ UnusedValueWithoutDrop: { resultIdx, secondaryIdx } });
        }
      });
    });
  }

  #find(argument: Argument, position: number): Slot {
    if ('GasCoin' in argument) return this.#gas;
    if ('Input' in argument) {
      const slot = this.#inputs[argument.Input];
      if (slot !== undefined) return slot;
      throw badArgument(position, { IndexOutOfBounds: { idx: argument.Input } });
    }
    const [resultIdx, secondaryIdx] =
      'Result' in argument ? [argument.Result, 0] : argument.NestedResult;
    const slots = this.#results[resultIdx];
    if (slots === undefined) throw badArgument(position, { IndexOutOfBounds: { idx: resultIdx } });
    if ('Result' in argument && slots.length !== 1) {
      throw badArgument(position, { InvalidResultArity: { resultIdx } });
    }
    const slot = slots[secondaryIdx];
    if (slot !== undefined) return slot;
    throw badArgument(position, { SecondaryIndexOutOfBounds: { resultIdx, secondaryIdx } });
  }
}

type ArgumentProblem = Extract<
  FailureReason,
  { CommandArgumentError: unknown }
>['CommandArgumentError']['kind'];

export function badArgument(argIdx: number, kind: ArgumentProblem): ExecutionError {
  return new ExecutionError({ CommandArgumentError: { argIdx, kind } });
}
