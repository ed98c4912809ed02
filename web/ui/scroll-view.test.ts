import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsInSight } from './scroll-view.ts';

const VIEW = { width: 1_100, height: 600, top: 0, rem: 16 };

describe('the rows of a long list that are drawn', () => {
  it('are those in sight, and little more', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(6_000_000),
        fc.integer({ min: 100, max: 2_000 }),
        fc.integer({ min: 40, max: 300 }),
        (count, top, height, pitch) => {
          const drawn = rowsInSight(count, pitch, { ...VIEW, top, height });
          expect(drawn.length).toBeLessThanOrEqual(Math.ceil((height + 960) / pitch) + 1);
          const end = Math.min(count, Math.ceil((top + height) / pitch));
          for (let row = Math.floor(top / pitch); row < end; row += 1) {
            expect(drawn.includes(row)).toBe(true);
          }
        },
      ),
    );
  });

  it('are none before the frame was measured, and none of nothing', () => {
    expect(rowsInSight(10, 60, { ...VIEW, width: 0 })).toEqual([]);
    expect(rowsInSight(0, 60, { ...VIEW, top: 900 })).toEqual([]);
  });
});
