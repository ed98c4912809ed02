import { useEffect, useRef, useState } from 'react';

/** Time-out of one link, in ms; then the next one is tried. */
const SOURCE_TIMEOUT = 8_000;

interface FallbackImageProps {
  /** Tried in this order; the last one should always work. */
  sources: readonly string[];
  alt: string;
  width: number;
  height: number;
  onWorked: (source: string) => void;
  /** Loads at once; otherwise when it comes near the screen. */
  isUrgent: boolean;
}

export function FallbackImage({ sources, alt, onWorked, isUrgent, ...size }: FallbackImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const isNear = useIsNear(image, isUrgent || sources.length === 1);
  const [index, setIndex] = useState(0);
  const [isBetween, setIsBetween] = useState(false);
  const source = sources[Math.min(index, sources.length - 1)];
  const isLast = index >= sources.length - 1;

  // The time-out starts when the browser loads the picture; lazy pictures wait below the fold.
  useEffect(() => {
    if (!isNear || isLast) return;
    const limit = setTimeout(() => {
      if (image.current?.complete === true) return;
      setIndex(index + 1);
      setIsBetween(true);
    }, SOURCE_TIMEOUT);
    return () => clearTimeout(limit);
  }, [isNear, isLast, index]);

  return (
    <img
      draggable={false}
      decoding="async"
      {...size}
      // Without a source browsers show the alt text, Safari a torn picture between two.
      style={isNear && !isBetween ? undefined : { opacity: 0 }}
      ref={image}
      alt={alt}
      src={isNear ? source : undefined}
      loading={isUrgent || sources.length > 1 ? 'eager' : 'lazy'}
      fetchPriority={isUrgent ? 'high' : undefined}
      onLoad={() => {
        setIsBetween(false);
        if (source !== undefined) onWorked(source);
      }}
      onError={() => {
        if (!isLast) setIndex(index + 1);
        setIsBetween(!isLast);
      }}
    />
  );
}

function useIsNear(element: { current: Element | null }, isNearAlready: boolean): boolean {
  const [isNear, setIsNear] = useState(isNearAlready);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        setIsNear(true);
        watcher.disconnect();
      },
      { rootMargin: '400px' },
    );
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element, isNear]);
  return isNear;
}
