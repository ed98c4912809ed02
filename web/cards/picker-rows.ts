/** Positions of the cards of a picker, and which of them are visible: computed, not measured. */
import { rowsInSight, type ScrollView } from '#web/ui/scroll-view.ts';

const NARROW = 480;

export function pickerRows(count: number, view: ScrollView) {
  const { width } = view;
  const isNarrow = width < NARROW;
  const gap = isNarrow ? 12 : 18;
  const inner = Math.max(0, width - 2 * gap);
  const columns = Math.max(2, Math.floor((inner + gap) / ((isNarrow ? 112 : 140) + gap)));
  const card = Math.floor((inner - gap * (columns - 1)) / columns);
  const pitch = Math.round(card * 1.4) + gap;
  const rows = Math.ceil(count / columns);
  const drawn = rowsInSight(rows, pitch, view).flatMap((row) =>
    Array.from({ length: columns }, (_, column) => row * columns + column),
  );
  return {
    columns,
    gap,
    height: rows * pitch + gap,
    /** Indices of the cards to render. */
    drawn: drawn.filter((index) => index < count),
    boxOf: (index: number) => ({
      left: gap + (index % columns) * (card + gap),
      top: gap + Math.floor(index / columns) * pitch,
      width: card,
      height: pitch - gap,
    }),
  };
}

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'metaKey'>;

/** The index a key moves the focus to; null when it does not move. With Alt or Command it is the browser's. */
export function pickerStep(
  { key, altKey, metaKey }: Key,
  at: number,
  columns: number,
  count: number,
): number | null {
  if (altKey || metaKey) return null;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - columns, Home: 0 }[key];
  const down = key === 'ArrowDown' ? at + columns : key === 'End' ? count - 1 : undefined;
  const next = to ?? down;
  if (next === undefined) return null;
  // Down from the row above a short last row goes to its last card.
  const isShortRow =
    key === 'ArrowDown' && Math.floor((count - 1) / columns) > Math.floor(at / columns);
  if (next >= count) return isShortRow ? count - 1 : null;
  return next < 0 ? null : next;
}
