import { useWrite, type WriteOptions } from '#web/api/use-write.ts';
import { texts } from './texts.ts';

type ActionOptions<Answer, Input> = Omit<WriteOptions<Answer, Input>, 'notSigned' | 'toastOf'> &
  Partial<Pick<WriteOptions<Answer, Input>, 'toastOf'>>;

export function useAction<Answer, Input>(options: ActionOptions<Answer, Input>) {
  return useWrite({
    notSigned: texts.lobby.notSigned,
    toastOf: texts.toasts.error,
    ...options,
  });
}
