import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { Footer } from './Footer.tsx';
import { NavBar } from './NavBar.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { texts } from './texts.ts';
import './layout.css';

interface LayoutProps {
  /** What lies over every page: dialogs and toasts. */
  overlays: ReactNode;
  children: ReactNode;
}

/** The frame around every page. */
export function Layout({ overlays, children }: LayoutProps) {
  const [location] = useLocation();
  return (
    <div className="stage">
      <a href="#main" className="skip-link">
        {texts.skip}
      </a>
      <NavBar />
      <PageBoundary page={location}>
        <Suspense fallback={<PageComing />}>{children}</Suspense>
      </PageBoundary>
      <Footer />
      {overlays}
    </div>
  );
}

function PageComing() {
  return (
    <main id="main" tabIndex={-1} className="page" aria-busy="true">
      <p role="status" className="visually-hidden">
        {texts.loadingPage}
      </p>
    </main>
  );
}
