import { useQuery, useQueryClient } from '@tanstack/react-query';
import { kept } from '#web/api/call.ts';
import { sessionWallet, signInNow } from '#web/api/session-gate.ts';
import { Button } from '#web/ui/Button.tsx';
import { texts } from './texts.ts';
import { useBattleWrite } from './use-battle-write.ts';

const SESSION_POLL_MS = 10_000;
const SESSION_KEY = ['/api/auth/session'];

/**
 * Whether the server sees this page's player at the table. Without a session of this wallet it does not: then they count
 * as away, unless another browser of theirs is there, and the opponent may claim the match (B4). The session may have
 * ended in another tab, or be another wallet's.
 */
export function useIsSeen(wallet: string): boolean {
  const { data } = useQuery({
    queryKey: SESSION_KEY,
    ...kept(0),
    queryFn: () => sessionWallet(),
    refetchInterval: SESSION_POLL_MS,
    refetchIntervalInBackground: true,
  });
  return data === undefined || data === wallet;
}

/** In place of the line about the match. */
export function SessionNotice() {
  const words = texts.unseen;
  const queries = useQueryClient();
  const signIn = useBattleWrite({
    mutationFn: () => signInNow(),
    failed: words.failed,
    onSuccess: () => void queries.invalidateQueries({ queryKey: SESSION_KEY }),
  });
  return (
    <div className="row battle-claim" role="alert">
      <span>{signIn.problem ?? words.text}</span>
      <Button size="sm" isBusy={signIn.isPending} onClick={() => signIn.run(undefined)}>
        {words.button}
      </Button>
    </div>
  );
}
