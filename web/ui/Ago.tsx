import { useEffect, useState } from 'react';
import { clockCorrection } from './clock.ts';
import { formatAgo, formatDay, formatMoment } from './dates.ts';
import { useStore } from './external-store.ts';
import { useIsHydrated } from './hydration.ts';
import './ago.css';

const REDRAW_EVERY_MS = 30_000;

/** How long ago a moment is; pressing or hovering shows the exact time. Rendered on the server, it is the day. */
export function Ago({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  const [isExact, setIsExact] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REDRAW_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const correction = useStore(clockCorrection);
  const isHydrated = useIsHydrated();
  const exact = isHydrated ? formatMoment(at) : formatDay(at, 'UTC');
  return (
    <button
      type="button"
      className="ago"
      title={exact}
      aria-pressed={isExact}
      onClick={() => setIsExact(!isExact)}
    >
      <time dateTime={at}>{isExact || !isHydrated ? exact : formatAgo(at, now + correction)}</time>
    </button>
  );
}
