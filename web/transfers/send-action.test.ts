import { describe, expect, it } from 'vitest';
import { inGroups, whyNotSent } from './send-action.ts';

const loose = { place: 'wallet', isListed: false, isLocked: false } as const;
const ready = { canSign: true, isBusy: false };

describe('sending a card', () => {
  it('is offered for a loose card', () => {
    expect(whyNotSent(loose, ready)).toBeNull();
  });

  it.each([
    [{ ...loose, place: 'kiosk' } as const, ready, 'in a kiosk'],
    [{ ...loose, place: 'personal-kiosk' } as const, ready, 'in a kiosk'],
    [{ ...loose, place: 'originbyte-kiosk' } as const, ready, 'in a kiosk'],
    [{ place: 'kiosk', isListed: true, isLocked: false } as const, ready, 'for sale'],
    [{ place: 'kiosk', isListed: false, isLocked: true } as const, ready, 'locked in a kiosk'],
    [loose, { canSign: false, isBusy: false }, 'your wallet cannot sign it'],
    [loose, { canSign: true, isBusy: true }, 'another is on its way'],
  ])('of %j by %j is off: %3$s', (card, sender, reason) => {
    expect(whyNotSent(card, sender)).toBe(reason);
  });

  it('shows every character of the address', () => {
    const address = `0x${'0123456789abcdef'.repeat(4)}`;
    expect(inGroups(address)).toHaveLength(17);
    expect(inGroups(address).join('')).toBe(address);
  });
});
