import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Sent } from '#contract/api.ts';
import type { WhitelistRound } from '#contract/whitelist-rounds.ts';
import { call } from '#web/api/call.ts';
import { orFound } from '#web/api/or-found.ts';
import { withSession } from '#web/api/session-gate.ts';
import { useWrite } from '#web/api/use-write.ts';
import { serverTime } from '#web/ui/clock.ts';
import { failureToast, toast } from '#web/ui/toasts.ts';
import { roundsQuery } from '#web/whitelist/round-queries.ts';
import { useRounds } from '#web/whitelist/use-rounds.ts';
import { readAgain } from './queries.ts';
import { roundTexts as words } from './round-texts.ts';

type Times = Sent<'PATCH /api/admin/booster-pack/rounds/{id}', 'body'>;

interface Change {
  readonly send: () => Promise<WhitelistRound>;
  /** Whether the round shows that it was made: its answer may be lost. */
  readonly isMade: (round: WhitelistRound) => boolean;
}

const setTimes = (id: number, body: Times): Change => ({
  send: () =>
    call('PATCH /api/admin/booster-pack/rounds/{id}', { params: { id: String(id) }, body }),
  isMade: (round) =>
    round.id === id &&
    (body.opensAt === undefined || round.opensAt === body.opensAt) &&
    // A time that is past closes at once, and becomes the present one.
    (body.closesAt === undefined ||
      round.closesAt === body.closesAt ||
      isPast(body.closesAt, round)),
});
const isPast = (closesAt: string | null, { state }: WhitelistRound) =>
  closesAt !== null && Date.parse(closesAt) < serverTime() && state === 'closed';

const freeze = (id: number, registrations: number): Change => ({
  send: () =>
    call('POST /api/admin/booster-pack/rounds/{id}/freeze', {
      params: { id: String(id) },
      body: { registrations },
    }),
  isMade: (round) => round.id === id && (round.state === 'freezing' || round.state === 'frozen'),
});

const beginNext = (id: number): Change => ({
  send: () =>
    call('POST /api/admin/booster-pack/rounds', { body: { id, opensAt: null, closesAt: null } }),
  isMade: (round) => round.id === id,
});

const make = ({ send, isMade }: Change): Promise<WhitelistRound> =>
  orFound(withSession(send), async () => (await call('GET /api/booster-pack/rounds')).find(isMade));

export function useRound() {
  const queries = useQueryClient();
  const { data: rounds, isError, refetch } = useRounds(() => readAgain(queries));
  const { id, state } = rounds?.[0] ?? {};
  const moment = `${id} ${state}`;
  const [failedAt, setFailedAt] = useState('');
  const readAll = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: roundsQuery.queryKey }),
      readAgain(queries),
    ]);
  const change = useWrite({
    mutationFn: make,
    onSuccess: readAll,
    onError: () => {
      setFailedAt(moment);
      // What the page showed may be older than the refusal.
      void readAll();
    },
    failed: words.failedText,
    notSigned: words.notSigned,
    toastOf: failureToast(words.failed),
  });
  return {
    rounds,
    /** The rounds could not be read, and were not before. */
    isUnread: isError && rounds === undefined,
    readAgain: () => void refetch(),
    /** Changes with the round: what was asked before, and why it failed, is no longer of interest. */
    moment,
    problem: failedAt === moment ? change.problem : null,
    forget: change.reset,
    isBusy: change.isPending,
    setTimes: (id: number, times: Times, onDone: () => void) =>
      change.run(setTimes(id, times), {
        onSuccess() {
          onDone();
          toast({ title: words.saved, description: words.savedText });
        },
      }),
    freeze: (id: number, registrations: number, onDone: () => void) =>
      change.run(freeze(id, registrations), { onSuccess: onDone }),
    beginNext: (id: number, onDone: () => void) => change.run(beginNext(id), { onSuccess: onDone }),
  };
}

export type RoundActs = ReturnType<typeof useRound>;
