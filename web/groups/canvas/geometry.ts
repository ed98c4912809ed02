/**
 * Positions of everything in the organiser, in px from the upper left corner of the canvas. They are
 * computed, not measured, so that only rows near the screen are rendered and drop targets need no DOM.
 */
import type { Section } from './sections.ts';
import { tileOf } from './stacks.ts';

export interface Metrics {
  readonly columns: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly gap: number;
  /** Inside a group, at its left, right and lower edge. */
  readonly padding: number;
  readonly headHeight: number;
  /** Height of the body of a group that shows no card. */
  readonly emptyHeight: number;
  readonly sectionGap: number;
}

/** Narrower, and the small print of a card is unreadable. In px. */
const TILE_MIN = 132;
const TILE_MAX = 196;
/** Height of the controls under a card, with the gap above them, in px. */
const CONTROLS = 44 + 8;

export function metricsFor(width: number): Metrics {
  const isNarrow = width < 560;
  const padding = isNarrow ? 12 : 20;
  const gap = isNarrow ? 12 : 18;
  const inner = Math.max(width - 2 * padding, TILE_MIN);
  const preferred = isNarrow ? TILE_MIN : 164;
  const columns = Math.max(isNarrow ? 2 : 1, Math.floor((inner + gap) / (preferred + gap)));
  const tileWidth = Math.min(TILE_MAX, Math.floor((inner - gap * (columns - 1)) / columns));
  return {
    columns,
    tileWidth,
    tileHeight: Math.round(tileWidth * 1.4) + CONTROLS,
    gap,
    padding,
    headHeight: 64,
    emptyHeight: 84,
    sectionGap: isNarrow ? 16 : 24,
  };
}

interface SectionBox {
  readonly section: Section;
  readonly top: number;
  readonly height: number;
  readonly rowsTop: number;
  readonly rows: number;
}

export interface Layout {
  readonly metrics: Metrics;
  readonly boxes: readonly SectionBox[];
  readonly height: number;
}

export function layOut(sections: readonly Section[], metrics: Metrics): Layout {
  let top = 0;
  const boxes = sections.map((section): SectionBox => {
    const count = section.isCollapsed ? 0 : section.tileIds.length;
    const rows = Math.ceil(count / metrics.columns);
    const body = section.isCollapsed
      ? 0
      : rows === 0
        ? metrics.emptyHeight + metrics.padding
        : rows * (metrics.tileHeight + metrics.gap) - metrics.gap + metrics.padding;
    const box = {
      section,
      top,
      height: metrics.headHeight + body,
      rowsTop: top + metrics.headHeight,
      rows,
    };
    top += box.height + metrics.sectionGap;
    return box;
  });
  return { metrics, boxes, height: Math.max(0, top - metrics.sectionGap) };
}

export interface VisibleRows {
  readonly box: SectionBox;
  readonly rows: readonly number[];
}

/** The groups and rows between `top` and `bottom`, in px. */
export function visibleRowsBetween(layout: Layout, top: number, bottom: number): VisibleRows[] {
  const pitch = layout.metrics.tileHeight + layout.metrics.gap;
  return layout.boxes
    .filter((box) => box.top < bottom && box.top + box.height > top)
    .map((box) => {
      const first = Math.max(0, Math.floor((top - box.rowsTop) / pitch));
      const end = Math.min(box.rows, Math.ceil((bottom - box.rowsTop) / pitch));
      const count = Math.max(0, end - first);
      return { box, rows: Array.from({ length: count }, (_, index) => first + index) };
    });
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function tileBox({ metrics }: Layout, box: SectionBox, index: number): Box {
  const { columns, tileWidth, tileHeight, gap, padding } = metrics;
  return {
    left: padding + (index % columns) * (tileWidth + gap),
    top: box.rowsTop + Math.floor(index / columns) * (tileHeight + gap),
    width: tileWidth,
    height: tileHeight,
  };
}

/** Position of a card, or of the group's head when `cardId` is null; null when it is not shown. */
export function boxOf(layout: Layout, groupId: string, cardId: string | null): Box | null {
  const box = layout.boxes.find(({ section }) => section.id === groupId);
  if (box === undefined) return null;
  const head = { left: 0, top: box.top, width: 0, height: layout.metrics.headHeight };
  if (cardId === null) return head;
  const tileId = tileOf(box.section, cardId);
  if (tileId === null) return null;
  const index = box.section.tileIds.indexOf(tileId);
  return box.section.isCollapsed ? head : tileBox(layout, box, index);
}

export interface Target {
  readonly groupId: string;
  /** The card in front of which the dragged cards go; null is the end of the group. */
  readonly before: string | null;
}

/** The drop target at this point; null outside of all groups. */
export function targetAt(
  layout: Layout,
  x: number,
  y: number,
  dragged: ReadonlySet<string>,
): Target | null {
  const half = layout.metrics.sectionGap / 2;
  const box = layout.boxes.find(({ top, height }) => y >= top - half && y < top + height + half);
  if (box === undefined) return null;
  const { section } = box;
  const groupId = section.id;
  if (!section.hasPlaces || section.isCollapsed || box.rows === 0) return { groupId, before: null };
  const { columns, tileWidth, tileHeight, gap, padding } = layout.metrics;
  const row = Math.max(0, Math.floor((y - box.rowsTop + gap / 2) / (tileHeight + gap)));
  const column = Math.floor((x - padding + tileWidth / 2 + gap) / (tileWidth + gap));
  const isOnHead = y < box.rowsTop - gap;
  const index = isOnHead ? 0 : row * columns + Math.max(0, Math.min(columns, column));
  const before = section.tileIds.slice(index).find((id) => !dragged.has(id)) ?? null;
  return { groupId, before };
}

/** Position of the mark that shows a target: a bar between two cards, or the outline of the group. */
export function markOf(
  layout: Layout,
  width: number,
  target: Target,
): Box & { readonly isWhole: boolean } {
  const box = layout.boxes.find(({ section }) => section.id === target.groupId);
  if (box === undefined) return { left: 0, top: 0, width: 0, height: 0, isWhole: true };
  const { section } = box;
  const { gap } = layout.metrics;
  if (!section.hasPlaces || section.isCollapsed || box.rows === 0) {
    return { left: 0, top: box.top, width, height: box.height, isWhole: true };
  }
  const at = target.before === null ? -1 : section.tileIds.indexOf(target.before);
  const last = tileBox(layout, box, section.tileIds.length - 1);
  const tile = at === -1 ? last : tileBox(layout, box, at);
  const left = at === -1 ? last.left + last.width + gap / 2 : tile.left - gap / 2;
  return { left: left - 2, top: tile.top, width: 4, height: tile.height, isWhole: false };
}
