import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { BRAND } from '#rules/pages.ts';
import { PartBoundary } from '#web/ui/lazy-part.tsx';
import { NavBar } from './NavBar.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { texts } from './texts.ts';
import './layout.css';

export function Layout({ overlays, children }: { overlays: ReactNode; children: ReactNode }) {
  const [location] = useLocation();
  return (
    <div className="page-root">
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

function Footer() {
  return (
    <footer className="footer">
      <div className="wrap footer-row">
        <p className="display text-large">{BRAND}</p>
        <p className="text-dim">{texts.footer.line}</p>
        <p className="text-small text-mute">{texts.footer.notice}</p>
      </div>
    </footer>
  );
}
