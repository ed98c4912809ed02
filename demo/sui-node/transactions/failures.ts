import type { Failure, FailureReason } from '../ledger/executed.ts';

/** A node's "no" before anything ran: nothing changed, no gas was charged. */
export class TransactionRefusedError extends Error {
  override name = 'TransactionRefusedError';
}

/** A program failed while it ran: everything is undone, the gas is charged all the same. */
export class ExecutionError extends Error implements Failure {
  override name = 'ExecutionError';
  readonly reason: FailureReason;
  /** The command that failed; undefined when no single one did. */
  readonly command: number | undefined;

  constructor(reason: FailureReason, command?: number) {
    super(Object.keys(reason)[0] ?? 'Unknown');
    this.reason = reason;
    this.command = command;
  }

  /** The same failure, pinned to a command. */
  at(command: number): ExecutionError {
    return new ExecutionError(this.reason, this.command ?? command);
  }
}

/** A failure in words, much as nodes print it. */
export function describeFailure(reason: FailureReason): string {
  const name = Object.keys(reason)[0] ?? 'Unknown';
  if ('CommandArgumentError' in reason) {
    const { argIdx, kind } = reason.CommandArgumentError;
    return `CommandArgumentError { arg_idx: ${argIdx}, kind: ${Object.keys(kind)[0]} }`;
  }
  return name;
}
