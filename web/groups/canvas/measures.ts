/** The only measurements the organiser takes: what is near the screen, and its own width. */
import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react';

/** Rendered above and below the screen for fast scrolling, in px. */
const OVERSCAN = 480;
/** The band changes in steps of this many px, so that most scroll events render nothing. */
const STEP = 160;

export interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** The part of an element that is on or near the screen, in px from its upper edge. */
function bandOf(element: Element): Band {
  const { top } = element.getBoundingClientRect();
  return {
    top: Math.floor((-top - OVERSCAN) / STEP) * STEP,
    bottom: Math.ceil((innerHeight - top + OVERSCAN) / STEP) * STEP,
  };
}

/** @param first until it is measured */
export function useBand(element: RefObject<HTMLElement | null>, first: Band): Band {
  const [band, setBand] = useState(first);

  useLayoutEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      if (element.current === null) return;
      const now = bandOf(element.current);
      setBand((old) => (old.top === now.top && old.bottom === now.bottom ? old : now));
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

/**
 * Current width of an element in whole px, 0 before it is mounted, and its band when that width was measured. The first
 * width is a transition: what is rendered with it comes in portions, not in the task that mounts the element.
 */
export function usePlace(element: RefObject<HTMLElement | null>): { width: number; band: Band } {
  const [place, setPlace] = useState({ width: 0, band: { top: 0, bottom: 0 } });
  useLayoutEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    let known = 0;
    const measure = () => {
      const width = Math.floor(watched.getBoundingClientRect().width);
      if (width === known) return;
      known = width;
      setPlace({ width, band: bandOf(watched) });
    };
    startTransition(measure);
    const watcher = new ResizeObserver(measure);
    watcher.observe(watched);
    return () => watcher.disconnect();
  }, [element]);
  return place;
}

/** The screen and everything below it: an element that is jumped over is never on the screen. */
const BELOW = { rootMargin: '0px 0px 10000000px 0px' };

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
