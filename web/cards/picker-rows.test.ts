import { describe, expect, it } from 'vitest';
import { pickerRows, pickerStep } from './picker-rows.ts';

describe('the rows of a picker', () => {
  it('draws what is in sight of thousands', () => {
    const rows = pickerRows(2000, { width: 900, height: 600, top: 30_000, rem: 16 });
    expect(rows.drawn.length).toBeLessThan(60);
    const first = rows.boxOf(rows.drawn[0] ?? 0);
    const last = rows.boxOf(rows.drawn.at(-1) ?? 0);
    expect(first.top).toBeLessThanOrEqual(30_000);
    expect(last.top + last.height).toBeGreaterThanOrEqual(30_600);
  });

  it.each([240, 328, 700, 1000])('fits %i px', (width) => {
    const rows = pickerRows(9, { width, height: 600, top: 0, rem: 16 });
    const end = rows.boxOf(rows.columns - 1);
    expect(end.left + end.width).toBeLessThanOrEqual(width);
    expect(rows.drawn).toHaveLength(9);
  });

  it('draws nothing before its width is known', () => {
    expect(pickerRows(9, { width: 0, height: 0, top: 0, rem: 16 }).drawn).toEqual([]);
  });
});

describe('a key in a picker', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 7, null],
    ['ArrowLeft', 0, null],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 5, 7], // a short last row
    ['ArrowDown', 6, null],
    ['ArrowUp', 4, 1],
    ['ArrowUp', 2, null],
    ['Home', 5, 0],
    ['End', 0, 7],
    ['a', 3, null],
  ])('%s from %i leads to %s', (key, at, to) => {
    expect(pickerStep({ key, altKey: false, metaKey: false }, at, 3, 8)).toBe(to);
  });

  it.each(['altKey', 'metaKey'])(
    "%s makes it the browser's: back, or an end of the page",
    (held) => {
      const event = { key: 'ArrowLeft', altKey: false, metaKey: false, [held]: true };
      expect(pickerStep(event, 3, 3, 8)).toBeNull();
    },
  );
});
