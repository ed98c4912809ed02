import { useEffect, useReducer, useState } from 'react';
import { clockCorrection, serverTime } from './clock.ts';
import { formatDay, formatMoment } from './dates.ts';
import { useStore } from './external-store.ts';
import { useIsHydrated } from './hydration.ts';
import './ago.css';

const REDRAW_EVERY_MS = 30_000;

/** How long ago a moment is; pressing or hovering shows the exact time. Rendered on the server, it is the day. */
export function Ago({ at }: { at: string }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [isExact, setIsExact] = useState(false);
  useEffect(() => {
    const timer = setInterval(redraw, REDRAW_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  // Read while rendering, with the clock it corrects: of two moments they would be off by as much as that changed.
  useStore(clockCorrection);
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
      <time dateTime={at}>{isExact || !isHydrated ? exact : formatAgo(at, serverTime())}</time>
    </button>
  );
}

const MINUTE = 60_000;

/**
 * 'just now', '3 min ago', '5 h ago', '2 days ago'; a day after a week
 * @param at ISO 8601
 * @param now in ms
 */
export function formatAgo(at: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  if (days > 7) return formatDay(at);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}
