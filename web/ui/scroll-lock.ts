import { useEffect } from 'react';

let locks = 0;

/** The page behind a modal stays where it is, and does not jump sideways when its scroll bar goes. */
export function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return;
    const root = document.documentElement;
    locks += 1;
    if (locks === 1) {
      if (innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable';
      root.style.overflow = 'hidden';
    }
    return () => {
      locks -= 1;
      if (locks > 0) return;
      root.style.removeProperty('overflow');
      root.style.removeProperty('scrollbar-gutter');
    };
  }, [isLocked]);
}
