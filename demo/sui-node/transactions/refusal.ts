import type { bcs } from '@mysten/sui/bcs';

/** A node's "no" before anything ran: nothing changed, no gas was charged. */
export class TransactionRefused extends Error {}

/** The same for a transaction that does not exist. */
export class TransactionUnknown extends Error {
  constructor(digest: string) {
    super(`Transaction ${digest} not found`);
  }
}

type EffectsInput = Parameters<typeof bcs.TransactionEffects.serialize>[0];
type StatusInput = Extract<EffectsInput, { V2: unknown }>['V2']['status'];
/** Why a program failed, in the shape the BCS effects take. */
export type FailureReason = Extract<StatusInput, { Failure: unknown }>['Failure']['error'];

/** A program failed while it ran: everything is undone, the gas is charged all the same. */
export class ExecutionFailed extends Error {
  readonly reason: FailureReason;
  /** The command that failed; undefined when no single one did. */
  readonly command: number | undefined;

  constructor(reason: FailureReason, command?: number) {
    super(Object.keys(reason)[0] ?? 'Unknown');
    this.reason = reason;
    this.command = command;
  }

  /** The same failure, pinned to a command. */
  at(command: number): ExecutionFailed {
    return new ExecutionFailed(this.reason, this.command ?? command);
  }
}
