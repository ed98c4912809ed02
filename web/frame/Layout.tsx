import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { PartBoundary } from '#web/ui/late-part.tsx';
import { Footer } from './Footer.tsx';
import { NavBar } from './NavBar.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { texts } from './texts.ts';
import './layout.css';

interface LayoutProps {
  /** Dialogs and toasts. */
  overlays: ReactNode;
  children: ReactNode;
}

/** The frame of every page: navigation bar, content, footer, overlays. */
export function Layout({ overlays, children }: LayoutProps) {
  const [location] = useLocation();
  return (
    <div className="stage">
      <a href="#main" className="skip-link">
        {texts.skip}
      </a>
      <PartBoundary>
        <NavBar />
      </PartBoundary>
      <PageBoundary page={location}>{children}</PageBoundary>
      <Footer />
      <PartBoundary>{overlays}</PartBoundary>
    </div>
  );
}
