import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Address } from '#rules/address.ts';
import { call } from '#web/api/call.ts';
import { sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclined, withSession } from '#web/api/session-gate.ts';
import { toast } from '#web/ui/toasts.ts';
import { nameTexts as texts } from './name-texts.ts';
import { showProfile } from './use-profile-update.ts';

/** Changes the name alone, by the call that knows no picture. */
export function useUsernameUpdate(address: Address) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (username: string) => {
      const params = { address };
      return withSession(() => call('PATCH /api/user/{address}', { params, body: { username } }));
    },
    onSuccess: (user) => {
      showProfile(queries, user);
      toast(texts.usernameUpdated);
    },
    onError: (error) => {
      if (!(error instanceof SignInDeclined))
        toast({ ...texts.usernameFailed, isDestructive: true });
    },
  });
  return {
    update: mutation.mutateAsync,
    isPending: mutation.isPending,
    problem: mutation.error === null ? null : problemOf(mutation.error),
    forget: mutation.reset,
  };
}

function problemOf(error: Error): string {
  return error instanceof SignInDeclined
    ? texts.notSigned
    : sentenceOf(error, texts.usernameFailed.description);
}
