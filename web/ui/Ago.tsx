import { useEffect, useState } from 'react';
import { formatAgo, formatMoment } from './dates.ts';
import './ago.css';

const REDRAW_EVERY_MS = 30_000;

/** How long ago a moment is; a press shows the exact one, and so does hovering. In the reader's zone: not for the server. */
export function Ago({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  const [isExact, setIsExact] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REDRAW_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const exact = formatMoment(at);
  return (
    <button
      type="button"
      className="ago"
      title={exact}
      aria-pressed={isExact}
      onClick={() => setIsExact(!isExact)}
    >
      <time dateTime={at}>{isExact ? exact : formatAgo(at, now)}</time>
    </button>
  );
}
