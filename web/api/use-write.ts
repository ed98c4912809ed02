import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ToastWords, toast } from '#web/ui/toasts.ts';
import { HttpError, sentenceOf } from './http-error.ts';
import { SignInDeclinedError } from './session-gate.ts';

export interface WriteOptions<Answer, Input> extends UseMutationOptions<Answer, Error, Input> {
  /** Shown when the server gives no sentence. */
  readonly failed: string;
  /** Shown beside the control when the person declined to sign; null for nothing. */
  readonly notSigned: string | null;
  /** The toast of a failure; null for none. */
  readonly toastOf: (sentence: string) => ToastWords | null;
}

/** A write. An error is shown as a toast and beside its control (E2); a declined signature is no error. */
export function useWrite<Answer, Input>({
  failed,
  notSigned,
  toastOf,
  ...options
}: WriteOptions<Answer, Input>) {
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
    /** Whether what was sent is to be mended; after any other failure it can be sent again as it is. */
    isInputRefused: error instanceof HttpError && (error.status === 400 || error.status === 409),
    problem: error === null ? null : isDeclined ? notSigned : sentenceOf(error, failed),
  };
}
