import { useEffect } from 'react';
import { serverState } from '#web/api/server-state.ts';
import { useStore } from '#web/ui/external-store.ts';
import type { LazyCode } from '#web/ui/lazy-code.ts';
import { BrokenPage } from './PageBoundary.tsx';
import { texts } from './texts.ts';

/** A page whose code is loaded on navigation: empty while loading, a message when that fails. */
export function LazyPage({ code }: { code: LazyCode<React.ComponentType> }) {
  const state = useStore(code);
  useEffect(() => void code.load(), [code]);
  if (state.status === 'loaded') return <state.code />;
  return state.status === 'failed' ? <PageMissing onRetry={code.load} /> : <PageLoading />;
}

function PageLoading() {
  return (
    <main id="main" tabIndex={-1} className="page" aria-busy="true">
      <p role="status" className="visually-hidden">
        {texts.loadingPage}
      </p>
    </main>
  );
}

function PageMissing({ onRetry }: { onRetry: () => void }) {
  const server = useStore(serverState);
  const isOutdated = server === 'newer';
  return (
    <BrokenPage
      {...(isOutdated ? texts.newerPage : texts.missingPage)}
      retry={isOutdated ? texts.crash.retry : texts.tryAgain}
      onRetry={isOutdated ? () => location.reload() : onRetry}
    />
  );
}
