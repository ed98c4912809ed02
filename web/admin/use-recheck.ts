import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclinedError } from '#web/api/session-gate.ts';
import { toast } from '#web/ui/toasts.ts';
import { askForRecheck, readAgain, recheckQuery } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.verdicts;

/** The re-check of all registrations: starts it, polls its progress, and reloads the page when it is done. */
export function useRecheck() {
  const queries = useQueryClient();
  const { data } = useQuery(recheckQuery);
  const [problem, setProblem] = useState<string | null>(null);
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

  const asking = useMutation({
    mutationFn: askForRecheck,
    onMutate: () => setProblem(null),
    onSuccess: (answer) => queries.setQueryData(recheckQuery.queryKey, answer),
    onError: (error) => {
      if (error instanceof SignInDeclinedError) {
        setProblem(words.notSigned);
        return;
      }
      const why = sentenceOf(error, words.failedText);
      setProblem(why);
      toast({ title: words.failed, description: why, isDestructive: true });
    },
  });

  const isRunning = data?.state === 'running';
  return {
    latest: data,
    running: isRunning ? { done: data.checked + data.unreachable, wallets: data.wallets } : null,
    /** Number of wallets that the last re-check could not check. */
    unreachable: data?.state === 'finished' ? data.unreachable : 0,
    isAsking: asking.isPending,
    problem,
    ask: () => asking.mutate(),
  };
}
