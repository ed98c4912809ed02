import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactAmount, formatCount, formatCountOf, fullAmount } from './amounts.ts';

const SUI = 1_000_000_000n;

describe('a count', () => {
  it.each([
    [0, '0 cards'],
    [1, '1 card'],
    [1_500, '1,500 cards'],
  ])('%i is %s', { tags: 'numbers-2' }, (count, text) => {
    expect(formatCountOf(count, 'card')).toBe(text);
  });

  it('is written as the platform writes it in English', () => {
    const english = new Intl.NumberFormat('en');
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger(), fc.bigInt()), (count) => {
        expect(formatCount(count)).toBe(english.format(count));
      }),
    );
  });

  it('can have an irregular noun', { tags: 'numbers-2' }, () => {
    expect(formatCountOf(2, 'entry', 'entries')).toBe('2 entries');
  });
});

describe('a short amount', { tags: 'numbers-3' }, () => {
  it.each([
    [0n, 9, '0'],
    [1n, 9, '<0.01'],
    [9_999_999n, 9, '<0.01'],
    [10_000_000n, 9, '0.01'],
    [SUI, 9, '1'],
    [1_240_000_000n, 9, '1.24'],
    [1_249_999_999n, 9, '1.24'],
    [1_200_000_000n, 9, '1.2'],
    [999_999_999_999n, 9, '999.99'],
    [1_000n * SUI, 9, '1K'],
    [3_599n * SUI, 9, '3.5K'],
    [999_999n * SUI, 9, '999.9K'],
    [1_000_000n * SUI, 9, '1M'],
    [10_000_000_000n * SUI, 9, '10B'],
    [123_456_000_000_000n, 0, '123.4T'],
    [5_000_000_000_000_000_000n, 0, '5,000,000T'],
    [7n, 0, '7'],
    [123n, 2, '1.23'],
  ])('%s with %i decimals is %s', (amount, decimals, text) => {
    expect(compactAmount(amount, decimals)).toBe(text);
  });

  it('is short, and never more than there is', () => {
    const worth = { '': 1n, K: 1_000n, M: 1_000_000n, B: 1_000_000_000n, T: 1_000_000_000_000n };
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 64n - 1n),
        fc.integer({ min: 0, max: 12 }),
        (amount, places) => {
          const text = compactAmount(amount, places);
          if (text.startsWith('<')) {
            expect(amount).toBeLessThan(10n ** BigInt(places));
            return;
          }
          const [, whole = '', digits = '', letter = ''] =
            /^([\d,]+)(?:\.(\d{1,2}))?([KMBT]?)$/.exec(text) ?? [];
          const shown = BigInt(whole.replaceAll(',', '') + digits.padEnd(2, '0'));
          const factor = worth[letter as keyof typeof worth] * 10n ** BigInt(places);
          expect(shown * factor).toBeLessThanOrEqual(amount * 100n);
        },
      ),
    );
  });
});

describe('a full amount', () => {
  it.each([
    [0n, 9, '0'],
    [1n, 9, '0.000000001'],
    [1_234_880n, 9, '0.00123488'],
    [1_234_567_000_000_000n, 9, '1,234,567'],
    [42n, 0, '42'],
  ])('%s with %i decimals is %s', { tags: 'numbers-4' }, (amount, decimals, text) => {
    expect(fullAmount(amount, decimals)).toBe(text);
  });
});
