/**
 * An expected reason why the server cannot run: a wrong setting, a taken port, a folder in use.
 * The message is one line for the person at the terminal; it is printed without a stack.
 */
export class StartError extends Error {
  override name = 'StartError';

  /** A reason that another program gave, such as OpenSSL, may have several lines. */
  constructor(message: string) {
    super(message.replace(/\s*[\r\n]+\s*/g, ' '));
  }
}
