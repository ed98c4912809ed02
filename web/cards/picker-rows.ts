/** Where the cards of a picker lie, and which of them are in sight: computed, not measured. */

export interface PickerView {
  /** Of the frame that scrolls, in px. */
  readonly width: number;
  readonly height: number;
  /** How far it is scrolled, in px; may lag behind by up to `SLACK`. */
  readonly top: number;
}

/** Drawn beyond the frame at either end, in px. */
const SLACK = 320;
const NARROW = 480;

export interface PickerRows {
  readonly columns: number;
  readonly gap: number;
  readonly height: number;
  /** Indices of the cards to draw. */
  readonly drawn: readonly number[];
  boxOf(index: number): { left: number; top: number; width: number; height: number };
}

export function pickerRows(count: number, { width, height, top }: PickerView): PickerRows {
  const isNarrow = width < NARROW;
  const gap = isNarrow ? 12 : 18;
  const inner = Math.max(0, width - 2 * gap);
  const columns = Math.max(2, Math.floor((inner + gap) / ((isNarrow ? 112 : 140) + gap)));
  const card = Math.floor((inner - gap * (columns - 1)) / columns);
  const pitch = Math.round(card * 1.4) + gap;
  const rows = Math.ceil(count / columns);
  const first = Math.max(0, Math.floor((top - SLACK) / pitch));
  const end = Math.min(rows, Math.ceil((top + height + SLACK) / pitch));
  const from = first * columns;
  const to = width === 0 ? from : Math.min(count, end * columns);
  return {
    columns,
    gap,
    height: rows * pitch + gap,
    drawn: Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index),
    boxOf: (index) => ({
      left: gap + (index % columns) * (card + gap),
      top: gap + Math.floor(index / columns) * pitch,
      width: card,
      height: pitch - gap,
    }),
  };
}

/** Where a key leads from a card; null when it leads nowhere. */
export function pickerStep(key: string, at: number, columns: number, count: number): number | null {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - columns, Home: 0 }[key];
  const down = key === 'ArrowDown' ? at + columns : key === 'End' ? count - 1 : undefined;
  const next = to ?? down;
  if (next === undefined) return null;
  // The last row may be short: from the row above the way leads to its end.
  const isShortRow =
    key === 'ArrowDown' && Math.floor((count - 1) / columns) > Math.floor(at / columns);
  if (next >= count) return isShortRow ? count - 1 : null;
  return next < 0 ? null : next;
}
