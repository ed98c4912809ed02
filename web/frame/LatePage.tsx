import { useEffect } from 'react';
import { serverState } from '#web/api/server-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { useStore } from '#web/ui/external-store.ts';
import type { LateCode } from '#web/ui/late-code.ts';
import { texts } from './texts.ts';

/** A page whose code is loaded on navigation: empty while loading, a message when that fails. */
export function LatePage({ code }: { code: LateCode<React.ComponentType> }) {
  const state = useStore(code);
  useEffect(() => void code.ask(), [code]);
  if (state.status === 'here') return <state.code />;
  return state.status === 'missing' ? <PageMissing onRetry={code.ask} /> : <PageComing />;
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

function PageMissing({ onRetry }: { onRetry: () => void }) {
  const server = useStore(serverState);
  const { title, text } = texts.missingPage[server];
  return (
    <main id="main" tabIndex={-1} className="page wrap page-broken">
      <h1 className="display text-title">{title}</h1>
      <p role="alert" className="text-lead text-dim">
        {text}
      </p>
      {server === 'newer' ? (
        <Button look="primary" onClick={() => location.reload()}>
          {texts.crash.retry}
        </Button>
      ) : (
        <Button look="primary" onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      )}
    </main>
  );
}
