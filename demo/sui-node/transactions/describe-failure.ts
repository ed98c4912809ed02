import type { FailureReason } from '../ledger/executed.ts';

/** A failure in words, much as nodes print it. */
export function describeFailure(reason: FailureReason): string {
  const name = Object.keys(reason)[0] ?? 'Unknown';
  if ('MoveAbort' in reason) {
    const [{ module, functionName }, code] = reason.MoveAbort;
    return `MoveAbort in ${module.address}::${module.name}::${functionName ?? ''}, code ${code}`;
  }
  if ('CommandArgumentError' in reason) {
    const { argIdx, kind } = reason.CommandArgumentError;
    return `CommandArgumentError { arg_idx: ${argIdx}, kind: ${Object.keys(kind)[0]} }`;
  }
  return name;
}
