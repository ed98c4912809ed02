import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '#web/api/call.ts';
import { orFound } from '#web/api/or-found.ts';
import { useWrite } from '#web/api/use-write.ts';
import { failureToast, toast } from '#web/ui/toasts.ts';
import { askForRecheck, readAgain, recheckQuery } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.verdicts;

/** The re-check of all registrations: starts it, polls its progress, and reloads the page when it is done. */
export function useRecheck() {
  const queries = useQueryClient();
  const { data } = useQuery(recheckQuery);
  const wasRunning = useRef(false);

  useEffect(() => {
    if (data === undefined) return;
    if (wasRunning.current && data.state === 'finished') {
      const { checked, unreachable } = data;
      toast({
        title: words.done,
        description: unreachable > 0 ? words.unreachable(unreachable) : words.doneText(checked),
        isDestructive: unreachable > 0,
      });
      void readAgain(queries);
    }
    wasRunning.current = data.state === 'running';
  }, [data, queries]);

  const asking = useWrite({
    mutationFn: () =>
      orFound(askForRecheck(), async () => {
        const now = await call('GET /api/booster-pack/whitelist/recheck');
        return data !== undefined && data.requestedAt !== now.requestedAt ? now : undefined;
      }),
    onSuccess: (answer) => queries.setQueryData(recheckQuery.queryKey, answer),
    failed: words.failedText,
    notSigned: words.notSigned,
    toastOf: failureToast(words.failed),
  });

  const isRunning = data?.state === 'running';
  return {
    latest: data,
    running: isRunning ? { done: data.checked + data.unreachable, wallets: data.wallets } : null,
    /** Number of wallets that the last re-check could not check. */
    unreachable: data?.state === 'finished' ? data.unreachable : 0,
    isAsking: asking.isPending,
    problem: asking.problem,
    ask: () => asking.run(),
  };
}
