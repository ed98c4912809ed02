import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Ki } from '#rules/genesis.ts';
import { pageOf } from '#rules/pages.ts';
import { focusHeading } from '#web/ui/focus.ts';
import { showHead } from './page-head.ts';
import { scrollToPlace } from './scroll-memory.ts';

let arrivals = 0;

/** Whether another page of the app was shown before this one. */
export const hasComeFromPage = () => arrivals > 1;

interface PageProps {
  /** Tab title in place of the page's own (rules/pages.ts); the brand is added. */
  title?: string;
  /** Search engines must not list it, whatever the page's path says. */
  isPrivate?: boolean;
  /** Replaces the Ki of this page (rules/pages.ts). */
  ki?: Ki | null;
  children: ReactNode;
}

/**
 * Wraps every page: sets the tab title and the page's Ki, and after a navigation focuses the heading, for
 * keyboards and screen readers.
 */
export function Page({ title, isPrivate = false, ki, children }: PageProps) {
  const main = useRef<HTMLElement>(null);
  const [location] = useLocation();

  useEffect(() => showHead(location, { title, isPrivate }), [location, title, isPrivate]);

  const pageKi = ki ?? pageOf(location).ki;
  // On the root element, so that bar, dialogs and toasts have the same colours.
  useLayoutEffect(() => {
    document.documentElement.dataset.ki = pageKi;
  }, [pageKi]);

  useLayoutEffect(() => {
    arrivals += 1;
    if (arrivals === 1) return;
    scrollToPlace();
    focusHeading(main.current);
  }, []);

  return (
    <main id="main" ref={main} tabIndex={-1} className="page">
      {children}
    </main>
  );
}
