import { describe, expect, it } from 'vitest';
import { inFull, inShort } from './balances.ts';

const sui = { amount: '1249999999', decimals: 9, symbol: 'SUI' };
const readAt = '2026-11-20T12:00:00.000Z';

describe('what lies in a wallet', () => {
  it('is told short and in full, with the token where there is one', () => {
    const token = { amount: '3599000000', decimals: 6, symbol: 'MAIN' };
    expect(inShort({ sui, token, readAt })).toBe('1.24 SUI · 3.5K MAIN');
    expect(inFull({ sui, token, readAt })).toBe('1.249999999 SUI, 3,599 MAIN');
    expect(inShort({ sui, token: null, readAt })).toBe('1.24 SUI');
  });

  it('is exact above 2^53', () => {
    const held = { sui: { ...sui, amount: '9007199254740993' }, token: null, readAt };
    expect(inFull(held)).toBe('9,007,199.254740993 SUI');
  });
});
