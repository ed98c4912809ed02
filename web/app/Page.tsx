import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Ki } from '#rules/ki.ts';
import { scrollToPlace } from './scroll-memory.ts';
import { brand } from './texts.ts';

let arrivals = 0;

interface PageProps {
  /** For the tab; the brand is added. */
  title: string;
  /** The Ki that lights this page. */
  ki: Ki;
  children: ReactNode;
}

/**
 * What every page is wrapped in: it names the tab, lights the stage, and after a navigation moves the
 * focus to the page's heading, so that the keyboard and the screen reader arrive too.
 */
export function Page({ title, ki, children }: PageProps) {
  const main = useRef<HTMLElement>(null);

  useEffect(() => {
    document.title = title === brand ? brand : `${title} · ${brand}`;
  }, [title]);

  // On the stage itself, so that the bar, dialogs and toasts stand in the same light.
  useLayoutEffect(() => {
    document.documentElement.dataset.ki = ki;
  }, [ki]);

  useLayoutEffect(() => {
    arrivals += 1;
    if (arrivals === 1) return;
    scrollToPlace();
    const heading = main.current?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, []);

  return (
    <main id="main" ref={main} tabIndex={-1} className="page">
      {children}
    </main>
  );
}
