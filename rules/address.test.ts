import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAddress, defaultUsername, shortAddress } from './address.ts';

const FULL = `0x${'0'.repeat(62)}ab`;
const hex = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...'0123456789abcdefABCDEF'),
    minLength: 1,
    maxLength: length,
  });

/** Halves of characters too. */
const anyText = fc.uint16Array({ maxLength: 80 }).map((units) => String.fromCharCode(...units));

describe('canonicalAddress', () => {
  it.each(['0xab', '0xAB', '0XAB', '0x00ab', FULL, FULL.toUpperCase()])('reads %s', (spelled) => {
    expect(canonicalAddress(spelled)).toBe(FULL);
  });

  it.each([
    ...['', '0x', 'ab', '0xg', ' 0xab', '0xab ', '0xab\n', '0x-1', '0x1_0', '００xab', '0x٣'],
    `0x${'a'.repeat(65)}`,
    `0x${'0'.repeat(64)}1`,
    `${FULL}\0`,
    `x${FULL}`,
    `0x${'g'.repeat(64)}`,
  ])('refuses %j', { tags: 'I1' }, (spelled) => {
    expect(canonicalAddress(spelled)).toBeNull();
  });

  it('gives every spelling of one address the same 66 characters', { tags: 'I1' }, () => {
    fc.assert(
      fc.property(hex(64), (digits) => {
        const canonical = canonicalAddress(`0x${digits}`)!;
        expect(canonical).toMatch(/^0x[0-9a-f]{64}$/);
        expect(BigInt(canonical)).toBe(BigInt(`0x${digits}`));
        expect(canonicalAddress(canonical)).toBe(canonical);
        expect(canonicalAddress(`0X${digits.toUpperCase()}`)).toBe(canonical);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const address = canonicalAddress(text);
        expect(address === null || /^0x[0-9a-f]{64}$/.test(address)).toBe(true);
      }),
    );
  });
});

describe('a shown address', () => {
  it('shortens to the first 6 and the last 4 characters', { tags: 'wallet-19' }, () => {
    expect(shortAddress('0x1234567890abcdef')).toBe('0x1234...cdef');
    expect(shortAddress('0x12345678')).toBe('0x12345678');
  });

  it('labels a collector without a name by the last 4 characters', { tags: 'collectors-1' }, () => {
    expect(defaultUsername(FULL)).toBe('User_00ab');
  });
});
