/**
 * Moves the light of the foil without rendering: sets --fx and --fy (position of the light, -1 to 1) on the
 * layers that use them, and `data-live` on the card meanwhile. With a mouse or pen the card under the pointer
 * is lit; on touch screens the tilt of the device lights all cards in view.
 * @returns ends it
 */
export function lightFoil(card: HTMLElement): (() => void) | undefined {
  return matchMedia('(hover: hover)').matches ? followPointer(card) : followTilt(card);
}

/** The layers of card-foil.css that use --fx and --fy, which are not inherited. */
function layersOf(card: HTMLElement): NodeListOf<HTMLElement> {
  return card.querySelectorAll('.card-body, .card-foil, .card-foil-print, .card-glare');
}

function light(layers: Iterable<HTMLElement>, x: number, y: number): void {
  for (const layer of layers) {
    layer.style.setProperty('--fx', x.toFixed(3));
    layer.style.setProperty('--fy', y.toFixed(3));
  }
}

function rest(card: HTMLElement): void {
  delete card.dataset.live;
  for (const layer of layersOf(card)) {
    layer.style.removeProperty('--fx');
    layer.style.removeProperty('--fy');
  }
}

function followPointer(element: HTMLElement): () => void {
  let frame = 0;
  let box: DOMRect | null = null;
  let layers: HTMLElement[] = [];
  let at = { x: 0, y: 0 };

  const paint = () => {
    frame = 0;
    if (box === null) return;
    const x = ((at.x - box.left) / box.width) * 2 - 1;
    const y = ((at.y - box.top) / box.height) * 2 - 1;
    light(layers, clamp(x), clamp(y));
    element.dataset.live ??= '';
  };
  const move = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    if (box === null) {
      box = element.getBoundingClientRect();
      layers = [...layersOf(element)];
    }
    at = { x: event.clientX, y: event.clientY };
    frame ||= requestAnimationFrame(paint);
  };
  const leave = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    box = null;
    rest(element);
  };
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerleave', leave);
  return () => {
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerleave', leave);
    leave();
  };
}

/** Cards in view on a touch screen; they share one listener and one animation frame. */
const inView = new Map<HTMLElement, HTMLElement[]>();
let watcher: IntersectionObserver | null = null;
let isTiltPending = false;
let tilt = { x: 0, y: 0 };
let level: { beta: number; gamma: number } | null = null;

/** Degrees of tilt that move the light from the middle to the edge. */
const TILT_SPAN = 18;

function onTilt(event: DeviceOrientationEvent): void {
  if (event.beta === null || event.gamma === null) return;
  // The first orientation counts as level, and follows slowly, so that the light returns to the middle.
  level ??= { beta: event.beta, gamma: event.gamma };
  level.beta += (event.beta - level.beta) * 0.02;
  level.gamma += (event.gamma - level.gamma) * 0.02;
  tilt = {
    x: clamp((event.gamma - level.gamma) / TILT_SPAN),
    y: clamp((event.beta - level.beta) / TILT_SPAN),
  };
  if (isTiltPending) return;
  isTiltPending = true;
  requestAnimationFrame(() => {
    isTiltPending = false;
    for (const [card, layers] of inView) {
      light(layers, tilt.x, tilt.y);
      card.dataset.live ??= '';
    }
  });
}

/** Not on iOS, where the sensor needs a permission prompt. */
function followTilt(element: HTMLElement): (() => void) | undefined {
  if (typeof DeviceOrientationEvent === 'undefined') return;
  if ('requestPermission' in DeviceOrientationEvent) return;
  watcher ??= new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const seen = entry.target as HTMLElement;
      if (entry.isIntersecting) inView.set(seen, [...layersOf(seen)]);
      else if (inView.delete(seen)) rest(seen);
    }
    if (inView.size > 0) addEventListener('deviceorientation', onTilt);
    else removeEventListener('deviceorientation', onTilt);
  });
  watcher.observe(element);
  return () => {
    watcher?.unobserve(element);
    inView.delete(element);
    rest(element);
    if (inView.size === 0) removeEventListener('deviceorientation', onTilt);
  };
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
