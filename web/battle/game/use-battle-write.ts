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
