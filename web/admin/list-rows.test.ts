import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listRows } from './list-rows.ts';

const WIDE = { width: 1_100, height: 600, top: 0, rem: 16 };

it('draws what is in the window, and little more', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.nat(6_000_000),
      fc.integer({ min: 100, max: 2_000 }),
      (...of) => {
        const [count, top, height] = of;
        const { from, to, rowHeight } = listRows(count, { ...WIDE, top, height });
        const lastSeen = Math.min(count, Math.ceil((top + height) / rowHeight));
        expect(to - from).toBeLessThanOrEqual(Math.ceil(height / rowHeight) + 18);
        for (let row = Math.floor(top / rowHeight); row < lastSeen; row += 1) {
          expect(row >= from && row < to).toBe(true);
        }
      },
    ),
  );
});

it('is a column of small cards where it is narrow, and grows with the font', () => {
  const narrow = listRows(10, { ...WIDE, width: 330 });
  expect(narrow).toMatchObject({ isNarrow: true, rowHeight: 144, height: 1_440 });
  expect(listRows(10, { ...WIDE, rem: 32 })).toMatchObject({ isNarrow: true, rowHeight: 288 });
  expect(listRows(10, WIDE)).toMatchObject({ isNarrow: false, rowHeight: 60, height: 600 });
});

it('draws nothing before it was measured, and nothing of nothing', () => {
  expect(listRows(10, { ...WIDE, width: 0 })).toMatchObject({ from: 0, to: 0 });
  expect(listRows(0, { ...WIDE, top: 900 })).toMatchObject({ from: 0, to: 0, height: 0 });
});
