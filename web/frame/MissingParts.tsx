import { serverState } from '#web/api/server-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { useStore } from '#web/ui/external-store.ts';
import { missingParts } from '#web/ui/lazy-part.tsx';
import { texts } from './texts.ts';

/** A bar at the bottom of the screen for parts that failed to load. In the first chunk, so that it cannot fail too. */
export function MissingParts() {
  const missing = useStore(missingParts);
  const server = useStore(serverState);
  if (missing.length === 0) return null;
  const retry = () => {
    if (server === 'newer') location.reload();
    else for (const code of missing) void code.load();
  };
  return (
    <div role="alert" className="missing-parts">
      <p>{texts.missingPart[server]}</p>
      <Button size="sm" onClick={retry}>
        {server === 'newer' ? texts.crash.retry : texts.tryAgain}
      </Button>
    </div>
  );
}
