/** What the organiser measures of the page; all else is computed from it. */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Drawn beyond the screen at either end, in px: what a quick turn of the wheel brings in. */
const AHEAD = 480;
/** The band moves in steps of this many px, so that most scrolling renders nothing. */
const STEP = 160;

interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** The part of an element that is near the screen, in px from its own upper edge. */
export function useBand(element: RefObject<HTMLElement | null>): Band {
  const [band, setBand] = useState<Band>({ top: -AHEAD, bottom: 2 * AHEAD });

  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      if (element.current === null) return;
      const { top } = element.current.getBoundingClientRect();
      const first = Math.floor((-top - AHEAD) / STEP) * STEP;
      const last = Math.ceil((innerHeight - top + AHEAD) / STEP) * STEP;
      setBand((old) =>
        old.top === first && old.bottom === last ? old : { top: first, bottom: last },
      );
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    // What stands above may grow or shrink.
    const watcher = new ResizeObserver(soon);
    watcher.observe(document.body);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
      watcher.disconnect();
    };
  }, [element]);

  return band;
}

/** Width of an element in whole px, followed; 0 before it is there. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const measure = () => setWidth(Math.floor(watched.getBoundingClientRect().width));
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(watched);
    return () => watcher.disconnect();
  }, [element]);
  return width;
}
