import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WhitelistRound } from '#contract/rounds.ts';
import { call } from '#web/api/call.ts';
import { sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclinedError, withSession } from '#web/api/session-gate.ts';
import { toast } from '#web/ui/toasts.ts';
import { roundsQuery } from '#web/whitelist/round-queries.ts';
import { readAgain } from './queries.ts';
import { roundTexts as words } from './round-texts.ts';

interface Times {
  readonly opensAt: string | null;
  readonly closesAt: string | null;
}

const setTimes = (id: number, body: Times) =>
  call('PATCH /api/admin/booster-pack/rounds/{id}', { params: { id: String(id) }, body });
const freeze = (id: number, registrations: number) =>
  call('POST /api/admin/booster-pack/rounds/{id}/freeze', {
    params: { id: String(id) },
    body: { registrations },
  });
const beginNext = (id: number) =>
  call('POST /api/admin/booster-pack/rounds', { body: { id, opensAt: null, closesAt: null } });

/** The current round, and what the admin may do with it. */
export function useRound() {
  const queries = useQueryClient();
  const { data: rounds, isError, refetch } = useQuery(roundsQuery);
  const [problem, setProblem] = useState<string | null>(null);
  const change = useMutation({
    mutationFn: (act: () => Promise<WhitelistRound>) => withSession(act),
    onMutate: () => setProblem(null),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: roundsQuery.queryKey }),
        readAgain(queries),
      ]),
    onError: (error) => {
      if (error instanceof SignInDeclinedError) return setProblem(words.notSigned);
      const why = sentenceOf(error, words.failedText);
      setProblem(why);
      toast({ title: words.failed, description: why, isDestructive: true });
    },
  });
  return {
    rounds,
    /** The rounds could not be read, and were not before. */
    isUnread: isError && rounds === undefined,
    readAgain: () => void refetch(),
    problem,
    isBusy: change.isPending,
    setTimes: (id: number, times: Times) =>
      change.mutate(() => setTimes(id, times), {
        onSuccess: () => toast({ title: words.saved, description: words.savedText }),
      }),
    freeze: (id: number, registrations: number, onDone: () => void) =>
      change.mutate(() => freeze(id, registrations), { onSuccess: onDone }),
    beginNext: (id: number, onDone: () => void) =>
      change.mutate(() => beginNext(id), { onSuccess: onDone }),
  };
}

export type RoundActs = ReturnType<typeof useRound>;
