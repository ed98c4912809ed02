import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chooseEncoding, compress } from './encodings.ts';

it.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5, BR;q=0', 'gzip'],
  ['br;q=0.0, gzip;q=0.000', null],
  ['x-gzip, brotli', null],
])('of %j takes %j', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

it('gives back what went in', async () => {
  const bytes = Buffer.from('cards '.repeat(1_000));
  for (const effort of ['high', 'medium', 'low'] as const) {
    const [br, gzip] = await Promise.all([
      compress(bytes, 'br', effort),
      compress(bytes, 'gzip', effort),
    ]);
    expect(brotliDecompressSync(br!)).toEqual(bytes);
    expect(gunzipSync(gzip!)).toEqual(bytes);
    expect(Math.max(br!.length, gzip!.length)).toBeLessThan(bytes.length / 10);
  }
});

it('leaves as it is what others would wait for, except what is done once', async () => {
  const bytes = Buffer.from('cards '.repeat(300_000));
  const begun = [compress(bytes, 'br', 'low'), compress(bytes, 'gzip', 'medium')];
  expect(begun).not.toContain(null);
  expect(compress(bytes, 'br', 'low')).toBeNull();
  const once = compress(bytes.subarray(0, 2_000), 'br', 'high');
  await Promise.all([...begun, once]);
  expect(await compress(bytes, 'br', 'low')).not.toBeNull();
});

it('compresses one answer however large it is', async () => {
  expect(await compress(Buffer.alloc(20_000_000), 'gzip', 'low')).not.toBeNull();
});
