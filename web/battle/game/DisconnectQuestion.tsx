import { useEffect, useState } from 'react';
import type { Match } from '#contract/battle.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { disconnectGuard } from '#web/ui/disconnect-guard.ts';
import { nameOf, playerView } from './player-view.ts';
import { texts } from './texts.ts';

/** While it is rendered, disconnecting asks first: a live match goes on without the player. */
export function DisconnectQuestion({ match, wallet }: { match: Match; wallet: string }) {
  const [go, setGo] = useState<(() => void) | null>(null);
  useEffect(() => {
    const ask = (disconnect: () => void) => setGo(() => disconnect);
    disconnectGuard.set(ask);
    // The next page may have set its own question already.
    return () => {
      if (disconnectGuard.get() === ask) disconnectGuard.set(null);
    };
  }, []);
  return (
    <ConfirmDialog
      isOpen={go !== null}
      words={texts.disconnect}
      intro={texts.disconnect.text(nameOf(playerView(match, wallet).opponent))}
      problem={null}
      isBusy={false}
      onConfirm={() => go?.()}
      onClose={() => setGo(null)}
    />
  );
}
