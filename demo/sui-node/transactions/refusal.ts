import type { Failure, FailureReason } from '../ledger/executed.ts';

/** A node's "no" before anything ran: nothing changed, no gas was charged. */
export class TransactionRefusedError extends Error {}

/** A program failed while it ran: everything is undone, the gas is charged all the same. */
export class ExecutionFailed extends Error implements Failure {
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
