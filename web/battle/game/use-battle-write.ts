import { useEffect, useEffectEvent } from 'react';
import { useWrite, type WriteOptions } from '#web/api/use-write.ts';
import { texts } from './texts.ts';

type BattleWriteOptions<Answer, Input> = Omit<
  WriteOptions<Answer, Input>,
  'notSigned' | 'toastOf'
> &
  Partial<Pick<WriteOptions<Answer, Input>, 'toastOf'>>;

/** A write of the battle: an error is told as a toast too. */
export function useBattleWrite<Answer, Input>(options: BattleWriteOptions<Answer, Input>) {
  return useWrite({
    notSigned: texts.notSigned,
    toastOf: texts.toasts.error,
    ...options,
  });
}

/**
 * What went wrong is old news once there is a lobby of one's own, or another match. Not when 'Finding Match...' takes the
 * lobby's place: then a write runs, and a reset would keep its failure from being shown.
 */
export function useForgetProblems(
  writes: readonly Pick<ReturnType<typeof useWrite>, 'problem' | 'reset'>[],
  ownLobbyId: string | undefined,
  matchId: string | undefined,
): void {
  const forget = useEffectEvent(() => {
    for (const { problem, reset } of writes) if (problem !== null) reset();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every change of them
  useEffect(() => forget(), [ownLobbyId, matchId]);
}
