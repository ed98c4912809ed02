import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Address } from '#rules/address.ts';
import { call } from '#web/api/call.ts';
import { sentenceOf } from '#web/api/http-error.ts';
import { toastWords } from '#web/frame/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { ownQueries, sharedQueries } from '../wallet-queries.ts';
import { texts } from './texts.ts';

/** Reads the wallet's cards from the chain once more, and shows what came of it. */
export function useReadAgain(address: Address) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => call('POST /api/nfts/sync/{address}', { params: { address } }),
    onSuccess: ({ isFresh, totalNfts }) => {
      if (isFresh && totalNfts > 0) toast(toastWords.loaded(totalNfts));
    },
    onError: () => toast({ ...toastWords.syncWarning, isDestructive: true }),
    // After a failure too: the server may have marked what it has as stale.
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
    /** What came of it, where that is not plain to see. */
    note: mutation.isError
      ? sentenceOf(mutation.error, texts.readFailed)
      : mutation.data?.isFresh === false
        ? texts.alreadyFresh
        : null,
  };
}
