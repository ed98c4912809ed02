import type { ObjectDraft } from '../ledger/ledger.ts';
import type { Value } from './values.ts';
import type { Workspace } from './workspace.ts';

export type MoveAbility = 'copy' | 'drop' | 'store' | 'key';

/** A parameter: `$0` is the first type argument; a reference or a value of a type. */
export interface MoveParameter {
  readonly reference?: 'immutable' | 'mutable';
  /** Canonical struct type, primitive type, or `$n`. */
  readonly type: string;
}

export interface MoveCallContext {
  readonly space: Workspace;
  /** The arguments in order; objects as they stand now. */
  object(position: number): ObjectDraft;
  pure(position: number): Uint8Array;
  abort(code: bigint): never;
}

/** One function of the few this node can run instead of Move bytecode. */
export interface MoveFunction {
  readonly package: string;
  readonly module: string;
  readonly name: string;
  /** Constraints of each type parameter. */
  readonly typeParameters: readonly (readonly MoveAbility[])[];
  readonly parameters: readonly MoveParameter[];
  readonly returns: readonly MoveParameter[];
  run(context: MoveCallContext): Value[];
}
