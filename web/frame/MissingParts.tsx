import { serverState } from '#web/api/server-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { useStore } from '#web/ui/external-store.ts';
import { missingParts } from '#web/ui/late-part.tsx';
import { texts } from './texts.ts';

/** Says at the foot of the screen that something a person asked for did not come. Needs no code of its own. */
export function MissingParts() {
  const missing = useStore(missingParts);
  const server = useStore(serverState);
  if (missing.length === 0) return null;
  const askAgain = () => {
    if (server === 'newer') location.reload();
    else for (const code of missing) void code.ask();
  };
  return (
    <div role="alert" className="missing-parts">
      <p>{texts.missingPart[server]}</p>
      <Button size="sm" onClick={askAgain}>
        {server === 'newer' ? texts.crash.retry : texts.tryAgain}
      </Button>
    </div>
  );
}
