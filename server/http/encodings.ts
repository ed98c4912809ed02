/** Compression of answers, off the main thread. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The best first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** In bytes. A smaller answer fits into one packet anyway. */
export const WORTH_COMPRESSING = 1_400;

/** Browsers name a handful; thousands of commas would cost a millisecond. */
const LONGEST_LIST = 1_000;

/** The best encoding that an Accept-Encoding header accepts; null for none. */
export function chooseEncoding(header: string | undefined): Encoding | null {
  if (header === undefined || header.length > LONGEST_LIST) return null;
  const taken = new Set<string>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) taken.add(name);
  }
  return ENCODINGS.find((encoding) => taken.has(encoding)) ?? null;
}

/**
 * How much work goes into compressing. `high`: once for as long as the server runs; takes 50 ms for a page. `medium`: for
 * seconds to hours; a thirtieth of that, for a tenth more bytes. `low`: perhaps for one caller.
 */
export type Effort = 'high' | 'medium' | 'low';

const BROTLI_QUALITY: Readonly<Record<Effort, number>> = { high: 10, medium: 5, low: 4 };
const GZIP_LEVEL: Readonly<Record<Effort, number>> = { high: 9, medium: 6, low: 5 };

/** How many bytes may be compressed at a time: some 50 ms of work. */
const MOST_BYTES = 4 * 1024 * 1024;
let bytesUnderWay = 0;

/**
 * Null when so much is compressed already that others would wait for this, too: then it is sent as it is. What is done
 * once for as long as the server runs is always done.
 */
export function compress(bytes: Buffer, encoding: Encoding, effort: 'high'): Promise<Buffer>;
export function compress(bytes: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> | null;
export function compress(bytes: Buffer, encoding: Encoding, effort: Effort) {
  const isTooMuch = bytesUnderWay > 0 && bytesUnderWay + bytes.length > MOST_BYTES;
  if (isTooMuch && effort !== 'high') return null;
  bytesUnderWay += bytes.length;
  return compressed(bytes, encoding, effort).finally(() => {
    bytesUnderWay -= bytes.length;
  });
}

function compressed(bytes: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(bytes, { level: GZIP_LEVEL[effort] });
  return toBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
