import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/collectors.ts';
import type { Address } from '#rules/address.ts';
import { call } from '#web/api/call.ts';
import { sentenceOf } from '#web/api/http-error.ts';
import { reading } from '#web/api/reading.ts';
import { SignInDeclined, withSession } from '#web/api/session-gate.ts';
import { toast } from '#web/ui/toasts.ts';
import { nameTexts as texts } from './name-texts.ts';
import { leaderboardQuery, userQuery, usersQuery } from './queries.ts';

export interface ProfileChange {
  readonly displayName: string;
  /** Object id of an own card; null takes the picture away; left out leaves it. */
  readonly profilePictureCard?: string | null;
}

/** Changes the profile; user, leaderboard and users are read again. */
export function useProfileUpdate(walletAddress: Address | null) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (body: ProfileChange) => {
      if (walletAddress === null) throw new Error(texts.notConnected.description);
      const params = { walletAddress };
      return withSession(() => call('PATCH /api/users/{walletAddress}/profile', { params, body }));
    },
    onSuccess: (user) => {
      showProfile(queries, user);
      toast(texts.updated);
    },
    onError: (error) => {
      if (error instanceof SignInDeclined) return;
      const description = sentenceOf(error, texts.failedText);
      toast({ title: texts.failed, description, isDestructive: true });
    },
  });
  return {
    update: mutation.mutateAsync,
    isPending: mutation.isPending,
    /** Stands beside the field or button (E2). */
    problem: mutation.error === null ? null : problemOf(mutation.error),
    forget: mutation.reset,
  };
}

/** Shows a changed collector at once, and reads again whatever else shows them. */
export function showProfile(queries: QueryClient, user: User): void {
  const { walletAddress } = user;
  queries.setQueryData(userQuery(walletAddress).queryKey, user);
  const other = reading('GET /api/users/{walletAddress}', { params: { walletAddress } });
  for (const { queryKey } of [userQuery(walletAddress), other, leaderboardQuery, usersQuery]) {
    void queries.invalidateQueries({ queryKey });
  }
}

function problemOf(error: Error): string {
  return error instanceof SignInDeclined ? texts.notSigned : sentenceOf(error, texts.failedText);
}
