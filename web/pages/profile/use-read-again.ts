import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Address } from '#rules/address.ts';
import { call } from '#web/api/call.ts';
import { sentenceOf } from '#web/api/http-error.ts';
import { toastTexts } from '#web/frame/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { ownQueries, sharedQueries } from '../wallet-queries.ts';
import { texts } from './texts.ts';

export function useReadAgain(address: Address) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => call('POST /api/nfts/sync/{address}', { params: { address } }),
    onSuccess: ({ isFresh, totalNfts }) => {
      if (isFresh && totalNfts > 0) toast(toastTexts.loaded(totalNfts));
    },
    onError: () => toast({ ...toastTexts.syncWarning, isDestructive: true }),
    // Also after a failure: the server may have marked its cards as stale.
    onSettled: () =>
      Promise.all(
        [...ownQueries(address), ...sharedQueries].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
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
