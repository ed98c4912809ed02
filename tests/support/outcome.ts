/** 'ok', or the status and reason of the refusal. */
export function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'ok',
    (refused: { status?: number; reason?: string }) => `${refused.status} ${refused.reason}`,
  );
}
