import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Address } from '#rules/address.ts';
import { call } from '#web/api/call.ts';
import { sentenceOf } from '#web/api/http-error.ts';
import { toastTexts } from '#web/frame/texts.ts';
import type { Collector } from '#web/frame/use-collector.ts';
import { type ToastWords, toast } from '#web/ui/toasts.ts';
import { connection } from '#web/wallet/page-connection.ts';
import { ownQueries, sharedQueries } from '../wallet-queries.ts';
import { texts } from './texts.ts';

/** Pause before cards that could not be read are tried again, in ms. */
const RETRY_EVERY = 60_000;

/** By itself and without a word, not while the tab is hidden. */
export const unreadQuery = (address: Address, read: () => Promise<unknown>) =>
  queryOptions({
    queryKey: ['read again', address],
    queryFn: read,
    initialData: null,
    refetchInterval: RETRY_EVERY,
  });

export function useReadAgain({ address, user, phase }: Collector) {
  const queries = useQueryClient();
  const read = () => call('POST /api/nfts/sync/{address}', { params: { address } });
  const reload = () =>
    Promise.all(
      [...ownQueries(address), ...sharedQueries].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  /** What comes late is not news for the next account. */
  const tell = (words: ToastWords) => {
    const now = connection.get();
    if (now.status === 'connected' && now.address === address) toast(words);
  };
  const mutation = useMutation({
    mutationFn: read,
    onSuccess: ({ isFresh, totalNfts }) => {
      if (isFresh && totalNfts > 0) tell(toastTexts.loaded(totalNfts));
    },
    onError: () => tell({ ...toastTexts.syncWarning, isDestructive: true }),
    // Also after a failure: the server may have marked its cards as stale.
    onSettled: reload,
  });
  const isUnread = user !== undefined && (user.syncedAt === null || user.isStale);
  useQuery({
    ...unreadQuery(address, () => read().then(reload)),
    enabled: phase === 'known' && isUnread && !mutation.isPending,
  });
  return {
    readAgain: () => mutation.mutate(),
    isReading: mutation.isPending,
    /** A message about the result, where the page does not show it. */
    note: mutation.isError
      ? sentenceOf(mutation.error, texts.readFailed)
      : mutation.data?.isFresh === false
        ? texts.alreadyFresh
        : null,
  };
}
