import { useLayoutEffect } from 'react';
import { isKeptPage, serverState } from '#web/api/server-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { useStore } from '#web/ui/external-store.ts';
import { missingParts } from '#web/ui/lazy-part.tsx';
import { texts } from './texts.ts';
import './line-strip.css';

/**
 * The strip at the foot of the bar, while the server does not answer or a part of the page failed to load. In the
 * first chunk, so that it cannot fail too.
 */
export function LineStrip() {
  const missing = useStore(missingParts);
  const server = useStore(serverState);
  const isMissing = missing.length > 0;
  const isOutdated = server === 'newer';
  // A page from the service worker may be old: its data is loaded again, its code is not.
  const isBehind = isMissing || (isOutdated && isKeptPage(document));
  const isShown = isBehind || (server !== 'here' && !isOutdated);
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-strip', isShown);
  }, [isShown]);
  const missingWords = isOutdated ? texts.newerPart : texts.missingPart;
  const retry = () => {
    if (isOutdated) location.reload();
    else for (const code of missing) void code.load();
  };
  // Always there, or a screen reader does not hear of it.
  return (
    <div role="status" className="line-strip" data-testid="line">
      {isShown && (
        <p>
          <strong>{texts.line[server]}</strong> {isMissing ? missingWords : texts.lineLost}
        </p>
      )}
      {isBehind && (
        <Button size="sm" onClick={retry}>
          {isOutdated ? texts.crash.retry : texts.tryAgain}
        </Button>
      )}
    </div>
  );
}
