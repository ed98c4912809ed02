/** What the server says when it says no (E1). */
import type { ErrorBody } from '#contract/refusals.ts';

/** Any answer that is not OK. The message is the status, a colon and a space, then the body or status text. */
export class HttpError extends Error {
  readonly status: number;
  /** The server's sentence for a person, or null when the body carried none. */
  readonly sentence: string | null;
  /** The stable reason code, for programs. */
  readonly reason: string | null;
  readonly facts: NonNullable<ErrorBody['facts']>;

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText === '' ? statusText : bodyText}`);
    this.name = 'HttpError';
    this.status = status;
    const body = parsed(bodyText);
    this.sentence = typeof body.error === 'string' && body.error !== '' ? body.error : null;
    this.reason = typeof body.reason === 'string' ? body.reason : null;
    this.facts = body.facts ?? {};
  }
}

function parsed(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {}; // a proxy's HTML page, or nothing
  }
}

/** There is no wallet to sign in with, or it cannot sign. The message is for the person (I4). */
export class CannotSignIn extends Error {}

/** The sentence to show for a failure: the server's own, else what the feature says by default. */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (error instanceof CannotSignIn) return error.message;
  return error instanceof HttpError && error.sentence !== null ? error.sentence : otherwise;
}
