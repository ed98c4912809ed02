import { afterAll } from 'vitest';

/** A resource for all tests of a file: started while the file loads, closed after its tests. */
export async function forThisFile<T extends { close(): unknown } | AsyncDisposable>(
  starting: Promise<T>,
): Promise<T> {
  const started = await starting;
  afterAll(() => ('close' in started ? started.close() : started[Symbol.asyncDispose]()));
  return started;
}
