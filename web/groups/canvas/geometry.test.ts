import { describe, expect, it } from 'vitest';
import { section } from '#tests/support/organiser-section.ts';
import {
  boxOf,
  layOut,
  type Metrics,
  markOf,
  metricsFor,
  targetAt,
  tileBox,
  visibleRowsBetween,
} from './geometry.ts';

const metrics: Metrics = {
  columns: 3,
  tileWidth: 100,
  tileHeight: 200,
  gap: 10,
  headHeight: 50,
  padding: 20,
  emptyHeight: 80,
  sectionGap: 30,
};
const ids = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `c${from + i}`);
const layout = layOut(
  [
    section('a', ids(7)),
    section('b', []),
    section('c', ids(3, 7), { isCollapsed: true }),
    section('d', ids(3, 10), { hasPlaces: false }),
  ],
  metrics,
);
const none = new Set<string>();

describe('the layout', () => {
  it('stacks groups: rows, an empty body, a closed one', () => {
    // a: 50 + 3 * 200 + 2 * 10 + 20; b: 50 + 80 + 20; c: 50; d: 50 + 200 + 20
    expect(layout.boxes.map(({ top, height }) => [top, height])).toEqual([
      [0, 690],
      [720, 150],
      [900, 50],
      [980, 270],
    ]);
    expect(layout.height).toBe(1250);
  });

  it('knows where a tile lies', () => {
    expect(boxOf(layout, 'a', 'c4')).toEqual({ left: 130, top: 260, width: 100, height: 200 });
    expect(boxOf(layout, 'c', 'c8')).toMatchObject({ top: 900 });
    expect(boxOf(layout, 'a', 'c9')).toBeNull();
    expect(boxOf(layout, 'z', null)).toBeNull();
  });

  it('draws few rows of two thousand cards', () => {
    const many = layOut([section('m', ids(2000))], metrics);
    const [seen] = visibleRowsBetween(many, 50_000, 51_000);
    expect(seen?.rows.length).toBeLessThanOrEqual(6);
    expect(visibleRowsBetween(many, -1000, -1)).toEqual([]);
  });

  it('covers every tile that touches the window', () => {
    for (let top = 0; top < layout.height; top += 37) {
      const windows = visibleRowsBetween(layout, top, top + 300);
      for (const box of layout.boxes.filter(({ section: { isCollapsed } }) => !isCollapsed)) {
        box.section.cardIds.forEach((_, index) => {
          const tile = tileBox(layout, box, index);
          if (tile.top >= top + 300 || tile.top + tile.height <= top) return;
          const window = windows.find((one) => one.box === box);
          const row = Math.floor(index / metrics.columns);
          expect(window?.rows).toContain(row);
        });
      }
    }
  });

  it.each([280, 328, 560, 900, 1200, 2400])('fits %i px', (width) => {
    const m = metricsFor(width);
    expect(m.columns).toBeGreaterThanOrEqual(2);
    const used = m.columns * m.tileWidth + (m.columns - 1) * m.gap + 2 * m.padding;
    expect(used).toBeLessThanOrEqual(Math.max(width, 280 + 24));
  });
});

describe('a drop', () => {
  it.each([
    ['left half of the first', 30, 100, { groupId: 'a', before: 'c0' }],
    ['right half of the first', 110, 100, { groupId: 'a', before: 'c1' }],
    ['right of the row', 500, 100, { groupId: 'a', before: 'c3' }],
    ['second row', 20, 270, { groupId: 'a', before: 'c3' }],
    ['behind the last card', 300, 600, { groupId: 'a', before: null }],
    ['on the head: to the front', 300, 10, { groupId: 'a', before: 'c0' }],
    ['into an empty group', 300, 800, { groupId: 'b', before: null }],
    ['into a closed group', 300, 920, { groupId: 'c', before: null }],
    ['into a group without places', 20, 1100, { groupId: 'd', before: null }],
    ['nowhere', 20, 5000, null],
  ])('%s', (_, x, y, expected) => {
    expect(targetAt(layout, x, y, none)).toEqual(expected);
  });

  it('skips the cards that are dragged', () => {
    const dragged = new Set(['c1', 'c2']);
    expect(targetAt(layout, 110, 100, dragged)).toEqual({ groupId: 'a', before: 'c3' });
  });

  it('is marked by a bar between cards, or by the outline of the group', () => {
    expect(markOf(layout, 400, { groupId: 'a', before: 'c1' })).toEqual({
      left: 123,
      top: 50,
      width: 4,
      height: 200,
      isWhole: false,
    });
    expect(markOf(layout, 400, { groupId: 'a', before: null })).toMatchObject({
      left: 123,
      top: 470,
    });
    expect(markOf(layout, 400, { groupId: 'b', before: null })).toEqual({
      left: 0,
      top: 720,
      width: 400,
      height: 150,
      isWhole: true,
    });
  });
});
