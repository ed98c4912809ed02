import { describe, expect, it } from 'vitest';
import { isUrgent, shareLeft } from './PickTimer.tsx';

describe('the pick timer', () => {
  it('is urgent from 10 s on and in the grace, never while the result is read', {
    tags: 'battle-22',
  }, () => {
    expect([11, 10, 0].map((left) => isUrgent(left, 'pick'))).toEqual([false, true, true]);
    expect(isUrgent(10, 'grace')).toBe(true);
    expect(isUrgent(3, 'break')).toBe(false);
    expect(isUrgent(3, 'theirs')).toBe(false);
  });

  it('draws what is left of its phase, within the ring', () => {
    expect(shareLeft(30, 'pick')).toBe(1);
    expect(shareLeft(15, 'pick')).toBe(0.5);
    expect(shareLeft(5, 'grace')).toBe(0.5);
    expect(shareLeft(12, 'break')).toBe(1);
    expect(shareLeft(-1, 'pick')).toBe(0);
    expect(shareLeft(20, 'theirs')).toBe(0.5);
  });
});
