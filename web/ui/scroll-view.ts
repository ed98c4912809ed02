/** Virtualised lists: the visible rows are computed from the scroll position, not measured. */
import { type RefObject, useLayoutEffect, useState } from 'react';

export interface ScrollView {
  /** Width of the frame in px; 0 before it is measured. */
  readonly width: number;
  readonly height: number;
  /** Scroll position in px, rounded down to a multiple of `STEP`. */
  readonly top: number;
  /** Font size of the page, in px. */
  readonly rem: number;
}

/** The position changes in steps of this many px, so that most scroll events render nothing. */
const STEP = 120;
/** Rendered above and below the frame, in px. */
const OVERSCAN = 480;

/** Size and scroll position of a scrolling element, measured before the first paint. */
export function useScrollView(frame: RefObject<HTMLElement | null>): ScrollView {
  const [view, setView] = useState<ScrollView>({ width: 0, height: 0, top: 0, rem: 16 });

  useLayoutEffect(() => {
    const watched = frame.current;
    if (watched === null) return;
    const look = () => {
      const { clientWidth: width, clientHeight: height, scrollTop } = watched;
      const top = Math.floor(scrollTop / STEP) * STEP;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setView((old) =>
        old.width === width && old.height === height && old.top === top && old.rem === rem
          ? old
          : { width, height, top, rem },
      );
    };
    look();
    const watcher = new ResizeObserver(look);
    watcher.observe(watched);
    watched.addEventListener('scroll', look, { passive: true });
    return () => {
      watcher.disconnect();
      watched.removeEventListener('scroll', look);
    };
  }, [frame]);

  return view;
}

/** Indices of the rows to render; none before the frame is measured. */
export function rowsInSight(count: number, pitch: number, { width, height, top }: ScrollView) {
  if (width === 0) return [];
  const first = Math.min(Math.max(0, Math.floor((top - OVERSCAN) / pitch)), Math.max(0, count - 1));
  const end = Math.min(count, Math.ceil((top + height + OVERSCAN) / pitch));
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
}
