/** Which rows of a long list are near its window: computed, not measured. */

export interface ListView {
  /** Of the frame that scrolls, in px. */
  readonly width: number;
  readonly height: number;
  /** How far it is scrolled, in px. */
  readonly top: number;
  /** Font size of the page, in px: rows grow with it. */
  readonly rem: number;
}

/** Rows drawn beyond the window at either end. */
const SLACK = 8;
/** Below this width, in rem, a row is a small card. */
const NARROW = 46;
const ROW_REMS = { wide: 3.75, narrow: 9 };

export interface ListRows {
  readonly isNarrow: boolean;
  /** In px. */
  readonly rowHeight: number;
  readonly height: number;
  /** Drawn: from (included) to (not included). */
  readonly from: number;
  readonly to: number;
}

export function listRows(count: number, { width, height, top, rem }: ListView): ListRows {
  const isNarrow = width < NARROW * rem;
  const rowHeight = Math.round((isNarrow ? ROW_REMS.narrow : ROW_REMS.wide) * rem);
  const first = Math.floor(top / rowHeight) - SLACK;
  const last = Math.ceil((top + height) / rowHeight) + SLACK;
  const from = Math.min(Math.max(0, first), Math.max(0, count - 1));
  return {
    isNarrow,
    rowHeight,
    height: count * rowHeight,
    from,
    to: width === 0 ? from : Math.max(from, Math.min(count, last)),
  };
}
