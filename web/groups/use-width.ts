import { type RefObject, useLayoutEffect, useState } from 'react';

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
