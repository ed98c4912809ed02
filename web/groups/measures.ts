/** The only measurements the organiser takes: what is near the screen, and its own width. */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Rendered above and below the screen for fast scrolling, in px. */
const OVERSCAN = 480;
/** The band changes in steps of this many px, so that most scroll events render nothing. */
const STEP = 160;

interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** The part of an element that is on or near the screen, in px from its upper edge; nothing before it is measured. */
export function useBand(element: RefObject<HTMLElement | null>): Band {
  const [band, setBand] = useState<Band>({ top: 0, bottom: 0 });

  useLayoutEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      if (element.current === null) return;
      const { top } = element.current.getBoundingClientRect();
      const first = Math.floor((-top - OVERSCAN) / STEP) * STEP;
      const last = Math.ceil((innerHeight - top + OVERSCAN) / STEP) * STEP;
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
    // Content above the element may change its height.
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

/** Current width of an element in whole px; 0 before it is mounted. */
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

/** The screen and everything below it: an element that is jumped over is never on the screen. */
const BELOW = { rootMargin: '0px 0px 10000000px 0px' };

/** Whether an element has been scrolled past. */
export function useIsPast(element: RefObject<HTMLElement | null>): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry !== undefined) setIsPast(!entry.isIntersecting);
    }, BELOW);
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return isPast;
}
