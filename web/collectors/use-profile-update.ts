import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Sent } from '#contract/api.ts';
import type { User } from '#contract/collectors.ts';
import type { Address } from '#rules/address.ts';
import { call } from '#web/api/call.ts';
import { sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclinedError, withSession } from '#web/api/session-gate.ts';
import { type ToastWords, toast } from '#web/ui/toasts.ts';
import { nameTexts as texts } from './name-texts.ts';
import { leaderboardQuery, userQuery, usersQuery } from './queries.ts';

/** Changes name and picture; what is left out stays. */
export function useProfileUpdate(walletAddress: Address) {
  return useUserUpdate(
    (body: Sent<'PATCH /api/users/{walletAddress}/profile', 'body'>) =>
      call('PATCH /api/users/{walletAddress}/profile', { params: { walletAddress }, body }),
    {
      done: texts.updated,
      failedText: texts.failedText,
      failed: (description) => ({ title: texts.failed, description }),
    },
  );
}

/** Changes only the name, by the older call. */
export function useUsernameUpdate(address: Address) {
  return useUserUpdate(
    ({ displayName: username }: { readonly displayName: string }) =>
      call('PATCH /api/user/{address}', { params: { address }, body: { username } }),
    {
      done: texts.usernameUpdated,
      failedText: texts.usernameFailed.description,
      failed: () => texts.usernameFailed,
    },
  );
}

interface UpdateWords {
  readonly done: ToastWords;
  /** Shown when the server gives no sentence. */
  readonly failedText: string;
  readonly failed: (why: string) => ToastWords;
}

/** Shows the changed collector at once, and invalidates the other queries that contain them. */
function useUserUpdate<Change>(send: (change: Change) => Promise<User>, words: UpdateWords) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (change: Change) => withSession(() => send(change)),
    onSuccess: (user) => {
      const { walletAddress } = user;
      queries.setQueryData(userQuery(walletAddress).queryKey, user);
      for (const { queryKey } of [userQuery(walletAddress), leaderboardQuery, usersQuery]) {
        void queries.invalidateQueries({ queryKey });
      }
      toast(words.done);
    },
    onError: (error) => {
      if (error instanceof SignInDeclinedError) return;
      toast({ ...words.failed(sentenceOf(error, words.failedText)), isDestructive: true });
    },
  });
  const { error } = mutation;
  return {
    update: (change: Change) => mutation.mutateAsync(change),
    isPending: mutation.isPending,
    /** The message beside the field or button (E2). */
    problem:
      error === null
        ? null
        : error instanceof SignInDeclinedError
          ? texts.notSigned
          : sentenceOf(error, words.failedText),
    forget: mutation.reset,
  };
}
