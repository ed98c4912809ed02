/**
 * Turns errors into answers (E1). Three kinds: a refusal (status and words in the contract), bad input (400), and a
 * fault (logged with an id, answered without details).
 */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { type ErrorBody, REFUSALS, refusalSentence } from '#contract/refusals.ts';
import { Refusal, type RefusalFacts, type RefusalReason } from '#rules/refusal.ts';
import { DatabaseError } from '#server/db/database-error.ts';
import {
  ChainInputError,
  ChainUnreachableError,
  TransactionRefusedError,
} from '#server/sui/chain.ts';

interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterSeconds?: number;
  /** For faults: the id that the person sees and the log line has. */
  readonly faultId?: string;
}

/** Input that does not fit the contract. */
export class BadInputError extends Error {
  override name = 'BadInputError';
  readonly issues: readonly Issue[];
  constructor(issues: readonly Issue[]) {
    super('bad input');
    this.issues = issues;
  }
}

/** The client closed the connection before the end of its request. */
export class ClientGoneError extends Error {
  override name = 'ClientGoneError';
}

/** For metrics only. 499 is no standard status, but proxies use it for this. */
const CLIENT_GONE: ErrorAnswer = { status: 499, body: { error: 'The call was broken off.' } };

type Issue = z.core.$ZodIssue;

/** `Retry-After` while the database or the chain is down. */
const RETRY_AFTER_SECONDS = 5;

export function errorAnswer(thrown: unknown): ErrorAnswer {
  if (thrown instanceof Refusal) return refused(thrown.reason, thrown.facts);
  if (thrown instanceof BadInputError) return badInput(thrown.issues);
  if (thrown instanceof ClientGoneError) return CLIENT_GONE;
  if (thrown instanceof ChainUnreachableError) return refused('chain-unreachable');
  if (thrown instanceof DatabaseError && thrown.isAway) return refused('storage-away');
  if (thrown instanceof TransactionRefusedError) return refused(refusalOf(thrown));
  if (thrown instanceof ChainInputError) {
    return refused('bad-input', { what: 'the Sui network cannot read it' });
  }
  return frameworkAnswer(thrown) ?? fault();
}

/** Not what is refused or away: something of ours is wrong. */
export const isFault = (thrown: unknown): boolean => errorAnswer(thrown).faultId !== undefined;

function refusalOf({ lacks }: TransactionRefusedError): RefusalReason {
  if (lacks === 'card') return 'card-not-in-wallet';
  return lacks === 'fee' ? 'fee-not-covered' : 'transaction-refused';
}

function refused(reason: RefusalReason, facts: RefusalFacts = {}): ErrorAnswer {
  const body: ErrorBody = { error: refusalSentence(reason, facts), reason };
  if (Object.keys(facts).length > 0) body.facts = facts as NonNullable<ErrorBody['facts']>;
  const [status] = REFUSALS[reason];
  if (typeof facts.seconds === 'number') return { status, body, retryAfterSeconds: facts.seconds };
  return status === 503
    ? { status, body, retryAfterSeconds: RETRY_AFTER_SECONDS }
    : { status, body };
}

function badInput([issue]: readonly Issue[]): ErrorAnswer {
  const reason = idReason(issue);
  if (reason !== null) return refused(reason);
  return refused('bad-input', {
    what: issue === undefined ? 'it cannot be read' : issueWords(issue),
  });
}

/** Ids of the chain have sentences of their own. */
function idReason(issue: Issue | undefined): 'bad-address' | 'bad-object-id' | null {
  const reason: unknown = issue?.code === 'custom' ? issue.params?.reason : null;
  return reason === 'bad-address' || reason === 'bad-object-id' ? reason : null;
}

/** Where the issue is and what was expected; never what was sent. */
function issueWords(issue: Issue): string {
  const where = issue.path.map(String).join('.');
  if (where === '' && issue.code === 'invalid_type') return 'a JSON object is missing';
  const what =
    issue.code === 'unrecognized_keys'
      ? 'it has fields that are not known here'
      : issue.message
          .replace(/^(Invalid input|Too big|Too small): /, '')
          .replace(/, received .*$/, '');
  return where === '' ? what : `${where}: ${what}`;
}

/** Fastify's errors, by their codes. */
function frameworkAnswer(thrown: unknown): ErrorAnswer | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  const { code } = thrown;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refused('too-large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refused('not-json');
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return refused('bad-input', { what: 'the body does not have the length it claims' });
  }
  if (code === 'FST_ERR_BAD_URL') {
    return refused('bad-input', { what: 'the address is not spelled correctly' });
  }
  return undefined;
}

function fault(): ErrorAnswer {
  const faultId = randomBytes(6).toString('hex');
  return {
    status: 500,
    faultId,
    body: { error: `Something went wrong on our side. Please try again. (Reference ${faultId})` },
  };
}
