import { useQueryClient } from '@tanstack/react-query';
import type { Sent } from '#contract/api.ts';
import type { User } from '#contract/collectors.ts';
import type { Address } from '#rules/address.ts';
import { call } from '#web/api/call.ts';
import { hadNoAnswer } from '#web/api/http-error.ts';
import { withSession } from '#web/api/session-gate.ts';
import { useWrite, type WriteOptions } from '#web/api/use-write.ts';
import { nftsQuery } from '#web/cards/queries.ts';
import { failureToast, type ToastWords, toast } from '#web/ui/toasts.ts';
import { nameTexts as texts } from './name-texts.ts';
import { leaderboardQuery, userQuery, usersQuery } from './queries.ts';

/** Changes any fields of the profile; what is left out stays. */
export function useProfileUpdate(walletAddress: Address) {
  return useUserUpdate(
    walletAddress,
    (body: Sent<'PATCH /api/users/{walletAddress}/profile', 'body'>) =>
      call('PATCH /api/users/{walletAddress}/profile', { params: { walletAddress }, body }),
    { done: texts.updated, failed: texts.failedText, toastOf: failureToast(texts.failed) },
  );
}

/** Changes only the name, by the older call. */
export function useUsernameUpdate(address: Address) {
  return useUserUpdate(
    address,
    ({ displayName: username }: { readonly displayName: string }) =>
      call('PATCH /api/user/{address}', { params: { address }, body: { username } }),
    {
      done: texts.usernameUpdated,
      failed: texts.usernameFailed.description,
      toastOf: () => ({ ...texts.usernameFailed, isDestructive: true }),
    },
  );
}

interface UpdateWords extends Pick<WriteOptions<User, never>, 'failed' | 'toastOf'> {
  readonly done: ToastWords;
}

/** Shows the changed collector at once, and invalidates the other queries that contain them. */
function useUserUpdate<Change extends Sent<'PATCH /api/users/{walletAddress}/profile', 'body'>>(
  address: Address,
  send: (change: Change) => Promise<User>,
  { done, ...words }: UpdateWords,
) {
  const queries = useQueryClient();
  const own = userQuery(address);
  const readAgain = () => {
    for (const { queryKey } of [own, leaderboardQuery, usersQuery]) {
      void queries.invalidateQueries({ queryKey });
    }
  };
  /** Null for none, undefined when the card is not known. */
  const pictureOf = (card: string | null | undefined) =>
    card === null
      ? null
      : queries.getQueryData(nftsQuery(address).queryKey)?.find(({ id }) => id === card)?.imageUrl;
  return useWrite({
    ...words,
    notSigned: texts.notSigned,
    mutationFn: (change: Change) =>
      withSession(() => send(change)).catch(async (error) => {
        const user = hadNoAnswer(error) ? await readUser(address).catch(() => null) : null;
        // Not whether it differs from what this page showed: another tab or device may have changed that.
        const isSaved =
          change.displayName === undefined
            ? user?.profilePicture === pictureOf(change.profilePictureCard)
            : user?.displayName === change.displayName;
        if (user === null || !isSaved) throw error;
        return user;
      }),
    onSuccess: (user) => {
      queries.setQueryData(own.queryKey, user);
      readAgain();
      toast(done);
    },
    // It may be saved: only the answer may be lost.
    onError: readAgain,
  });
}

/** Short, since somebody has waited for the lost answer already. */
const READ_TIMEOUT_MS = 5_000;

function readUser(walletAddress: Address): Promise<User> {
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
  return call('GET /api/users/{walletAddress}', { params: { walletAddress } }, { signal });
}
