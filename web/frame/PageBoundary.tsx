import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { texts } from './texts.ts';

interface PageBoundaryProps {
  /** Key of the page; another page resets the error. */
  page: string;
  children: ReactNode;
}

/** Error boundary of the page: the frame around it keeps working. */
export class PageBoundary extends Component<PageBoundaryProps, { brokenPage: string | null }> {
  override state = { brokenPage: null };

  static getDerivedStateFromError() {
    return { brokenPage: '' };
  }

  static getDerivedStateFromProps(
    { page }: PageBoundaryProps,
    { brokenPage }: { brokenPage: string | null },
  ) {
    if (brokenPage === null || brokenPage === page) return null;
    return { brokenPage: brokenPage === '' ? page : null };
  }

  override render() {
    if (this.state.brokenPage === null) return this.props.children;
    return <BrokenPage {...texts.crash} onRetry={() => location.reload()} />;
  }
}

interface BrokenPageProps {
  title: string;
  text: string;
  retry: string;
  onRetry: () => void;
}

/** In place of a page that cannot be shown. */
export function BrokenPage({ title, text, retry, onRetry }: BrokenPageProps) {
  return (
    <main id="main" tabIndex={-1} className="page wrap page-broken">
      <h1 className="display text-title">{title}</h1>
      <p role="alert" className="text-lead text-dim">
        {text}
      </p>
      <Button look="primary" onClick={onRetry}>
        {retry}
      </Button>
    </main>
  );
}
