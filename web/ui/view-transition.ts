/** Changes of the page that are seen as one move, where the browser can draw it and the person wants motion. */
import { flushSync } from 'react-dom';

/** Changes that the browser will soon let be made, in their order. */
let waiting: (() => void)[] = [];
/** Whether a change is being made that is seen as a move. */
let isMoving = false;
export const isPartOfMove = () => isMoving;

/** @param grows what becomes the element named `card` in the style sheets */
export function move(change: () => void, grows?: HTMLElement | null): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || !document.startViewTransition) {
    change();
    return;
  }
  waiting.push(change);
  if (waiting.length > 1) return;
  grows?.style.setProperty('view-transition-name', 'card');
  // The browser calls it in any case, also when nothing can be seen of it.
  const { ready, finished } = document.startViewTransition(() => {
    const changes = waiting;
    waiting = [];
    grows?.style.removeProperty('view-transition-name');
    isMoving = true;
    flushSync(() => {
      for (const make of changes) make();
    });
    isMoving = false;
  });
  // A next move ends this one, and in a hidden page there is none.
  for (const end of [ready, finished]) end.catch(() => {});
}
