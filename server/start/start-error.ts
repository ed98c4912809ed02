/**
 * An expected reason why the server cannot run: a wrong setting, a taken port, a folder in use.
 * The message is one line for the person at the terminal; it is printed without a stack.
 */
export class StartError extends Error {
  override name = 'StartError';
}
