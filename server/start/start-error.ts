/**
 * An expected reason why the server cannot run: a wrong setting, a taken port, a folder in use.
 * The message is one line for the person at the terminal; it is printed without a stack.
 */
export class StartError extends Error {
  override name = 'StartError';
}

/** What it needs is away, such as its database: the same start may succeed later, with the same settings. */
export class AwayError extends StartError {
  override name = 'AwayError';
}

/** Why a connection failed, in one line; OpenSSL's words have several. */
export function oneLine(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || String(code)).trim().replace(/\s*[\r\n]+\s*/g, ' ');
}
