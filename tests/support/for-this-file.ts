import { afterAll } from 'vitest';

/** Something for all tests of a file: started while the file is read, closed when its tests are done. */
export async function forThisFile<T extends { close(): unknown } | AsyncDisposable>(
  starting: Promise<T>,
): Promise<T> {
  const started = await starting;
  afterAll(() => ('close' in started ? started.close() : started[Symbol.asyncDispose]()));
  return started;
}
