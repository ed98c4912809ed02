import { type RefObject, useEffect, useState } from 'react';
import type { ListView } from './list-rows.ts';

/** The view moves in steps of this many px, so that most scrolling renders nothing. */
const STEP = 120;

/** Size and place of a frame that scrolls. */
export function useListView(frame: RefObject<HTMLElement | null>): ListView {
  const [view, setView] = useState<ListView>({ width: 0, height: 0, top: 0, rem: 16 });

  useEffect(() => {
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
