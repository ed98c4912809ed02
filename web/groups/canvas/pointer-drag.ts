/**
 * Drag and drop with mouse, pen and finger, without rendering while the pointer moves.
 * A mouse starts a drag by moving, a finger by a long press, so that a finger can still scroll.
 */

/** Mouse and pen: a press becomes a drag after this many px. */
const MOUSE_SLOP = 6;
/** Touch: a press of this many ms becomes a drag... */
const LONG_PRESS = 350;
/** ...unless the finger moved further than this, in px: then it scrolls. */
const TOUCH_SLOP = 10;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface DragHandlers {
  /** The id of the card at this element, or null when no drag can start here. */
  grab(target: Element): string | null;
  start(grabbed: string, at: Point): void;
  /** The pointer moved, or the page scrolled under it; at most once a frame. */
  over(at: Point): void;
  drop(): void;
  cancel(): void;
  /** Height of the bars that cover the top of the screen, in px. */
  topEdge(): number;
  /** Limits a scroll step, so that the page does not scroll past the cards. In px. */
  room(step: number): number;
  /** The element to scroll at this point; null is the page. */
  scroller(at: Point): Element | null;
}

interface Press {
  readonly target: HTMLElement;
  readonly grabbed: string;
  readonly id: number;
  readonly isTouch: boolean;
  readonly from: Point;
}

/**
 * Adds the listeners to `root`.
 * @param latest returns the current handlers; called for every event
 * @returns removes the listeners
 */
export function followDrags(root: HTMLElement, latest: () => DragHandlers): () => void {
  let pressed: Press | null = null;
  let isDragging = false;
  let at: Point = { x: 0, y: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let lastFrame = 0;
  let isMoved = false;

  function begin(): void {
    if (pressed === null) return;
    clearTimeout(timer);
    isDragging = true;
    root.setPointerCapture(pressed.id);
    if (pressed.isTouch) navigator.vibrate?.(12);
    latest().start(pressed.grabbed, at);
    isMoved = true;
    lastFrame = performance.now();
    frame = requestAnimationFrame(tick);
  }

  function tick(now: number): void {
    const seconds = Math.min(0.05, (now - lastFrame) / 1000);
    lastFrame = now;
    if (scroll(seconds) || isMoved) {
      isMoved = false;
      latest().over(at);
    }
    frame = requestAnimationFrame(tick);
  }

  function scroll(seconds: number): boolean {
    const handlers = latest();
    const scroller = handlers.scroller(at);
    if (scroller === null) {
      const step = handlers.room(edgeSpeed(at.y, handlers.topEdge(), innerHeight) * seconds);
      if (step === 0) return false;
      const before = scrollY;
      scrollBy({ top: step, behavior: 'instant' });
      return scrollY !== before;
    }
    const { left, right, top, bottom } = scroller.getBoundingClientRect();
    scroller.scrollTop += edgeSpeed(at.y, top, bottom) * seconds;
    scroller.scrollLeft += edgeSpeed(at.x, left, right) * seconds;
    return true;
  }

  function end(how: 'drop' | 'cancel' | 'none'): void {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    const wasDragging = isDragging;
    if (pressed !== null && root.hasPointerCapture(pressed.id)) {
      root.releasePointerCapture(pressed.id);
    }
    pressed?.target.removeEventListener('touchmove', touched);
    pressed = null;
    isDragging = false;
    if (!wasDragging || how === 'none') return;
    swallowClick();
    latest()[how]();
  }

  const down = (event: PointerEvent) => {
    // A second finger: the two will zoom.
    if (!event.isPrimary && !isDragging) end('none');
    if (isDragging || !event.isPrimary || event.button !== 0) return;
    const target = event.target as HTMLElement;
    const grabbed = latest().grab(target);
    if (grabbed === null) return;
    at = { x: event.clientX, y: event.clientY };
    const isTouch = event.pointerType === 'touch';
    pressed = { target, grabbed, id: event.pointerId, isTouch, from: at };
    if (!isTouch) return;
    timer = setTimeout(begin, LONG_PRESS);
    // While the page scrolls along, the card may leave the document: its events then no longer reach the root.
    target.addEventListener('touchmove', touched, { passive: false });
  };
  const move = (event: PointerEvent) => {
    if (pressed === null || event.pointerId !== pressed.id) return;
    at = { x: event.clientX, y: event.clientY };
    isMoved = true;
    if (isDragging) return;
    const far = Math.hypot(at.x - pressed.from.x, at.y - pressed.from.y);
    if (pressed.isTouch) {
      if (far > TOUCH_SLOP) end('none');
    } else if (far > MOUSE_SLOP) begin();
  };
  const up = (event: PointerEvent) => {
    if (event.pointerId !== pressed?.id) return;
    at = { x: event.clientX, y: event.clientY };
    if (isDragging) latest().over(at);
    end('drop');
  };
  const cancelled = (event: PointerEvent) => {
    if (event.pointerId === pressed?.id) end('cancel');
  };
  const key = (event: KeyboardEvent) => {
    if (!isDragging) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') end('cancel');
  };
  // Registered before the drag and not passive: once a browser scrolls, it cannot be stopped.
  const touched = (event: TouchEvent) => {
    if (isDragging && event.cancelable) event.preventDefault();
  };
  const menu = (event: Event) => {
    if (pressed?.isTouch) event.preventDefault();
  };

  // Safari selects text from the card on, outside it too.
  const selecting = (event: Event) => {
    if (pressed !== null) event.preventDefault();
  };

  const stop = new AbortController();
  const { signal } = stop;
  root.addEventListener('pointerdown', down, { signal });
  root.addEventListener('touchmove', touched, { passive: false, signal });
  root.addEventListener('contextmenu', menu, { signal });
  // A fast mouse is outside before its press has become a drag.
  document.addEventListener('pointermove', move, { signal });
  document.addEventListener('pointerup', up, { signal });
  document.addEventListener('pointercancel', cancelled, { signal });
  document.addEventListener('selectstart', selecting, { signal });
  document.addEventListener('keydown', key, { capture: true, signal });
  addEventListener('blur', () => end('cancel'), { signal });
  return () => {
    end('cancel');
    stop.abort();
  };
}

/** Releasing the button after a drag also fires a click on the element below: it is dropped. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
}

/** Auto-scroll starts within this distance of an edge, in px. */
const EDGE_ZONE_PX = 96;
/** Speed of the auto-scroll at the edge, in px per second. */
const FASTEST = 1_900;

/**
 * Speed of the auto-scroll in px per second, negative towards the start; 0 away from the edges.
 * @param at position between `start` and `end` along the axis that scrolls
 */
export function edgeSpeed(at: number, start: number, end: number): number {
  const zone = Math.min(EDGE_ZONE_PX, (end - start) / 3);
  const intoStart = start + zone - at;
  const intoEnd = at - (end - zone);
  const into = Math.max(intoStart, intoEnd);
  if (into <= 0) return 0;
  const share = Math.min(1, into / zone);
  return Math.round(share * share * FASTEST) * (intoStart > intoEnd ? -1 : 1);
}
