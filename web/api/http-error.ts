/** Errors of calls, and the sentences shown for them (E1). */
import type { ErrorBody } from '#contract/refusals.ts';

/** An answer that is not OK. The message is `<status>: <body or status text>`. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  /** The server's sentence for the person, or null. */
  readonly sentence: string | null;
  /** A stable code for programs; see rules/refusal.ts. */
  readonly reason: string | null;
  readonly facts: NonNullable<ErrorBody['facts']>;

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText === '' ? statusText : bodyText}`);
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

/** A status that proxies answer for a server that is away; the server's own faults are 500. */
export const isOfProxy = (status: number): boolean => status > 500;

/**
 * Whether a call had no answer of the server: its time was up, the line was lost, a proxy answered for it (also with a
 * page that is no JSON), or it lost its database meanwhile. What it asked for may have been done.
 * @param error of the call, or one with words of its own that it caused
 */
export function hadNoAnswer(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof DOMException) return true;
  if (error instanceof SyntaxError) return true;
  if (error instanceof HttpError) {
    const { status, reason } = error;
    return reason === 'storage-away' || (reason === null && isOfProxy(status));
  }
  return error instanceof Error && error.cause !== undefined && hadNoAnswer(error.cause);
}

/** No wallet is connected, or it cannot sign. The message is shown to the person (I4). */
export class CannotSignInError extends Error {
  override name = 'CannotSignInError';
}

/** The sentence to show for a failure: the server's, else `otherwise`. */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (error instanceof CannotSignInError) return error.message;
  return error instanceof HttpError && error.sentence !== null ? error.sentence : otherwise;
}
