import { describe, expect, it } from 'vitest';
import { canonicalAddress } from './address.ts';
import { isSystemAddress, readRecipient } from './transfers.ts';

const ADDRESS = `0x${'aB'.repeat(32)}`;

describe('a recipient', () => {
  it.each([ADDRESS, ` ${ADDRESS}\n`, ADDRESS.toLowerCase()])('is the wallet of %j', (text) => {
    expect(readRecipient(text)).toEqual({ kind: 'address', address: ADDRESS.toLowerCase() });
  });

  it.each([
    ['ada.sui', 'ada.sui'],
    ['Ada.SUI', 'ada.sui'],
    ['shop.ada.sui', 'shop.ada.sui'],
    ['@ada', '@ada'],
    ['shop@ada', 'shop@ada'],
    ['duo-demo.sui', 'duo-demo.sui'],
  ])('is the name %s', (text, name) => {
    expect(readRecipient(text)).toEqual({ kind: 'name', name });
  });

  // As pages and chats leave them in what is copied.
  it.each(['\u200B', '\u2060', '\uFEFF', '\u202C'])(
    'is read without the invisible %j',
    { tags: 'cards-8' },
    (mark) => {
      const pasted = `${mark}${ADDRESS.slice(0, 9)}${mark}${ADDRESS.slice(9)}\n${mark}`;
      expect(readRecipient(pasted)).toEqual({ kind: 'address', address: ADDRESS.toLowerCase() });
      expect(readRecipient(`ada${mark}.sui${mark}`)).toEqual({ kind: 'name', name: 'ada.sui' });
    },
  );

  it.each([
    '',
    '   ',
    'ada',
    '0x1234',
    ADDRESS.slice(0, -1),
    `${ADDRESS}0`,
    ADDRESS.slice(2),
    `0x${'g'.repeat(64)}`,
    `${ADDRESS.slice(0, 6)}...${ADDRESS.slice(-4)}`,
    'ada.eth',
    'a b.sui',
    'аda.sui',
    '.sui',
    `${'a'.repeat(300)}.sui`,
    '<script>.sui',
  ])('is nobody: %j', (text) => {
    expect(readRecipient(text)).toBeNull();
  });

  it('is the system below 2^128, and somebody from there on', () => {
    const isSystem = (address: bigint) =>
      isSystemAddress(canonicalAddress(`0x${address.toString(16)}`)!);
    expect([2n, 2n ** 128n - 1n, 2n ** 128n, 2n ** 252n - 1n].map(isSystem)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
