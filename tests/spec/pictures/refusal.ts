/** An answer in which the server says no, as it words it. */
import { REFUSALS, refusalSentence } from '#contract/refusals.ts';
import type { RefusalFacts, RefusalReason } from '#rules/refusal.ts';

export interface Refused {
  readonly reason: RefusalReason;
  readonly facts?: RefusalFacts;
}

export function refusal({ reason, facts = {} }: Refused) {
  const error = refusalSentence(reason, facts);
  return { status: REFUSALS[reason].status, body: { error, reason, facts } };
}
