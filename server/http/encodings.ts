/** Compression of answers: which one a client takes, and doing it off the main thread. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Below this many bytes the answer fits into one packet anyway. */
export const WORTH_COMPRESSING = 1_400;

/** The best encoding an Accept-Encoding header takes, of those on offer; null for none. */
export function chooseEncoding(
  header: string | undefined,
  offered: readonly Encoding[] = ['br', 'gzip'],
): Encoding | null {
  if (header === undefined) return null;
  const taken = new Set<string>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) taken.add(name);
  }
  return offered.find((encoding) => taken.has(encoding)) ?? null;
}

/** @param thorough for bytes that are compressed once and sent often */
export function compress(bytes: Buffer, encoding: Encoding, thorough: boolean): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(bytes, { level: thorough ? 9 : 5 });
  return toBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: thorough ? 10 : 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
