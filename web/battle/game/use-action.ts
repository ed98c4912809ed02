import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclinedError } from '#web/api/session-gate.ts';
import { type ToastWords, toast } from '#web/ui/toasts.ts';
import { texts } from './texts.ts';

interface ActionOptions<Answer, Input> extends UseMutationOptions<Answer, Error, Input> {
  /** Shown when the server gives no sentence. */
  readonly failed: string;
  /** The toast of a failure; null for none. */
  readonly toastOf?: (sentence: string) => ToastWords | null;
}

/**
 * A write of the player. An error is shown as a toast and beside its control (E2); a declined signature is
 * no error.
 */
export function useAction<Answer, Input>({
  failed,
  toastOf = texts.toasts.error,
  ...options
}: ActionOptions<Answer, Input>) {
  const { mutate, isPending, isSuccess, error, reset, variables } = useMutation({
    ...options,
    onError(error, ...rest) {
      options.onError?.(error, ...rest);
      const words =
        error instanceof SignInDeclinedError ? null : toastOf(sentenceOf(error, failed));
      if (words !== null) toast(words);
    },
  });
  const isDeclined = error instanceof SignInDeclinedError;
  return {
    run: mutate,
    reset,
    /** The argument, while it runs. */
    pending: isPending ? variables : null,
    isPending,
    /** The argument of the last one, once it has succeeded. */
    done: isSuccess ? variables : null,
    problem: error === null ? null : isDeclined ? texts.lobby.notSigned : sentenceOf(error, failed),
  };
}
